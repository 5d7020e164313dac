import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { glob, mkdtemp, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { environmentWith } from '../../config/config.ts'
import type { BackupStore } from '../../server/recovery/backups/backup-store.ts'
import { drill } from '../../server/recovery/backups/drill.ts'
import { chooseBackup, fetchArchive, filesOf } from '../../server/recovery/backups/fetch-backup.ts'
import { folderStore } from '../../server/recovery/backups/folder-store.ts'
import { findBackups } from '../../server/recovery/backups/repository.ts'
import { takeApart, takeWhenDue } from '../../server/recovery/backups/take-apart.ts'
import type { Whereabouts } from '../../server/recovery/database.ts'
import { examineBackup, restoreBackup } from '../../server/recovery/restore-backup.ts'
import { takeBackup } from '../../server/recovery/take-backup.ts'
import { verifyInstallation } from '../../server/recovery/verify-installation.ts'
import { asSuperuser } from '../database.ts'
import { anEmptyPlaceIn } from '../empty-place.ts'
import {
  database,
  document,
  installSoundly,
  keyOf,
  run,
  sha256,
  where,
} from '../sound-installation.ts'

vi.setConfig({ testTimeout: 60_000 })

installSoundly()

const [identity, stranger] = [await generateX25519Identity(), await generateX25519Identity()]
const recipients = [await identityToRecipient(identity)]
const settings = { recipients, keep: { hourly: 24, daily: 14, monthly: 12 }, everyHours: 1 }

let folder: string
let store: BackupStore
const anEmptyPlace = () => anEmptyPlaceIn(folder)

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'msingi-apart-'))
  store = folderStore(folder)
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

const take = (to = store, options = settings) => takeApart(where, to, options)

/** Paths of what is in the place, by a pattern. */
const stored = (pattern: string) => Array.fromAsync(glob(pattern, { cwd: folder }))
async function onlyStored(pattern: string): Promise<string> {
  const [path, ...more] = await stored(pattern)
  if (!path || more.length > 0) throw new Error(`not one ${pattern}`)
  return join(folder, path)
}

async function fetched(name = 'latest', identities = [identity]) {
  const path = join(folder, `${randomBytes(6).toString('hex')}.zip`)
  await fetchArchive(store, await chooseBackup(store, name), identities, path)
  return path
}

const findings = async (place: Whereabouts) =>
  (await verifyInstallation(place)).flatMap(({ findings }) => findings)

async function state() {
  return asSuperuser(async (client) => {
    const { rows } = await client.query('select * from app.recovery_state')
    return rows[0]
  }, database)
}

test('OPS-340 a backup to a place is encrypted and names nothing; restored elsewhere it is whole, and each file is copied once', async () => {
  const taken = await take()
  expect(taken).toMatchObject({ files: 2, copied: 2, missing: [], spoiled: [], damaged: [] })
  expect(await stored('**/*.part')).toEqual([])
  const objects = await stored('files/*/*')
  expect(objects).toHaveLength(2)
  expect(objects.join()).not.toContain(sha256(document).slice(0, 8))
  for (const path of [...objects, ...(await stored('backups/*.age'))]) {
    const bytes = await readFile(join(folder, path))
    expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    expect(bytes.includes(document)).toBe(false)
  }
  const path = await fetched()
  const files = filesOf(store, [identity])
  const manifest = await examineBackup(path, files)
  await expect(examineBackup(path)).rejects.toThrow(
    'has no files: they are where it was taken from',
  )
  const place = await anEmptyPlace()
  const lost = await restoreBackup(place, path, manifest, 'same-secret', files)
  expect([lost, await findings(place)]).toEqual([[], []])
  expect(await readFile(join(place.dataDir, 'files', keyOf(document)))).toEqual(document)
  expect((await state()).backup_at.toISOString()).toBe(taken.takenAt)

  expect(await take()).toMatchObject({ files: 2, copied: 0 })
  const others = { ...settings, recipients: [await identityToRecipient(stranger)] }
  expect(await take(store, others)).toMatchObject({ files: 2, copied: 2 })
  await fetched('latest', [stranger])
})

test('OPS-341 a wrong secret key, and an archive that was truncated or altered, are refused before anything is written', async () => {
  const { moment } = await take()
  const archive = await onlyStored('backups/*.age')
  const whole = await readFile(archive)
  await expect(fetched('latest', [stranger])).rejects.toThrow(
    `The backup ${moment} was not encrypted to this identity. Nothing was written`,
  )
  await expect(fetched('2026-01-01T00-00-00.000Z')).rejects.toThrow(`but:\n  ${moment}`)
  for (const at of [30, 400, whole.length - 300]) {
    const altered = Buffer.from(whole)
    altered[at] = (altered[at] ?? 0) ^ 1
    await writeFile(archive, altered)
    await expect(fetched()).rejects.toThrow(
      /^The backup .* (was altered or truncated|was not encrypted)/,
    )
  }
  for (const bytes of [whole.length - 1, 100_000 % whole.length, 50, 0]) {
    await writeFile(archive, whole)
    await truncate(archive, bytes)
    await expect(fetched(moment)).rejects.toThrow('is incomplete: choose another')
    expect(await findBackups(store)).toMatchObject({ whole: [], damaged: [moment] })
  }
  // What is damaged is neither counted nor deleted, nor is it the newest.
  const next = await take()
  expect(next.damaged).toEqual([moment])
  expect((await findBackups(store)).whole.map((backup) => backup.moment)).toEqual([next.moment])
})

test('OPS-342 files that are missing or damaged in the place are named and the rest is restored; the next backup copies them again', async () => {
  await take()
  const [gone = '', altered = ''] = await stored('files/*/*')
  await rm(join(folder, gone))
  const bytes = await readFile(join(folder, altered))
  bytes.write('X', bytes.length - 3)
  await writeFile(join(folder, altered), bytes)
  const trial = await mkdtemp(join(folder, 'drill-'))
  const drilled = await drill(store, {
    identities: [identity],
    folder: trial,
    appSecret: where.appSecret,
    inDatabase: async (_folder, _secret, work) => work(await anEmptyPlace()),
  })
  expect(drilled).toMatchObject({ isWhole: false })
  expect(drilled.steps.map(({ step, isDone }) => [step, isDone])).toEqual(
    ['Newest', 'Fetch', 'Read', 'Restore', 'Verify'].map((step) => [step, true]),
  )
  expect(drilled.steps[3]?.found).toBe('without 2 of 2 files: missing or damaged')
  expect(drilled.verdicts.find(({ subject }) => subject === 'Files')?.findings).toHaveLength(2)
  // The altered one has its length: only a drill finds it.
  await rm(join(folder, altered))
  expect(await take()).toMatchObject({ copied: 2 })
})

test('OPS-343 a file that is missing here is named, and one that was altered is stored as it is; a drill then says so', async () => {
  await writeFile(join(where.dataDir, 'files', keyOf(document)), 'altered')
  expect(await take()).toMatchObject({ missing: [], spoiled: [keyOf(document)], copied: 2 })
  await rm(join(where.dataDir, 'files', keyOf(document)))
  await rm(join(folder, 'files'), { recursive: true })
  expect(await take()).toMatchObject({ missing: [keyOf(document)], copied: 1 })
  expect(await state()).toMatchObject({ backup_missing: 1, backup_failed_at: null })
})

/** The place breaks off after so many bytes of a path. */
const breaking = (path: RegExp, after: number, message: string): BackupStore => ({
  ...store,
  put: (name, source) => {
    if (!path.test(name)) return store.put(name, source)
    async function* broken() {
      let sent = 0
      for await (const chunk of source as AsyncIterable<Buffer>) {
        sent += chunk.length
        if (sent > after) throw Object.assign(new Error(message), { code: 'ENOSPC' })
        yield chunk
      }
    }
    return store.put(name, Readable.from(broken(), { objectMode: false }))
  },
})

test.each([
  ['archive', /\.age$/, 2_000],
  ['first byte of the archive', /\.age$/, 0],
  ['file', /^files\//, 100],
  ['index', /\.index$/, 10],
])(
  'OPS-344 a place that is full at the %s leaves no backup that counts, and the earlier one stays',
  async (_part, path, after) => {
    const first = await take()
    const file = await onlyStored('backups/*.index')
    await rm(join(folder, 'files'), { recursive: true })
    await expect(take(breaking(path, after, 'no space left'))).rejects.toThrow('no space left')
    const { whole } = await findBackups(store)
    expect(whole.map(({ moment }) => moment)).toEqual([first.moment])
    expect([existsSync(file), await stored('**/*.part')]).toEqual([true, []])
    expect(await state()).toMatchObject({ backup_failure: 'no space left' })
    expect((await state()).backup_at.toISOString()).toBe(first.takenAt)
    await take()
    expect((await findBackups(store)).unfinished).toEqual([])
    expect(await stored('files/*/*')).toHaveLength(2)
    expect(await state()).toMatchObject({ backup_failure: null, backup_failed_at: null })
  },
)

test('OPS-345 a place that is not there, or is no folder, is refused in words and filled with nothing', async () => {
  const missing = join(folder, 'not-mounted')
  await expect(take(folderStore(missing))).rejects.toThrow(
    `There is no folder ${missing} (BACKUP_TO). Make it, or mount the disk that it is on.`,
  )
  expect(existsSync(missing)).toBe(false)
  await take()
  await run('update app.recovery_state set installation_id = gen_random_uuid()')
  await expect(take()).rejects.toThrow('are of another installation')
  expect((await findBackups(store)).whole).toHaveLength(1)
})

test('OPS-346 of two workers at the same time one takes the backup, and none while it is recent; a clock that was wrong makes it due', async () => {
  const both = await Promise.all([
    takeWhenDue(where, store, settings),
    takeWhenDue(where, store, settings),
  ])
  expect(both.filter(Boolean)).toHaveLength(1)
  expect(await takeWhenDue(where, store, settings)).toBeNull()
  const isDueAt = async (age: string, everyHours: number) => {
    await run(`update app.recovery_state set backup_at = now() - interval '${age}'`)
    return (await takeWhenDue(where, store, { ...settings, everyHours })) !== null
  }
  expect(await isDueAt('29 minutes', 1)).toBe(false)
  expect(await isDueAt('31 minutes', 1)).toBe(true)
  expect(await isDueAt('23 hours', 24)).toBe(false)
  expect(await isDueAt('23 hours 40 minutes', 24)).toBe(true)
  expect(await isDueAt('-2 days', 24)).toBe(true)
  // A file of an administrator is not in the place; an empty place has none.
  await run(`update app.recovery_state set backup_at = now() - interval '31 minutes'`)
  await takeBackup(where, join(folder, '.file.zip'), 'not-noted')
  expect(await takeWhenDue(where, store, settings)).not.toBeNull()
  const elsewhere = folderStore(await mkdtemp(join(folder, 'elsewhere-')))
  expect(await takeWhenDue(where, elsewhere, settings)).not.toBeNull()
  expect(await takeWhenDue(where, elsewhere, settings)).toBeNull()
})

test('OPS-347 the settings say which backups are kept; files go when no kept backup needs them', async () => {
  const renamed = async (moment: string, to: string) => {
    for (const path of await stored(`backups/${moment}*`))
      await rename(join(folder, path), join(folder, path.replace(moment, to)))
    return to
  }
  const moments = async () => (await findBackups(store)).whole.map(({ moment }) => moment)
  await renamed((await take()).moment, '2020-01-01T10-00-00.000Z')
  const second = await renamed((await take()).moment, '2020-01-02T10-00-00.000Z')
  await store.put('files/ab/ab00', Readable.from([Buffer.from('x')]))
  const third = await take(store, { ...settings, keep: { hourly: 1, daily: 2, monthly: 0 } })
  expect(third.deleted).toEqual({ backups: 1, files: 1 })
  expect(await moments()).toEqual([second, third.moment])
  expect(await stored('files/*/*')).toHaveLength(2)
  // An index that cannot be read.
  await writeFile(await onlyStored(`backups/${second}*.index`), 'x')
  await renamed(third.moment, '2020-01-03T10-00-00.000Z')
  await expect(take()).rejects.toThrow(/is whole, but old ones could not be deleted/)
  expect([(await moments()).length, (await stored('files/*/*')).length]).toEqual([3, 2])
})

test('OPS-348 a backup that is killed in the middle does not count, and the next one clears what it left', async () => {
  const settingsOfProgram = {
    DATABASE_URL: where.databaseUrl,
    APP_SECRET: where.appSecret,
    DATA_DIR: where.dataDir,
    BACKUP_TO: folder,
    BACKUP_RECIPIENT: recipients.join(),
  }
  await asSuperuser(async (holder) => {
    await holder.query('begin; lock table app.investor in access exclusive mode')
    const command = spawn(process.execPath, ['server/commands/backup.ts'], {
      env: environmentWith(settingsOfProgram),
      stdio: 'ignore',
    })
    const ended = once(command, 'close')
    const waiting = `select from pg_locks where relation = 'app.investor'::regclass and not granted
      and database = (select oid from pg_database where datname = current_database())`
    await vi.waitFor(async () => expect((await holder.query(waiting)).rowCount).toBe(1), 30_000)
    command.kill('SIGKILL')
    await ended
    await holder.query('rollback')
  }, database)
  expect(await stored('backups/*.part')).toHaveLength(1)
  expect(await findBackups(store)).toMatchObject({ whole: [] })
  const next = await vi.waitFor(() => take(), { timeout: 15_000, interval: 250 })
  expect(await stored('**/*.part')).toEqual([])
  expect((await findBackups(store)).whole.map(({ moment }) => moment)).toEqual([next.moment])
})
