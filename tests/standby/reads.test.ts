import { sql } from 'kysely'
import type pg from 'pg'
import { afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { loader as exportProjects } from '../../app/office/projects/export/route.ts'
import { endIdleConnections } from '../../app/platform/database/connections.server.ts'
import { transactOnReplica } from '../../app/platform/database/database.server.ts'
import { metricsText } from '../../app/platform/observability/metrics.server.ts'
import { loader as sitemap } from '../../app/site/seo/sitemap/route.ts'
import { runningPid } from '../../server/postgres/postmaster.ts'
import { asSuperuser, change } from '../database.ts'
import { anAdmin, anInvestor, aProject } from '../people.ts'
import { ask } from '../product.tsx'
import { cookiesOf, visitTo } from '../visits.ts'

const admin = await anAdmin()
const cookie = await cookiesOf(admin)
const standby = inject('replicaUrl') ?? ''
const onStandby = <Row extends pg.QueryResultRow>(statement: string) =>
  asSuperuser((client) => client.query<Row>(statement), 'postgres', standby)

beforeAll(async () => {
  const { rows } = await change<{ name: string }>('select current_database() as name')
  // The standby is behind by all the databases that other files were making.
  await vi.waitFor(
    async () => {
      const onIt = await onStandby<{ name: string }>('select datname as name from pg_database')
      expect(onIt.rows).toContainEqual(rows[0])
    },
    { timeout: 60_000, interval: 100 },
  )
})

afterEach(() => void vi.useRealTimers())

/** How many reads each of the two has answered so far. */
async function answeredBy(): Promise<{ replica: number; primary: number }> {
  const text = await metricsText()
  const count = (by: string) =>
    Number(
      new RegExp(`^msingi_replica_reads_total\\{by="${by}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0,
    )
  return { replica: count('replica'), primary: count('primary') }
}

let hours = 0
/** A replica that failed is left alone for a while, which need not be waited for. */
function afterItsRest() {
  if (!vi.isFakeTimers()) vi.useFakeTimers({ toFake: ['performance'] })
  hours += 1
  vi.advanceTimersByTime(hours * 3_600_000)
}

/** Reads until the replica answers: on a busy machine it may lag for longer than a read waits for it. */
async function fromReplica<Result>(read: () => Promise<Result>): Promise<Result> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    afterItsRest()
    const { replica } = await answeredBy()
    const result = await read()
    if ((await answeredBy()).replica > replica) return result
  }
  throw new Error('The replica answered none of fifty reads.')
}

const textOf = async (answer: Response | Promise<Response>) => (await answer).text()

describe('what a replica may answer', () => {
  test('shows immediately what was just written, though the standby is always late', async () => {
    await onStandby("alter system set recovery_min_apply_delay = '80ms'")
    await onStandby('select pg_reload_conf()')
    const before = await answeredBy()
    let rounds = 0
    // On a busy machine the standby may be too late for every read of a round.
    while (rounds < 4 || (rounds < 40 && (await answeredBy()).replica === before.replica)) {
      rounds += 1
      afterItsRest()
      const name = `Harbour Court ${rounds}`
      const projectId = await aProject(name)
      expect((await ask('/investments')).html).toContain(name)
      const { rows } = await change<{ slug: string }>(
        'select slug from app.project where id = $1',
        [projectId],
      )
      const slug = rows[0]?.slug ?? ''
      await change('update app.project set tagline = $2 where id = $1', [
        projectId,
        `${name} by the sea`,
      ])
      expect((await ask(`/investment/${slug}`)).html).toContain(`${name} by the sea`)
      await change("update app.project set location = 'Kisumu' where id = $1", [projectId])
      expect(
        await textOf(exportProjects(visitTo('/admin-dashboard/projects/export', { cookie }))),
      ).toMatch(new RegExp(`${name}.*Kisumu`))
      await change('update app.project set published = false where id = $1', [projectId])
      expect(await textOf(sitemap(visitTo('/sitemap.xml')))).not.toContain(`${slug}<`)
    }
    await onStandby('alter system reset recovery_min_apply_delay')
    await onStandby('select pg_reload_conf()')
    const after = await answeredBy()
    expect(after.replica).toBeGreaterThan(before.replica)
    expect(after.replica + after.primary).toBeGreaterThanOrEqual(
      before.replica + before.primary + 4 * rounds,
    )
  })

  test('is read with the rights of the primary, and nothing is written by it', async () => {
    const investor = await anInvestor('Halima Noor')
    const namesOf = sql<{
      name: string
    }>`select full_name as name from investor where id = ${investor.investorId}`
    const asAdmin = { role: 'admin', userId: admin.userId } as const
    const found = await fromReplica(() =>
      transactOnReplica(asAdmin, async ({ tx }) => {
        const { rows } = await sql<{
          replays: boolean
        }>`select pg_is_in_recovery() as replays`.execute(tx)
        return { replays: rows[0]?.replays, names: (await namesOf.execute(tx)).rows }
      }),
    )
    expect(found).toEqual({ replays: true, names: [{ name: 'Halima Noor' }] })
    const reading = transactOnReplica({ role: 'guest' }, ({ tx }) => namesOf.execute(tx))
    await expect(reading).rejects.toThrow('permission denied for table investor')
    const write = transactOnReplica(asAdmin, ({ tx }) =>
      sql`update investor set full_name = 'Nobody'`.execute(tx),
    )
    await expect(write).rejects.toThrow('read-only transaction')
  })

  test('comes from the primary while the standby has stopped replaying, and from the standby when it goes on', async () => {
    afterItsRest()
    await onStandby('select pg_wal_replay_pause()')
    const before = await answeredBy()
    await aProject('Lakeside Mews')
    expect((await ask('/investments')).html).toContain('Lakeside Mews')
    expect(await answeredBy()).toMatchObject({ replica: before.replica })
    await onStandby('select pg_wal_replay_resume()')
    await fromReplica(() => ask('/investments'))
  })

  test('comes from the primary where a commit does not wait for the disk', async () => {
    const settle = async (how: string) => {
      await change(
        `do $$ begin execute format('alter database %I ${how}', current_database()); end $$`,
      )
      await endIdleConnections()
    }
    afterItsRest()
    await settle('set synchronous_commit = off')
    const before = await answeredBy()
    await aProject('Pier House')
    expect((await ask('/investments')).html).toContain('Pier House')
    expect((await answeredBy()).replica).toBe(before.replica)
    await settle('reset synchronous_commit')
    await fromReplica(() => ask('/investments'))
  })

  test('comes from the primary when the standby follows it no more, and when it is gone', async () => {
    await fromReplica(() => ask('/investments'))
    const answeredFirst = await answeredBy()
    await onStandby('select pg_promote()')
    await asSuperuser(
      async (promoted) => {
        await promoted.query('set session_replication_role = replica')
        await promoted.query("update app.project set name = 'Written elsewhere'")
      },
      undefined,
      standby,
    )
    expect((await ask('/investments')).html).not.toContain('Written elsewhere')
    const { rows } = await onStandby<{ setting: string }>(
      "select setting from pg_settings where name = 'data_directory'",
    )
    process.kill((await runningPid(rows[0]?.setting ?? '')) ?? 0, 'SIGQUIT')
    afterItsRest()
    await aProject('Savannah Villas')
    expect((await ask('/investments')).html).toContain('Savannah Villas')
    expect((await answeredBy()).replica).toBe(answeredFirst.replica)
  })
})
