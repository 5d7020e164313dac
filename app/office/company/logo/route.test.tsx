import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { asSuperuser } from '../../../../tests/database.ts'
import { anAdmin, as } from '../../../../tests/people.ts'
import { ask } from '../../../../tests/product.tsx'
import { formOf, requestBy } from '../../../../tests/requests.ts'
import { htmlOf } from '../../../../tests/screens.tsx'
import { visitTo } from '../../../../tests/visits.ts'
import { findCompanyBranding } from '../../../domain/company/company-branding.server.ts'
import { changeLogo, issuerOf } from '../../../domain/company/company-logo.server.ts'
import { setClock } from '../../../platform/clock.server.ts'
import { guestCommand } from '../../../platform/session/session.server.ts'
import { loader as manifest } from '../../../portal/manifest/route.ts'
import { loader as landing } from '../../../site/landing/route.tsx'
import { loader as showLogo } from '../../../site/logo/route.ts'
import { PageIcons } from '../../../ui/layout/page-icons.tsx'
import type { Route } from './+types/route.ts'
import LogoDialog, { action, loader } from './route.tsx'

const admin = await anAdmin()
const path = '/admin-dashboard/company/logo'
const argsOf = (fields: Record<string, string | File> | null) =>
  requestBy(admin, path, fields ? { method: 'POST', body: formOf(fields) } : {}) as never
const send = (logo: File | string, act = '') => action(argsOf({ act, logo }))
const guest = visitTo<Route.LoaderArgs>('/').context
const lookNow = () => guestCommand(guest, findCompanyBranding)

async function aPicture(format: 'jpeg' | 'png' | 'webp', width = 400, height = 100) {
  const create = {
    width,
    height,
    channels: 4 as const,
    background: { r: 0, g: 90, b: 90, alpha: 0.5 },
  }
  return new File([await sharp({ create }).toFormat(format).toBuffer()], `logo.${format}`)
}

async function shown(address: string | null) {
  const file = address?.split('/').at(-1) ?? ''
  const answer = await showLogo(visitTo(`/logo/${file}`, { params: { file } }))
  return { headers: answer.headers, png: Buffer.from(await answer.arrayBuffer()) }
}

afterEach(() => as(admin, (actor) => changeLogo(actor, null)))

test.each(['jpeg', 'png', 'webp'] as const)(
  'PUB-375 a %s becomes the logo, a square PNG for everyone',
  async (format) => {
    expect(await send(await aPicture(format))).toMatchObject({ status: 303 })
    const { logo } = await lookNow()
    expect(logo).toMatch(/^\/logo\/[\w-]{36}\.png$/)
    const { headers, png } = await shown(logo)
    expect(headers.get('content-type')).toBe('image/png')
    expect(headers.get('cache-control')).toContain('immutable')
    expect(await sharp(png).metadata()).toMatchObject({
      format: 'png',
      width: 256,
      height: 256,
      hasAlpha: true,
    })
    const html = htmlOf(LogoDialog, path, await loader(argsOf(null)))
    expect(html).toContain(`src="${logo}"`)
    expect(await guestCommand(guest, issuerOf)).toMatchObject({ logo: png })
  },
)

test.each([
  ['black', { r: 0, g: 0, b: 0 }, 255],
  ['navy', { r: 10, g: 20, b: 60 }, 255],
  ['white', { r: 255, g: 255, b: 255 }, 15],
  ['pale yellow', { r: 255, g: 250, b: 200 }, 15],
  ['teal', { r: 0, g: 120, b: 110 }, null],
])('PUB-375 a %s logo on nothing is visible on light and dark pages', async (_, colour, ground) => {
  const mark = await sharp({
    create: { width: 60, height: 60, channels: 4, background: { ...colour, alpha: 1 } },
  })
    .extend({
      top: 30,
      bottom: 30,
      left: 30,
      right: 30,
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    })
    .png()
    .toBuffer()
  await send(new File([mark], 'logo.png'))
  const { png } = await shown((await lookNow()).logo)
  const [corner, middle] = await Promise.all(
    [4, 128].map((at) =>
      sharp(png).ensureAlpha().extract({ left: at, top: at, width: 1, height: 1 }).raw().toBuffer(),
    ),
  )
  expect([...(middle ?? [])]).toEqual([colour.r, colour.g, colour.b, 255])
  expect([corner?.[0], corner?.[3]]).toEqual(ground === null ? [0, 0] : [ground, 255])
})

test('PUB-375 a new logo has a new address, the former one still answers, and a removed one is gone from every page', async () => {
  await send(await aPicture('png'))
  const former = (await lookNow()).logo
  await send(await aPicture('png', 50, 50))
  const now = (await lookNow()).logo
  expect(now).not.toBe(former)
  expect((await shown(former)).png.length).toBeGreaterThan(0)
  expect(await send('', 'remove')).toMatchObject({ status: 303 })
  expect((await lookNow()).logo).toBe(null)
  await expect(shown('/logo/nothing.png')).rejects.toMatchObject({ status: 404 })
})

test('PUB-375 pages, their icons, the installed portal and search engines have the logo', async () => {
  await send(await aPicture('png'))
  // Past the minute for which the branding is cached.
  setClock(() => new Date('2100-01-01T00:00:00Z'))
  const { logo } = await lookNow()
  expect((await ask('/contact')).html).toContain(`src="${logo}"`)
  const { jsonLd } = await landing(visitTo<never>('/'))
  expect(jsonLd[0]?.logo).toMatch(new RegExp(`${logo}$`))
  const installed = await (await manifest(visitTo<never>('/manifest.webmanifest'))).json()
  expect(installed).toMatchObject({ icons: [{ src: logo, sizes: '256x256', type: 'image/png' }] })
  const look = { brand: 'Nyumba', logo }
  const head = htmlOf(PageIcons, '/', null, undefined, look)
  for (const rel of ['icon', 'apple-touch-icon'])
    expect(head).toContain(`<link rel="${rel}" href="${logo}"`)
  expect(htmlOf(PageIcons, '/', null, undefined, { ...look, logo: null })).toContain(
    'href="/favicon.svg"',
  )
})

test.each([
  ['nothing', new File([], ''), 'Choose a picture.'],
  ['a text', new File(['hello'], 'logo.png'), 'This file is not a picture. Choose a JPEG'],
  [
    'a program in an SVG',
    new File(['<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'], 'logo.svg'),
    'This file',
  ],
])('PUB-375 %s is refused next to the field, and nothing changes', async (_, file, sentence) => {
  const before = (await lookNow()).logo
  const answer = await send(file)
  expect(answer).toMatchObject({
    data: { reply: { errors: { logo: expect.stringContaining(sentence) } } },
    init: { status: 422 },
  })
  expect((await lookNow()).logo).toBe(before)
})

test('PUB-375 half a picture is refused', async () => {
  const whole = await (await aPicture('png')).arrayBuffer()
  const answer = await send(new File([whole.slice(0, whole.byteLength / 2)], 'logo.png'))
  expect(answer).toMatchObject({
    data: { reply: { errors: { logo: expect.stringMatching(/^This picture cannot be read/) } } },
  })
})

test('PUB-375 the change is in the audit log, without the picture itself', async () => {
  await send(await aPicture('png'))
  const { rows } = await asSuperuser((client) =>
    client.query<{ after: object }>(
      "select after from app.audit_log where subject = 'company' order by id desc limit 1",
    ),
  )
  expect(rows[0]?.after).toMatchObject({ logo_id: 'changed' })
  expect(JSON.stringify(rows).length).toBeLessThan(10_000)
})
