import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { expect, onTestFinished, test, vi } from 'vitest'
import { bucketStore } from '../../server/recovery/backups/bucket-store.ts'
import { drill } from '../../server/recovery/backups/drill.ts'
import { findBackups } from '../../server/recovery/backups/repository.ts'
import { takeApart } from '../../server/recovery/backups/take-apart.ts'
import { anEmptyPlaceIn } from '../empty-place.ts'
import { startObjectStore } from '../object-store.ts'
import { installSoundly, where } from '../sound-installation.ts'

vi.setConfig({ testTimeout: 60_000 })

installSoundly()

test('OPS-349 a bucket that checks signatures takes backups below its prefix, a drill finds them whole, and one that broke off does not count', async () => {
  const { settings, line, stop } = await startObjectStore({ checksSignatures: true })
  onTestFinished(stop)
  const folder = await mkdtemp(join(tmpdir(), 'msingi-drill-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const identity = await generateX25519Identity()
  const recipients = [await identityToRecipient(identity)]
  const store = bucketStore(settings, 'msingi/')
  const take = (hourly: number) =>
    takeApart(where, store, { recipients, keep: { hourly, daily: 0, monthly: 0 } })

  const first = await take(24)
  expect(first).toMatchObject({ files: 2, copied: 2, missing: [] })
  const drilled = await drill(store, {
    identities: [identity],
    folder,
    appSecret: where.appSecret,
    inDatabase: async (_folder, _secret, work) => work(await anEmptyPlaceIn(folder)),
  })
  expect(drilled.isWhole).toBe(true)

  line.breaks('up', 5_000)
  await expect(take(24)).rejects.toThrow()
  line.restored()
  expect((await findBackups(store)).whole.map(({ moment }) => moment)).toEqual([first.moment])
  expect(await take(1)).toMatchObject({ copied: 0, deleted: { backups: 1 } })
  expect(await findBackups(store)).toMatchObject({ unfinished: [], damaged: [] })
  const others = bucketStore(settings, 'other/')
  expect((await findBackups(others)).whole).toEqual([])
  expect(await others.open('files/ab/ab00')).toBeNull()
})
