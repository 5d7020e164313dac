import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { anAdmin } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { formOf, requestBy } from '../../../tests/requests.ts'
import { wordsOf } from '../../../tests/screens.tsx'
import { demoCompany } from '../../domain/company/demo-company.ts'
import { newCompany } from '../../domain/company/new-company.ts'
import { action } from '../../office/company/director/route.tsx'

const admin = await anAdmin()
const settle = (facts: object) =>
  change('update app.company set facts = $1', [JSON.stringify(facts)])
const page = async () => wordsOf((await ask('/check-us')).html)

beforeAll(() => settle(demoCompany))

async function aPicture(width = 900, height = 600) {
  const background = { r: 90, g: 120, b: 60 }
  const picture = sharp({ create: { width, height, channels: 3, background } })
  return new File([Uint8Array.from(await picture.jpeg().toBuffer())], 'face.jpg')
}

const path = '/admin-dashboard/company/directors'
const valid = { version: '0', name: 'Halima Yusuf', role: 'Director', place: '1' }
const send = (fields: Record<string, string | File>, directorId?: string) =>
  action({
    ...requestBy(admin, `${path}/${directorId ?? 'new'}`, {
      method: 'POST',
      body: formOf(fields),
    }),
    params: { directorId },
  } as never)
const newest = async () =>
  (
    await asSuperuser((client) =>
      client.query('select * from app.director order by created_at desc, id desc limit 1'),
    )
  ).rows[0]

test('CHECK-001 the page names the company with its registers, and every fact that is set', async () => {
  const words = await page()
  for (const fact of [
    'Msingi Property Group',
    'PVT-2Q8K71',
    'P051234567X',
    'EARB/DEMO/0001',
    'Example and Partners, Nairobi',
    'Example Bank Kenya, Westlands',
    '2020',
    'Hodan District, Mogadishu, Somalia',
  ])
    expect(words).toContain(fact)
  const { html } = await ask('/check-us')
  for (const link of ['https://brs.go.ke', 'https://earb.example', '/verify', '/investments'])
    expect(html).toContain(`href="${link}"`)
})

test.each([
  ['registrationNumber', 'register', 'registerUrl', 'Registration number'],
  ['taxPin', 'taxPin', 'taxPin', 'Tax PIN'],
  ['regulator', 'licence', 'licenceUrl', 'Licence'],
  ['foundedYear', 'foundedYear', 'foundedYear', 'Founded'],
  ['auditors', 'auditors', 'auditors', 'Auditors'],
  ['bank', 'bank', 'bank', 'Bank'],
])('CHECK-002 without %s the page shows nothing of it', async (first, second, third, label) => {
  const hasLabel = async () => (await ask('/check-us')).html.includes(`>${label}</dt>`)
  expect(await hasLabel()).toBe(true)
  await settle({ ...demoCompany, [first]: null, [second]: null, [third]: null })
  expect(await hasLabel()).toBe(false)
  await settle(demoCompany)
})

test('CHECK-002 a new company has its name and the checks only', async () => {
  await settle(newCompany('office@example.com'))
  const words = await page()
  expect(words).toContain('Property Group')
  expect(words).not.toMatch(/Registration number|Who runs the company|null|undefined/)
  await settle(demoCompany)
})

test('CHECK-003 every public page leads to it', async () => {
  for (const address of ['/', '/contact', '/investments'])
    expect((await ask(address)).html, address).toContain('href="/check-us"')
})

test('CHECK-004 a director has a square picture at a public address, until it is replaced or removed', async () => {
  expect(await send({ ...valid, portrait: await aPicture() })).toMatchObject({ status: 303 })
  const first = await newest()
  const shown = await ask('/check-us')
  expect(shown.html).toContain(`src="/directors/${first.portrait_id}.webp"`)
  expect(wordsOf(shown.html)).toContain('Halima Yusuf')
  const size = await sharp(first.portrait).metadata()
  expect([size.format, size.width, size.height]).toEqual(['webp', 320, 320])
  const next = { ...valid, version: '1', portrait: await aPicture(50, 80) }
  expect(await send(next, first.id)).toMatchObject({ status: 303 })
  expect((await ask(`/directors/${first.portrait_id}.webp`)).status).toBe(404)
  const replaced = await newest()
  expect(replaced.portrait_id).not.toBe(first.portrait_id)
  expect(await send({ ...valid, version: '2', withoutPortrait: 'on' }, first.id)).toMatchObject({
    status: 303,
  })
  expect(await newest()).toMatchObject({ portrait: null, portrait_id: null })
  expect(await send({ act: 'remove' }, first.id)).toMatchObject({ status: 303 })
  expect(await page()).not.toContain('Halima Yusuf')
})

test.each([
  ['name', { name: ' ' }, 'Name is required'],
  ['role', { role: '' }, 'Role is required'],
  ['place', { place: '0' }, 'Enter a number from 1 to 99.'],
  ['place', { place: '1.5' }, 'Enter a number from 1 to 99.'],
  ['place', { place: 'first' }, 'Enter a number from 1 to 99.'],
])(
  'CHECK-005 a wrong %s is refused next to its field, and what was typed stays',
  async (field, wrong, sentence) => {
    expect(await send({ ...valid, name: 'Kept', ...wrong })).toMatchObject({
      data: {
        reply: { errors: { [field]: sentence }, values: { ...valid, name: 'Kept', ...wrong } },
      },
      init: { status: 422 },
    })
  },
)

test('CHECK-005 a file that is no picture is refused next to its field with all other faults', async () => {
  const portrait = new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'x.svg')
  const answer = await send({ ...valid, name: '', portrait })
  expect(answer).toMatchObject({
    data: {
      reply: { errors: { name: 'Name is required', portrait: expect.stringMatching(/picture/) } },
    },
  })
})

test('CHECK-006 the second of two who change a director is told, and the change is in the audit log', async () => {
  await send(valid)
  const { id } = await newest()
  expect(await send({ ...valid, version: '1', role: 'Chair' }, id)).toMatchObject({ status: 303 })
  expect(await send({ ...valid, version: '1', role: 'Late' }, id)).toMatchObject({
    data: { reply: { message: expect.stringContaining('Someone else') } },
  })
  const { rows } = await asSuperuser((client) =>
    client.query(
      `select after from app.audit_log where subject = 'director' and act = 'update' order by id desc limit 1`,
    ),
  )
  expect(rows[0].after).toMatchObject({ role: 'Chair' })
})
