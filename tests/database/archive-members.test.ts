import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { memberOfFile, withArchive } from '../../server/recovery/archive.ts'
import { writeArchive } from '../../server/recovery/archive-writer.ts'
import { examineBackup, restoreBackup } from '../../server/recovery/restore-backup.ts'
import { takeBackup } from '../../server/recovery/take-backup.ts'
import { verifyInstallation } from '../../server/recovery/verify-installation.ts'
import { asSuperuser } from '../database.ts'
import { type Elsewhere, startElsewhere } from '../elsewhere.ts'
import {
  database,
  document,
  fileOf,
  installSoundly,
  keyOf,
  picture,
  where,
} from '../sound-installation.ts'

vi.setConfig({ testTimeout: 60_000 })
installSoundly()

let elsewhere: Elsewhere
beforeAll(async () => {
  elsewhere = await startElsewhere()
})
afterAll(() => elsewhere.stop())

const archive = () => join(where.dataDir, `${randomUUID()}.zip`)

test('RT-478 an archive with a member that its lists do not name, or with two of a name, is refused', async () => {
  const whole = archive()
  await takeBackup(where, whole)
  const withOneMore = async (name: string) => {
    const path = archive()
    await withArchive(whole, async ({ members, open }) => {
      const writer = await writeArchive(path)
      for (const member of members) await writer.add(member, await open(member), 'store')
      await writer.add(name, Readable.from([Buffer.from('x')]), 'store')
      await writer.finish()
    })
    return path
  }
  const strange = memberOfFile(keyOf(Buffer.from('strange')))
  await expect(examineBackup(await withOneMore(strange))).rejects.toThrow(
    `is damaged: ${strange}. Nothing was written`,
  )
  await expect(examineBackup(await withOneMore('jobs.copy'))).rejects.toThrow(
    'is damaged: its list of members cannot be read. Nothing was written',
  )
})

/** As it waits where nothing else can hold a backup up: between its first list of the files and its moment. */
const waitAtSignIn = `
  create function public.wait() returns event_trigger language plpgsql as $$ begin perform pg_advisory_xact_lock_shared(1); end $$;
  create event trigger wait on login execute function public.wait()`

test('RT-479 a file that is deleted after it was copied and before the moment of the backup is not restored', async () => {
  const path = archive()
  const taken = await asSuperuser(async (holder) => {
    const isHeldUp = (locks: string) =>
      vi.waitFor(async () => {
        const query = `select from pg_locks where ${locks} and not granted
          and database = (select oid from pg_database where datname = current_database())`
        expect((await holder.query(query)).rowCount).toBe(1)
      }, 15_000)
    await holder.query(waitAtSignIn)
    await holder.query('begin; lock table app.picture_file in access exclusive mode')
    const taking = takeBackup(where, path)
    await isHeldUp("relation = 'app.picture_file'::regclass")
    await holder.query('select pg_advisory_lock(1); commit')
    await isHeldUp("locktype = 'advisory' and objid = 1")
    await holder.query(
      "begin; set local app.actor = 'command'; delete from app.stored_file; commit",
    )
    await rm(fileOf(document))
    await holder.query('select pg_advisory_unlock(1)')
    return taking
  }, database)
  expect(taken).toMatchObject({ files: 1, missing: [], spoiled: [] })

  const manifest = await examineBackup(path)
  expect(manifest.deleted).toEqual([keyOf(document)])
  await withArchive(path, async ({ members }) =>
    expect(members).toContain(memberOfFile(keyOf(document))),
  )
  const place = await elsewhere.anEmptyPlace(where.appSecret)
  await restoreBackup(place, path, manifest)
  const isThere = (key: string) => existsSync(join(place.dataDir, 'files', key))
  expect([document, picture].map((bytes) => isThere(keyOf(bytes)))).toEqual([false, true])
  expect((await verifyInstallation(place)).flatMap(({ findings }) => findings)).toEqual([])
})
