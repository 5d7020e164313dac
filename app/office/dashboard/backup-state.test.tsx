import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { anAdmin } from '../../../tests/people.ts'
import { requestBy } from '../../../tests/requests.ts'
import { htmlOf, wordsOf } from '../../../tests/screens.tsx'
import { visitorContext } from '../../platform/session/session.server.ts'
import type { Permission } from '../../values/staff-role.ts'
import type { Route } from './+types/route.ts'
import type { Backups } from './backup-state.tsx'
import Dashboard, { loader } from './route.tsx'

const path = '/admin-dashboard'
const admin = await anAdmin()
const loadedBy = (who: Parameters<typeof requestBy>[0]) =>
  loader(requestBy(who, path) as unknown as Route.LoaderArgs)

function withPermissions(permissions: readonly Permission[]) {
  const loaderArgs = requestBy(admin, path)
  const visitor = loaderArgs.context.get(visitorContext)
  const session = Promise.resolve(visitor.session).then((user) =>
    user ? { ...user, permissions } : null,
  )
  loaderArgs.context.set(visitorContext, { ...visitor, session })
  return loaderArgs
}

const never: Backups = {
  everyHours: 1,
  backupAt: null,
  backupMissing: 0,
  backupFailedAt: null,
  backupFailure: null,
  drillAt: null,
  drillFailedAt: null,
  verifyAt: null,
  verifyFailedAt: null,
}

test('OPS-352 those who may change settings see when backups, drill and verification were last good; others see nothing', async () => {
  expect((await loadedBy(admin)).backups).toBeNull()
  await change(`update app.recovery_state set backup_at = now() - interval '12 minutes',
    drill_at = now() - interval '3 days', backup_missing = 2`)
  const loaded = await loadedBy(admin)
  expect(wordsOf(htmlOf(Dashboard, path, loaded))).toContain(
    'Backups Last backup 12 minutes ago (2 files missing) Last restore drill 3 days ago Last verification Never',
  )
  for (const permissions of [['read-money', 'read-all'], ['inquiries']] as const) {
    const seen = await loader(withPermissions(permissions) as unknown as Route.LoaderArgs)
    expect(seen.backups).toBeNull()
    expect(wordsOf(htmlOf(Dashboard, path, seen))).not.toContain('Last backup')
  }
  await change(
    'update app.recovery_state set backup_at = null, drill_at = null, backup_missing = 0',
  )
})

test.each<[string, Partial<Backups>, number | null]>([
  ['hourly, just in time', { everyHours: 1 }, 2.2],
  ['daily, a day and some hours old', { everyHours: 24 }, 30],
  ['by hand alone', { everyHours: null }, 10_000],
])('OPS-353 no warning: %s', async (_case, backups, hours) => {
  const words = await wordsWith({ ...never, ...backups }, hours)
  expect(words).not.toMatch(/late|No backup has been taken/)
})

test.each<[string, Partial<Backups>, number | null, string]>([
  ['hourly', { everyHours: 1 }, 2.3, 'Backups are late: the last good one is of '],
  ['daily', { everyHours: 24 }, 31.1, 'Tell the person who runs the server.'],
  ['never', {}, null, 'No backup has been taken yet. Tell the person who runs the server.'],
  [
    'the reason',
    { backupFailure: 'There is no folder /mnt/backups (BACKUP_TO).' },
    5,
    'Tell the person who runs the server: There is no folder /mnt/backups (BACKUP_TO).',
  ],
  [
    'a drill',
    { drillFailedAt: new Date('2026-11-01T10:00:00Z') },
    1,
    'failed. Tell the person who runs the server.',
  ],
  [
    'verification',
    { verifyFailedAt: new Date('2026-11-01T10:00:00Z') },
    1,
    'found problems. Tell the person',
  ],
])('OPS-353 a warning: %s', async (_case, backups, hours, words) => {
  expect(await wordsWith({ ...never, ...backups }, hours)).toContain(words)
})

async function wordsWith(backups: Backups, hours: number | null): Promise<string> {
  const loaded = await loadedBy(admin)
  const backupAt = hours === null ? null : new Date(loaded.now.getTime() - hours * 3_600_000)
  return wordsOf(htmlOf(Dashboard, path, { ...loaded, backups: { ...backups, backupAt } }))
}
