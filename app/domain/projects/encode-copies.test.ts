import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { change } from '../../../tests/database.ts'
import { anAdmin, as } from '../../../tests/people.ts'
import { projectFacts } from '../../../tests/project-facts.ts'
import { config } from '../../platform/config.server.ts'
import { transact } from '../../platform/database/database.server.ts'
import { smtpTransport } from '../../platform/email/mail.server.ts'
import { files } from '../../platform/files/files.server.ts'
import { encodePicture } from '../../platform/files/images.server.ts'
import { workerCommand } from '../../platform/session/unattended.server.ts'
import { startWorker } from '../../program/jobs.server.ts'
import { addProject } from './add-project.server.ts'
import { encodeCopies, queueMissingCopies } from './encode-copies.server.ts'
import { storedWidths } from './picture.ts'
import { findPictureFile } from './picture-file.server.ts'

const admin = await anAdmin()

/** A cover that was sent for a new project, as the form takes it in. */
async function anUpload(width: number) {
  const photo = sharp({
    create: { width, height: Math.round(width / 2), channels: 3, background: 'teal' },
  })
  const { key, sha256 } = await files.put(Readable.from([await photo.jpeg().toBuffer()]))
  const encoded = await encodePicture(key)
  await files.remove(key)
  if (!encoded) throw new Error('no picture')
  return { ...encoded, sentSha256: sha256 }
}

const facts = () => projectFacts('Garden City', { published: true, coverAlt: 'Two towers' })

async function anUploadedPicture(width: number) {
  const picture = await anUpload(width)
  const added = await as(admin, (actor) =>
    addProject(actor, facts(), { picture, alt: 'Two towers' }),
  )
  const { rows } = await change<{ id: string; project: string }>(
    'select picture_id as id, project_id as project from app.project_picture where project_id = $1',
    ['projectId' in added ? added.projectId : ''],
  )
  const [found] = rows
  if (!found) throw new Error('no picture')
  return { ...found, firstKey: picture.key }
}

type Row = { width: number; format: 'avif' | 'webp'; storage_key: string; byte_size: string }

async function copiesOf(pictureId: string): Promise<Row[]> {
  const { rows } = await change<Row>(
    'select width, format, storage_key, byte_size from app.picture_file where picture_id = $1 order by format, width',
    [pictureId],
  )
  return rows
}

const namesOf = (rows: Row[]) => rows.map(({ width, format }) => `${width}.${format}`)
const jobsFor = async (pictureId: string) =>
  (
    await change(
      "select state::text from pgboss.job where name = 'encode-picture' and data ->> 'pictureId' = $1",
      [pictureId],
    )
  ).rows
const filesStored = async () =>
  (await readdir(join(config.dataDir, 'files'), { recursive: true }))
    .filter((path) => path.includes('/'))
    .sort()
const wholeSet = [
  '480.avif',
  '768.avif',
  '1200.avif',
  '1920.avif',
  '480.webp',
  '768.webp',
  '1200.webp',
  '1920.webp',
]

describe('the widths of an uploaded picture', () => {
  test('are asked for in the transaction that stores it, and until they are made the first WebP is served', async () => {
    const { id, firstKey } = await anUploadedPicture(2400)
    expect(namesOf(await copiesOf(id))).toEqual(['1920.webp'])
    expect(await jobsFor(id)).toEqual([{ state: 'created' }])
    const guestCommand = (width: number, format: 'avif' | 'webp') =>
      transact({ role: 'guest' }, (guest) => findPictureFile(guest, id, { width, format }))
    expect(await guestCommand(480, 'webp')).toMatchObject({ width: 1920, key: firstKey })
    expect(await guestCommand(480, 'avif')).toBeNull()
    await encodeCopies(id, workerCommand)
    expect(await guestCommand(480, 'webp')).toMatchObject({ width: 480 })
    expect(await guestCommand(700, 'avif')).toMatchObject({ width: 768 })
  })

  test('are made in both formats from the first WebP, which stays, and are what they say they are', async () => {
    const { id, firstKey } = await anUploadedPicture(2400)
    await encodeCopies(id, workerCommand)
    const copies = await copiesOf(id)
    expect(namesOf(copies)).toEqual(wholeSet)
    expect(copies.at(-1)?.storage_key).toBe(firstKey)
    for (const { width, format, storage_key, byte_size } of copies) {
      const bytes = Buffer.concat((await (await files.get(storage_key))?.toArray()) ?? [])
      expect(bytes.length).toBe(Number(byte_size))
      expect(await sharp(bytes).metadata()).toMatchObject({
        width,
        format: format === 'avif' ? 'heif' : 'webp',
      })
    }
  })

  test('are never larger than it is', async () => {
    expect(storedWidths(1920)).toEqual([480, 768, 1200, 1920])
    expect(storedWidths(768)).toEqual([480, 768])
    expect(storedWidths(120)).toEqual([120])
    const { id } = await anUploadedPicture(700)
    await encodeCopies(id, workerCommand)
    expect(namesOf(await copiesOf(id))).toEqual(['480.avif', '700.avif', '480.webp', '700.webp'])
  })

  test('are told to the public pages once, all together', async () => {
    const { id, project } = await anUploadedPicture(700)
    await encodeCopies(id, workerCommand)
    await encodeCopies(id, workerCommand)
    const { rows } = await change(
      "select payload, actor from app.event where kind = 'picture.encoded' and payload ->> 'pictureId' = $1",
      [id],
    )
    expect(rows).toEqual([{ payload: { pictureId: id, projectId: project }, actor: 'worker' }])
  })
})

describe('encoding that is interrupted or done twice', () => {
  test('leaves half a set nowhere, and no file behind', async () => {
    const { id } = await anUploadedPicture(700)
    const before = await filesStored()
    let calls = 0
    const killed: typeof workerCommand = (work) => {
      calls += 1
      if (calls > 1) throw new Error('killed')
      return workerCommand(work)
    }
    await expect(encodeCopies(id, killed)).rejects.toThrow('killed')
    expect(namesOf(await copiesOf(id))).toEqual(['700.webp'])
    const orphans = (await filesStored()).filter((path) => !before.includes(path))
    expect(orphans).toHaveLength(3)
    await encodeCopies(id, workerCommand)
    expect((await filesStored()).filter((path) => !before.includes(path))).toEqual(orphans)
  })

  test('twice at the same time makes one set', async () => {
    const { id } = await anUploadedPicture(700)
    const before = (await filesStored()).length
    await Promise.all([encodeCopies(id, workerCommand), encodeCopies(id, workerCommand)])
    expect(namesOf(await copiesOf(id))).toEqual(['480.avif', '700.avif', '480.webp', '700.webp'])
    expect(await filesStored()).toHaveLength(before + 3)
  })

  test('of a picture that is gone does nothing; of one whose file is lost it fails, to be tried again', async () => {
    await encodeCopies(randomUUID(), workerCommand)
    const { id, firstKey } = await anUploadedPicture(700)
    await files.remove(firstKey)
    await expect(encodeCopies(id, workerCommand)).rejects.toThrow('not in the store')
  })
})

describe('the worker', () => {
  test('queues at its start what no job is going to encode, and encodes it', async () => {
    await change(
      "delete from app.project_picture; delete from app.picture_file; delete from app.picture; delete from pgboss.job where name = 'encode-picture'",
    )
    const [lost, waiting] = [await anUploadedPicture(500), await anUploadedPicture(520)]
    await change(
      "delete from pgboss.job where name = 'encode-picture' and data ->> 'pictureId' = $1",
      [lost.id],
    )
    await workerCommand(queueMissingCopies)
    await workerCommand(queueMissingCopies)
    expect(await jobsFor(lost.id)).toHaveLength(1)
    expect(await jobsFor(waiting.id)).toHaveLength(1)
    const worker = await startWorker(smtpTransport('smtp://127.0.0.1:1'))
    await vi.waitFor(async () => {
      expect(namesOf(await copiesOf(lost.id))).toEqual([
        '480.avif',
        '500.avif',
        '480.webp',
        '500.webp',
      ])
      expect(namesOf(await copiesOf(waiting.id))).toHaveLength(4)
    }, 15_000)
    await worker.stop()
    await workerCommand(queueMissingCopies)
    expect(await jobsFor(lost.id)).toHaveLength(1)
  })
})

test('the widths of a picture follow its files, and only they change them', async () => {
  const { id } = await anUploadedPicture(1200)
  const widthsOf = async () =>
    (
      await change(
        'select webp_widths as webp, avif_widths as avif from app.picture where id = $1',
        [id],
      )
    ).rows[0]
  expect(await widthsOf()).toEqual({ webp: [1200], avif: [] })
  await encodeCopies(id, workerCommand)
  expect(await widthsOf()).toEqual({ webp: [480, 768, 1200], avif: [480, 768, 1200] })
  await change(
    "delete from app.picture_file where picture_id = $1 and (format = 'avif' or width = 768)",
    [id],
  )
  expect(await widthsOf()).toEqual({ webp: [480, 1200], avif: [] })
  const invented = { width: 10, height: 10, placeholder: 'data:,', webp_widths: [9000] }
  await expect(
    as(admin, (actor) =>
      actor.tx
        .insertInto('picture')
        .values(invented)
        .execute()
        .then(() => ({})),
    ),
  ).rejects.toThrow('permission denied')
  await expect(
    as(admin, (actor) =>
      actor.tx
        .updateTable('picture')
        .set({ webp_widths: [] })
        .where('id', '=', id)
        .execute()
        .then(() => ({})),
    ),
  ).rejects.toThrow('permission denied')
})
