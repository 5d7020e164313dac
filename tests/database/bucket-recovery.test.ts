import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import { newKey } from '../../app/platform/files/file-store.server.ts'
import { objectStore } from '../../app/platform/files/object-store.server.ts'
import { refuseLostDatabase } from '../../server/postgres/installation.ts'
import { bucketPlace } from '../../server/recovery/bucket-place.ts'
import { connected, refuseHalfRestored, type Whereabouts } from '../../server/recovery/database.ts'
import { examineBackup, restoreBackup } from '../../server/recovery/restore-backup.ts'
import { measure } from '../../server/recovery/stored-files.ts'
import { takeBackup } from '../../server/recovery/take-backup.ts'
import { verifyInstallation } from '../../server/recovery/verify-installation.ts'
import { asSuperuser } from '../database.ts'
import { type Elsewhere, startElsewhere } from '../elsewhere.ts'
import { startObjectStore, type TestStore } from '../object-store.ts'

vi.setConfig({ testTimeout: 60_000 })

const mebibyte = 1024 * 1024
const secret = inject('secret')
const database = `bucket_${randomBytes(6).toString('hex')}`
const [remote, other]: TestStore[] = [await startObjectStore(), await startObjectStore()]
if (!remote || !other) throw new Error('no store')
const { line } = remote
const [files, othersFiles] = [objectStore(remote.settings), objectStore(other.settings)]
const dataDir = process.env.DATA_DIR ?? ''
const url = new URL(process.env.DATABASE_URL ?? '')
url.pathname = `/${database}`
const here: Whereabouts = {
  databaseUrl: url.href,
  appSecret: secret,
  dataDir,
  objectStore: remote.settings,
}
let elsewhere: Elsewhere
/** What the first test backs up, and the archive of where it restored that, which the last one goes on with. */
let [first, large, empty, fromFolder] = ['', '', '', '']

beforeAll(async () => {
  await asSuperuser(
    (client) => client.query(`create database ${database} template msingi`),
    'postgres',
  )
  elsewhere = await startElsewhere()
})
afterEach(line.restored)
afterAll(async () => {
  await elsewhere.stop()
  await asSuperuser((client) => client.query(`drop database ${database} with (force)`), 'postgres')
  await Promise.all([remote.stop(), other.stop()])
})

const run = (statement: string, values: unknown[] = []) =>
  asSuperuser(async (client) => {
    await client.query("begin; set local app.actor = 'command'")
    await client.query(statement, values)
    await client.query('commit')
  }, database)

/** Stored under a key that sorts first or last, or anywhere. */
async function aDocument(bytes: Buffer | string, place = newKey()) {
  const { key, byteSize, sha256 } = await files.put(
    Readable.from([Buffer.from(bytes)], { objectMode: false }),
    place,
  )
  await run(
    `insert into app.stored_file (storage_key, original_name, media_type, byte_size, sha256)
     values ($1, 'paper.txt', 'text/plain', $2, $3)`,
    [key, byteSize, sha256],
  )
  return key
}
const sortedFirst = () => `00/00${newKey().slice(5)}`
const sortedLast = () => `ff/ff${newKey().slice(5)}`

/** As the product does it: the row, and when that is gone the file. */
async function removed(key: string) {
  await run('delete from app.stored_file where storage_key = $1', [key])
  await files.remove(key)
}

const archiveNamed = (name: string) => join(dataDir, `${name}-${randomUUID()}.zip`)
const half = async () => (await readdir(dataDir)).filter((name) => name.endsWith('.part'))

async function findings(where: Whereabouts) {
  return (await verifyInstallation(where)).flatMap(({ findings }) => findings)
}

/** Takes a backup that is held up at its moment, after its files and before its rows are copied, until `work` is done. */
async function heldUpBackup(path: string, work: () => Promise<unknown>) {
  return asSuperuser(async (holder) => {
    await holder.query('begin; lock table app.investor in access exclusive mode')
    const taking = takeBackup(here, path)
    const waiting = `select from pg_locks where relation = 'app.investor'::regclass and not granted
      and database = (select oid from pg_database where datname = current_database())`
    await vi.waitFor(async () => expect((await holder.query(waiting)).rowCount).toBe(1), 15_000)
    await work()
    await holder.query('commit')
    return taking
  }, database)
}

test('a backup of a bucket under uploads and deletions is one moment, and restored into a folder it is whole', async () => {
  first = await aDocument('The first', sortedFirst())
  large = await aDocument(randomBytes(6 * mebibyte))
  empty = await aDocument('')
  const goes = await aDocument('Withdrawn', sortedLast())
  const path = archiveNamed('moving')
  const taken = await heldUpBackup(path, async () => {
    await aDocument('Uploaded meanwhile')
    await removed(goes)
  })
  expect(taken).toMatchObject({ missing: [], spoiled: [], files: 4 })
  // Each file is fetched once, before the rows are copied.
  expect(line.asked.filter((request) => request.startsWith(`GET /files/${first}`))).toHaveLength(1)
  expect(await half()).toEqual([])

  const inFolder = await elsewhere.anEmptyPlace(secret)
  await restoreBackup(inFolder, path, await examineBackup(path))
  expect(await findings(inFolder)).toEqual([])
  for (const [key, text] of [
    [first, 'The first'],
    [goes, 'Withdrawn'],
  ] as const)
    expect(await readFile(join(inFolder.dataDir, 'files', key), 'utf8')).toBe(text)

  fromFolder = archiveNamed('from-a-folder')
  await takeBackup(inFolder, fromFolder)
})

test('an object that was removed or altered is found by name, and reported by a backup', async () => {
  const [gone, altered] = [await aDocument('Gone'), await aDocument('Altered')]
  expect(await findings(here)).toEqual([])
  await files.remove(gone)
  await files.put(Readable.from([Buffer.from('altered')]), altered)
  expect((await findings(here)).toSorted()).toEqual(
    [
      `${gone} (file "paper.txt") is missing`,
      `${altered} (file "paper.txt") is not what was stored`,
    ].toSorted(),
  )
  const path = archiveNamed('missing')
  expect(await takeBackup(here, path)).toMatchObject({ missing: [gone], spoiled: [altered] })
  for (const key of [gone, altered]) await removed(key)
})

test('a store that is down or stops is a fault, and never a missing file; nothing is left of the backup', async () => {
  const key = await aDocument(randomBytes(6 * mebibyte))
  const path = archiveNamed('down')
  line.breaks('down', 3 * mebibyte)
  await expect(takeBackup(here, path)).rejects.toThrow(
    /^The object store did not send a file to its end: /,
  )
  line.restored()
  line.breaks('up', 0)
  await expect(takeBackup(here, path)).rejects.toThrow(/^The object store did not return a file: /)
  await expect(verifyInstallation(here)).rejects.toThrow(
    /^The object store did not return a file: /,
  )
  line.restored()
  line.breaks('down', 3 * mebibyte, 'stall')
  const impatient = bucketPlace(remote.settings, {
    connectMs: 2_000,
    answerMs: 300,
    partMs: 300,
    pauseMs: 300,
  })
  const source = await impatient.open(key)
  await expect(source && measure(source)).rejects.toThrow('it stopped in the middle of a file')
  expect([existsSync(path), await half()]).toEqual([false, []])
  const lost = { ...here, objectStore: { ...remote.settings, bucket: 'elsewhere' } }
  await expect(verifyInstallation(lost)).rejects.toThrow(
    /^The object store did not return a file: NoSuchBucket/,
  )
  await removed(key)
})

test('DATA-350 no database is made next to files in a bucket whose database is lost, and none while the store is down', async () => {
  const lost = { dataDir: join(dataDir, randomUUID()), objectStore: remote.settings }
  await expect(refuseLostDatabase(lost)).rejects.toThrow(
    /^DATA_DIR .* is incomplete: there are files in the bucket files at http:.*, but no database\. Restore it/,
  )
  remote.line.breaks('up', 0)
  await expect(refuseLostDatabase(lost)).rejects.toThrow(
    /^The object store did not list the bucket: /,
  )
  remote.line.restored()
  await expect(
    refuseLostDatabase({ ...lost, objectStore: other.settings }),
  ).resolves.toBeUndefined()
})

test('a backup of a folder restores into a bucket; one that broke off is begun again, and removes only what it put there', async () => {
  const manifest = await examineBackup(fromFolder)
  const restore = (place: Whereabouts) => restoreBackup(place, fromFolder, manifest)
  const place = { ...(await elsewhere.anEmptyPlace(secret)), objectStore: other.settings }
  other.line.breaks('up', 2 * mebibyte)
  await expect(restore(place)).rejects.toThrow(/^The object store did not accept a file: /)
  other.line.restored()
  await expect(connected(place.databaseUrl, refuseHalfRestored)).rejects.toThrow(
    'A restore into this installation',
  )
  expect([await othersFiles.size(first), await othersFiles.size(large)]).toEqual([9, null])

  // By mistake into the bucket that the files came from, where they have the same keys.
  await expect(restore({ ...place, objectStore: remote.settings })).rejects.toThrow(
    'There are files in the bucket',
  )
  expect(await files.size(first)).toBe(9)
  const stranger = newKey()
  await othersFiles.put(Readable.from([Buffer.from('of somebody else')]), stranger)
  await expect(restore(place)).rejects.toThrow(
    /^There are files in the bucket files at http:.* already, and a restore replaces nothing\. .* Name an empty bucket/,
  )
  expect([await othersFiles.size(first), await othersFiles.size(stranger)]).toEqual([null, 16])
  await othersFiles.remove(stranger)

  await restore(place)
  await connected(place.databaseUrl, refuseHalfRestored)
  expect(await findings(place)).toEqual([])
  expect([await othersFiles.size(large), await othersFiles.size(empty)]).toEqual([6 * mebibyte, 0])
  expect(existsSync(join(place.dataDir, 'files'))).toBe(false)
})
