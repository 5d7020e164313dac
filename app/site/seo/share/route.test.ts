import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { change } from '../../../../tests/database.ts'
import { aProject } from '../../../../tests/people.ts'
import { requestBy } from '../../../../tests/requests.ts'
import { files } from '../../../platform/files/files.server.ts'
import { loader } from './route.ts'

async function get(file: string, init?: RequestInit): Promise<Response> {
  const args = { ...requestBy(null, `/share/${file}`, init), params: { file } }
  return loader(args as unknown as Parameters<typeof loader>[0])
}

async function slugOf(projectId: string): Promise<string> {
  const { rows } = await change<{ slug: string }>('select slug from app.project where id = $1', [
    projectId,
  ])
  return rows[0]?.slug ?? ''
}

/** A cover photograph that compresses badly. */
async function withCover(projectId: string): Promise<void> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
  const bytes = await sharp({
    create: { width: 1200, height: 800, channels: 3, background: 'teal', noise },
  })
    .webp({ quality: 90 })
    .toBuffer()
  const { key, byteSize } = await files.put(Readable.from([bytes]))
  const id = randomUUID()
  await change(
    "insert into app.picture (id, width, height, placeholder) values ($1, 1200, 800, 'x')",
    [id],
  )
  await change("insert into app.picture_file values ($1, 1200, 'webp', $2, $3)", [
    id,
    key,
    byteSize,
  ])
  await change("insert into app.project_picture values ($1, $2, 1, 'Two towers')", [projectId, id])
}

async function pictureIn(answer: Response) {
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Content-Type')).toBe('image/jpeg')
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(bytes.byteLength).toBe(Number(answer.headers.get('Content-Length')))
  const { format, width, height } = await sharp(bytes).metadata()
  expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1200, height: 630 })
  return bytes
}

describe('PUB-098 the picture a link is shared with', () => {
  test('of the site and of a published project is a JPEG of 1200 by 630 pixels and at most 150 KB', async () => {
    const projectId = await aProject()
    await withCover(projectId)
    for (const file of ['site.jpg', `${await slugOf(projectId)}.jpg`]) {
      expect((await pictureIn(await get(file))).byteLength).toBeLessThanOrEqual(150_000)
    }
  })

  test('shows the cover: it looks another way without one', async () => {
    const projectId = await aProject('Before and after')
    const slug = await slugOf(projectId)
    const before = await get(`${slug}.jpg`)
    await withCover(projectId)
    const after = await get(`${slug}.jpg`)
    expect(after.headers.get('ETag')).not.toBe(before.headers.get('ETag'))
    expect(await pictureIn(after)).not.toEqual(await pictureIn(before))
  })

  test('is drawn once for what it shows, and not sent again to a reader who has it', async () => {
    const slug = await slugOf(await aProject('Kept'))
    const first = await get(`${slug}.jpg`)
    const again = await get(`${slug}.jpg`)
    expect(await pictureIn(again)).toEqual(await pictureIn(first))
    expect(first.headers.get('Cache-Control')).toBe('public, max-age=300')
    const etag = first.headers.get('ETag') ?? ''
    const known = await get(`${slug}.jpg`, { headers: { 'If-None-Match': `W/${etag}` } })
    expect(known.status).toBe(304)
    expect(known.body).toBeNull()
    await change("update app.project set name = 'Renamed' where slug = $1", [slug])
    expect((await get(`${slug}.jpg`, { headers: { 'If-None-Match': etag } })).status).toBe(200)
  })

  test('a HEAD has its length and no body', async () => {
    const answer = await get('site.jpg', { method: 'HEAD' })
    expect(Number(answer.headers.get('Content-Length'))).toBeGreaterThan(10_000)
    expect(answer.body).toBeNull()
  })

  test.each([
    ['in Arabic script', 'أبراج التوأم'],
    ['with signs the fonts lack', 'Türme 🏗️ 大厦'],
    ['of 120 characters in one word', 'W'.repeat(120)],
    ['with markup', '</svg><script>alert(1)</script> & "quotes"'],
  ])('a name %s does not break it', async (_, name) => {
    await pictureIn(await get(`${await slugOf(await aProject(name))}.jpg`))
  })

  test('of a former slug is where the project is now', async () => {
    const projectId = await aProject('Moved')
    const former = `former-${randomUUID()}`
    await change('insert into app.former_slug (slug, project_id) values ($1, $2)', [
      former,
      projectId,
    ])
    const answer = await get(`${former}.jpg`)
    expect(answer.status).toBe(308)
    expect(answer.headers.get('Location')).toBe(`/share/${await slugOf(projectId)}.jpg`)
  })

  test('of a project that is hidden, unknown or oddly named is missing', async () => {
    const hidden = await slugOf(await aProject('Hidden', { published: false }))
    for (const file of [
      `${hidden}.jpg`,
      'nobody-knows.jpg',
      'site.png',
      'site',
      '.jpg',
      '..%2Fsite.jpg',
      "a'b.jpg",
    ]) {
      await expect(get(file), file).rejects.toMatchObject({ status: 404 })
    }
  })
})
