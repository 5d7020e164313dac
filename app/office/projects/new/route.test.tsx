import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { asSuperuser } from '../../../../tests/database.ts'
import { anAdmin, anInvestor } from '../../../../tests/people.ts'
import { formOf, requestBy } from '../../../../tests/requests.ts'
import { htmlOf, wordsOf } from '../../../../tests/screens.tsx'
import { clock } from '../../../platform/clock.server.ts'
import { config } from '../../../platform/config.server.ts'
import { files } from '../../../platform/files/files.server.ts'
import AddProject, { action, loader } from './route.tsx'
import { action as upload } from './upload/route.ts'

const admin = await anAdmin()
const path = '/admin-dashboard/projects/new'
const limit = 200_000
type Who = Parameters<typeof requestBy>[0]

beforeAll(() =>
  asSuperuser(async (client) => {
    await client.query("select set_config('app.actor', 'command', false)")
    await client.query('update app.installation set upload_limit_bytes = $1', [limit])
  }),
)

function argsOf(fields: Record<string, string | File>, by: Who = admin) {
  const body = formOf({
    key: randomUUID(),
    name: 'Garden City',
    location: 'Nairobi',
    status: 'ongoing',
    totalValue: '175,000',
    ...fields,
  })
  return requestBy(by, path, { method: 'POST', body })
}

function send(fields: Record<string, string | File> = {}, by: Who = admin) {
  return action(argsOf(fields, by) as Parameters<typeof action>[0])
}

async function storedFiles() {
  const found = await readdir(join(config.dataDir, 'files'), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => [])
  return found.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

const projectsOf = (location: string) =>
  asSuperuser(
    async (client) =>
      (await client.query('select * from app.project where location = $1', [location])).rows,
  )

const picture = async (width = 900, height = 600) =>
  new File(
    [
      await sharp({ create: { width, height, channels: 3, background: 'teal' } })
        .jpeg()
        .toBuffer(),
    ],
    'a.jpg',
  )

test('MPR-011 (decisions §1) the form starts as ongoing, with progress 0, from today; the total value is not given', async () => {
  const loaderData = await loader(requestBy(admin, path) as Parameters<typeof loader>[0])
  const html = htmlOf(AddProject, path, loaderData)
  const field = (name: string) => new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(html)?.[0]
  expect(html).toContain('Add Project')
  expect(html).toContain('<option value="ongoing" selected="">')
  expect(field('progress')).toContain('value="0"')
  expect(field('startedOn')).toContain(`value="${clock.today()}"`)
  expect(field('completionOn')).not.toContain('value=')
  expect(field('totalValue')).not.toContain('value=')
})

test('MPR-016 saving adds the project and raises the toast', async () => {
  const location = randomUUID()
  const cover = { cover: await picture(), coverAlt: 'Two towers' }
  const more = { progress: '', startedOn: '2026-01-10', published: 'on', annualReturn: '8.5' }
  const answer = await send({ location, ...more, ...cover })
  if (!(answer instanceof Response)) throw new Error('no redirect')
  expect(answer.headers.get('Location')).toBe('/admin-dashboard/projects')
  expect(decodeURIComponent(answer.headers.get('Set-Cookie') ?? '')).toContain(
    '"title":"Project added"',
  )
  expect(await projectsOf(location)).toMatchObject([
    {
      name: 'Garden City',
      total_value_cents: '17500000',
      progress_percent: 0,
      annual_return_bp: 850,
      published: true,
    },
  ])
})

describe('the cover', () => {
  test('MPR-024 PAGE-018 is encoded again as WebP under a random key, with its description; a second post of the same key leaves nothing behind', async () => {
    const before = await storedFiles()
    const location = randomUUID()
    const day = { coverTakenOn: '2020-02-29' }
    const typed = { coverAlt: 'Two towers', ...day }
    const fields = { key: randomUUID(), location, cover: await picture(), ...typed }
    expect(await send({ ...fields, coverTakenOn: '9000-01-01' })).not.toBeInstanceOf(Response)
    expect(await send(fields)).toBeInstanceOf(Response)
    expect(await send(fields)).toBeInstanceOf(Response)
    expect(await projectsOf(location)).toHaveLength(1)
    expect(await storedFiles()).toHaveLength(before.length + 1)
    const { rows } = await asSuperuser((client) =>
      client.query(
        `select f.width, f.format, f.storage_key, p.height, pp.alt, pp.taken_on::text as taken from app.picture_file f join app.picture p on p.id = f.picture_id
         join app.project_picture pp on pp.picture_id = p.id join app.project j on j.id = pp.project_id
         where j.location = $1`,
        [location],
      ),
    )
    const random = expect.stringMatching(/^[0-9a-f]{2}\/[0-9a-f]{40}$/)
    expect(rows).toEqual([
      {
        ...{ width: 900, format: 'webp', storage_key: random, height: 600, alt: 'Two towers' },
        taken: '2020-02-29',
      },
    ])
    const stored = await buffer((await files.get(rows[0].storage_key)) ?? Readable.from([]))
    expect(await sharp(stored).metadata()).toMatchObject({
      format: 'webp',
      width: 900,
      height: 600,
    })
  })

  const vector = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const bomb = async () => {
    const pixels = sharp({ create: { width: 8000, height: 6000, channels: 3, background: 'red' } })
    return new File([await pixels.png({ compressionLevel: 9 }).toBuffer()], 'bomb.png')
  }
  const torn = async () => (await picture()).slice(0, 2000, 'image/jpeg')
  test.each([
    [
      'a renamed program',
      () => new File(['MZ\u0090\u0000\u0003 program'], 'villa.jpg'),
      /not a picture/,
    ],
    [
      'a vector with a script in it',
      () => new File([vector], 'villa.svg', { type: 'image/svg+xml' }),
      /not a picture/,
    ],
    ['an empty file', () => new File([], 'villa.jpg'), /not a picture/],
    ['one of 48 megapixels', bomb, /40 megapixels/],
    ['one cut short', async () => new File([await torn()], 'villa.jpg'), /cannot be read/],
    [
      'one above the limit',
      () => new File([new Uint8Array(limit + 1)], 'villa.jpg'),
      /larger than/,
    ],
  ])(
    '%s is refused next to its field; what was typed stays and nothing is stored',
    async (_, file, why) => {
      const before = await storedFiles()
      const location = randomUUID()
      const refused = await send({
        location,
        cover: await file(),
        coverAlt: 'Two towers',
        description: 'By the sea',
      })
      expect(refused).toMatchObject({
        data: {
          reply: {
            errors: { cover: expect.stringMatching(why) },
            values: {
              location,
              coverAlt: 'Two towers',
              description: 'By the sea',
              totalValue: '175,000',
            },
          },
        },
        init: { status: 422 },
      })
      expect(await storedFiles()).toEqual(before)
      expect(await projectsOf(location)).toEqual([])
    },
  )

  test('needs a description, and goes when another field is refused', async () => {
    const before = await storedFiles()
    const refused = await send({ name: '', cover: await picture(), coverAlt: ' ' })
    expect(refused).toMatchObject({
      data: {
        reply: {
          errors: {
            name: 'Name is required',
            coverAlt: 'Describe the picture for people who cannot see it.',
          },
        },
      },
    })
    expect(await storedFiles()).toEqual(before)
  })
})

test('the page’s own address answers script with the reply as JSON, or with the way to go on', async () => {
  const sent = (fields: Record<string, string | File>) =>
    upload(argsOf(fields) as Parameters<typeof upload>[0])
  const refused = await sent({ name: '', cover: await picture(), coverAlt: 'Two towers' })
  expect(refused.status).toBe(422)
  expect(await refused.json()).toMatchObject({
    reply: { errors: { name: 'Name is required' }, values: { coverAlt: 'Two towers' } },
  })
  const location = randomUUID()
  const stored = await sent({ location, cover: await picture(), coverAlt: 'Two towers' })
  expect([stored.status, stored.headers.get('location')]).toEqual([
    204,
    '/admin-dashboard/projects',
  ])
  expect(stored.headers.getSetCookie()[0]).toMatch(/^toast=/)
  expect(await projectsOf(location)).toHaveLength(1)
})

test('someone who is no administrator adds nothing and stores nothing', async () => {
  const before = await storedFiles()
  const location = randomUUID()
  await expect(send({ location, cover: await picture() }, null)).rejects.toMatchObject({
    status: 303,
  })
  await expect(send({ location }, await anInvestor())).rejects.toMatchObject({
    init: { status: 404 },
  })
  expect(await projectsOf(location)).toEqual([])
  expect(await storedFiles()).toEqual(before)
})

test('MPR-017 a fault while saving says so, keeps what was typed and adds nothing', async () => {
  const location = randomUUID()
  await asSuperuser((client) => client.query('revoke insert on app.project from msingi_admin'))
  const refused = await send({ location, description: 'By the sea' })
  await asSuperuser((client) => client.query('grant insert on app.project to msingi_admin'))
  expect(refused).toMatchObject({
    data: {
      reply: {
        message: 'Failed to add project. Please try again later. Reference test',
        values: { location, description: 'By the sea', totalValue: '175,000' },
      },
    },
    init: { status: 500 },
  })
  expect(await projectsOf(location)).toEqual([])
  if (refused instanceof Response) throw new Error('stored')
  const loaderData = await loader(requestBy(admin, path) as Parameters<typeof loader>[0])
  const html = htmlOf(AddProject, path, loaderData, refused.data)
  expect(wordsOf(html)).toContain('Failed to add project Please try again later.')
  expect(await send({ location })).toBeInstanceOf(Response)
})
