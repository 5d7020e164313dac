import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { anAdmin, anInvestment, anInvestor, aProject, as } from '../../../tests/people.ts'
import { requestBy } from '../../../tests/requests.ts'
import { listMissingPictures } from '../../domain/projects/missing-pictures.server.ts'
import { files } from '../../platform/files/files.server.ts'
import { usd } from '../../values/money.ts'
import { loader } from './route.ts'

type Who = Parameters<typeof requestBy>[0]
const admin = await anAdmin()
const widths = [480, 1200]
let published: string
let hidden: string
let hiddenProject: string

beforeAll(async () => {
  published = await aPictureOf(await aProject('Open'))
  hiddenProject = await aProject('Hidden', { published: false })
  hidden = await aPictureOf(hiddenProject)
})

const blurred = `data:image/webp;base64,${(
  await sharp({ create: { width: 4, height: 3, channels: 3, background: 'teal' } })
    .webp()
    .toBuffer()
).toString('base64')}`

async function aPictureOf(projectId: string): Promise<string> {
  const id = randomUUID()
  const stored = await Promise.all(
    widths.map(async (width) => {
      const bytes = await sharp({ create: { width, height: 10, channels: 3, background: 'teal' } })
        .webp()
        .toBuffer()
      return { width, ...(await files.put(Readable.from([bytes]))) }
    }),
  )
  await asSuperuser(async (client) => {
    await client.query("select set_config('app.actor', 'command', false)")
    await client.query(
      'insert into app.picture (id, width, height, placeholder) values ($1, 1200, 10, $2)',
      [id, blurred],
    )
    for (const { width, key, byteSize } of stored) {
      await client.query("insert into app.picture_file values ($1, $2, 'webp', $3, $4)", [
        id,
        width,
        key,
        byteSize,
      ])
    }
    await client.query("insert into app.project_picture values ($1, $2, 1, 'Two towers')", [
      projectId,
      id,
    ])
  })
  return id
}

async function get(
  by: Who,
  pictureId: string,
  file: string,
  init?: RequestInit,
): Promise<Response> {
  const args = {
    ...requestBy(by, `/pictures/${pictureId}/${file}`, init),
    params: { pictureId, file },
  }
  return loader(args as Parameters<typeof loader>[0])
}

const missing = { status: 404 }
const widthOf = async (answer: Response) =>
  (await sharp(await answer.arrayBuffer()).metadata()).width

describe('a picture of a published project', () => {
  test("is everyone's, kept by caches for an hour, and sent whole", async () => {
    const answer = await get(null, published, '480.webp')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=3600')
    expect(answer.headers.get('Content-Type')).toBe('image/webp')
    expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
    const length = Number(answer.headers.get('Content-Length'))
    expect((await answer.arrayBuffer()).byteLength).toBe(length)
  })

  test.each([
    ['100', 480],
    ['480', 480],
    ['481', 1200],
    ['9999', 1200],
  ])(
    'asked for at %s px comes at the nearest stored width above, else the largest: %i',
    async (args, sent) => {
      expect(await widthOf(await get(null, published, `${args}.webp`))).toBe(sent)
    },
  )

  test('is not sent again to a reader who has it, and a HEAD has no body', async () => {
    const etag =
      (await get(null, published, '480.webp', { method: 'HEAD' })).headers.get('ETag') ?? ''
    expect(etag).toMatch(/^"/)
    const again = await get(null, published, '480.webp', {
      headers: { 'If-None-Match': `"other", W/${etag}` },
    })
    expect(again.status).toBe(304)
    expect(again.body).toBeNull()
    const wider = await get(null, published, '1200.webp', { headers: { 'If-None-Match': etag } })
    expect(wider.status).toBe(200)
    await wider.body?.cancel()
  })

  test('OWN-013 whose file is gone shows the few pixels that are known, and the office is told where until it is back', async () => {
    const project = await aProject('Weathered')
    const id = await aPictureOf(project)
    const places = async () =>
      (await as(admin, listMissingPictures)).filter(({ projectId }) => projectId === project)
    const [{ storage_key: key }] = (
      await change<{ storage_key: string }>(
        'select storage_key from app.picture_file where picture_id = $1 and width = 480',
        [id],
      )
    ).rows as [{ storage_key: string }]
    const bytes = await buffer((await files.get(key)) ?? Readable.from([]))
    await files.remove(key)
    for (const by of [null, admin]) {
      const answer = await get(by, id, '480.webp')
      expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([404, 'no-store'])
      expect(answer.headers.get('Content-Type')).toBe('image/webp')
      expect(await widthOf(answer)).toBe(4)
    }
    expect(await widthOf(await get(null, id, '1200.webp'))).toBe(1200)
    expect(await places()).toEqual([{ projectId: project, project: 'Weathered', of: 'pictures' }])
    await change('delete from app.project_picture where picture_id = $1', [id])
    expect(await places()).toEqual([])
    const update = await change<{ id: string }>(
      `insert into app.project_update (project_id, dated_on, progress_percent, body) values ($1, '2026-03-01', 40, 'Roof') returning id`,
      [project],
    )
    await change(
      "insert into app.project_update_picture (update_id, picture_id, alt) values ($1, $2, 'Roof')",
      [update.rows[0]?.id, id],
    )
    expect(await places()).toMatchObject([{ of: 'updates' }])
    await files.put(Readable.from([bytes]), key)
    expect(await places()).toEqual([])
  })

  test('is missing in a format it was not stored in, and at an address of another make', async () => {
    for (const file of [
      '480.avif',
      '480.png',
      '480',
      'x.webp',
      '../480.webp',
      '480.webp.webp',
      '123456.webp',
    ]) {
      await expect(get(null, published, file)).rejects.toMatchObject(missing)
    }
    await expect(get(null, randomUUID(), '480.webp')).rejects.toMatchObject(missing)
    await expect(get(null, "1' or true", '480.webp')).rejects.toMatchObject(missing)
  })
})

describe('MPR-024 a picture of a project that is not published', () => {
  test('is missing for guests, and for investors who do not hold the project', async () => {
    await expect(get(null, hidden, '480.webp')).rejects.toMatchObject(missing)
    await expect(get(await anInvestor(), hidden, '480.webp')).rejects.toMatchObject(missing)
  })

  test('is shown to administrators, and to an investor who holds the project; no shared cache keeps it', async () => {
    const holder = await anInvestor()
    await anInvestment(holder.investorId, hiddenProject, usd('1,000'))
    for (const who of [admin, holder]) {
      const answer = await get(who, hidden, '480.webp')
      expect(answer.headers.get('Cache-Control')).toBe('private, no-cache')
      expect(await widthOf(answer)).toBe(480)
    }
  })

  test('stops being public when its project does', async () => {
    const projectId = await aProject('Closing')
    const id = await aPictureOf(projectId)
    expect((await get(null, id, '480.webp', { method: 'HEAD' })).status).toBe(200)
    await asSuperuser(async (client) => {
      await client.query("select set_config('app.actor', 'command', false)")
      await client.query('update app.project set published = false where id = $1', [projectId])
    })
    await expect(get(null, id, '480.webp')).rejects.toMatchObject(missing)
  })
})
