import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { asSuperuser } from '../../../tests/database.ts'
import { changed, notify, openStream, settled } from '../../../tests/live-streams.ts'
import {
  anAdmin,
  anInvestment,
  anInvestor,
  aProject,
  as,
  asPerson,
  type Person,
} from '../../../tests/people.ts'
import { cookiesOf } from '../../../tests/visits.ts'
import { signOut } from '../../domain/accounts/sign-in/sign-out.server.ts'
import { liveTopicsOf } from '../../domain/notifications/live-topics.server.ts'
import { usd } from '../../values/money.ts'
import { publish } from '../events.server.ts'
import { startListening, stopListening } from './live.server.ts'

beforeAll(startListening)
afterAll(stopListening)

const admin = await anAdmin()

/** Over how many milliseconds each change was to be read; the one that every stream begins with is left out. */
const spreads = ({ text }: { text: string }) =>
  [...text.matchAll(changed)].slice(1).map(([, ms]) => Number(ms))
const heard = (stream: { text: string }) => spreads(stream).length
const openPortal = async (person: Person) =>
  openStream('/investment-dashboard/live', await cookiesOf(person))

async function setAccount({ userId }: Person, status: string) {
  await asSuperuser(async (client) => {
    await client.query("select set_config('app.actor', 'command', false)")
    await client.query('update auth."user" set status = $2 where id = $1', [userId, status])
  })
}

describe('whom a stream tells of a change', () => {
  test('a person hears of what is theirs, everyone’s, and their projects’; nothing else, and no contents', async () => {
    const [mine, foreign] = [await aProject(), await aProject()]
    const [first, other] = [await anInvestor(), await anInvestor()]
    await anInvestment(first.investorId, mine, usd('1,000'))
    expect((await asPerson(first, liveTopicsOf)).topics.sort()).toEqual(
      ['all', `investor:${first.investorId}`, `project:${mine}`].sort(),
    )
    const [stream, admins] = [
      await openPortal(first),
      await openStream('/admin-dashboard/live', await cookiesOf(admin)),
    ]
    await notify(`investor:${other.investorId}`, `project:${foreign}`, 'admin', 'public')
    await settled()
    expect([heard(stream), heard(admins)]).toEqual([0, 1])
    await notify(`project:${mine}`, 'all', `investor:${first.investorId}`)
    await vi.waitFor(() => expect(heard(stream)).toBe(3))
    expect(heard(admins)).toBe(1)
    expect(stream.text.replaceAll(changed, '')).toMatch(/^retry: [1-5]\d{3}\n\n$/)
    expect(Object.fromEntries(stream.response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
    })
    stream.leave()
    admins.leave()
  })

  test('RT-002 (W-52) a document is announced to the people of its project or to its one person, and not to others', async () => {
    const [project, first, other] = [await aProject(), await anInvestor(), await anInvestor()]
    await anInvestment(first.investorId, project, usd('1,000'))
    const streams = [await openPortal(first), await openPortal(other)]
    const tell = (ids: { projectId: string | null; investorId: string | null }) =>
      as(admin, async (actor) => {
        await publish(actor, { kind: 'document.removed', documentId: randomUUID(), ...ids })
        return {}
      })
    await tell({ projectId: project, investorId: null })
    await vi.waitFor(() => expect(streams.map(heard)).toEqual([1, 0]))
    await tell({ projectId: null, investorId: other.investorId })
    await vi.waitFor(() => expect(streams.map(heard)).toEqual([1, 1]))
    await settled()
    expect(streams.map(heard)).toEqual([1, 1])
    for (const stream of streams) stream.leave()
  })

  test('a command that is rolled back tells no one; one that commits tells in every process', async () => {
    const first = await anInvestor()
    const stream = await openPortal(first)
    const change = (fails: boolean) =>
      as(admin, async (actor) => {
        await publish(actor, { kind: 'notification.read', investorId: first.investorId })
        return fails ? { refused: 'no' } : {}
      })
    await change(true)
    await settled()
    expect(heard(stream)).toBe(0)
    await change(false)
    await vi.waitFor(() => expect(heard(stream)).toBe(1))
    stream.leave()
  })

  test('a project that is added while the stream is open is heard of from then on', async () => {
    const [first, projectId] = [await anInvestor(), await aProject()]
    const stream = await openPortal(first)
    await anInvestment(first.investorId, projectId, usd('1,000'))
    await notify(`investor:${first.investorId}`)
    await vi.waitFor(() => expect(heard(stream)).toBe(1))
    await settled()
    await notify(`project:${projectId}`)
    await vi.waitFor(() => expect(heard(stream)).toBe(2))
    stream.leave()
  })
})

describe('how a stream ends', () => {
  test('when the account is closed: the page is told once more, and the stream closes', async () => {
    const first = await anInvestor()
    const stream = await openPortal(first)
    await setAccount(first, 'inactive')
    await notify(`investor:${first.investorId}`)
    await vi.waitFor(() => expect(stream.closed).toBe(true))
    expect(heard(stream)).toBe(2)
    await notify('all')
    await settled()
    expect(heard(stream)).toBe(2)
  })

  test('within half a minute after its session ran out', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const first = await anInvestor()
    const stream = await openPortal(first)
    vi.advanceTimersByTime(25_000)
    await settled()
    expect(stream.text).toContain(':\n\n')
    await asSuperuser((client) =>
      client.query(
        `update auth.session set "expiresAt" = now() - interval '1 minute' where "userId" = $1`,
        [first.userId],
      ),
    )
    vi.advanceTimersByTime(30_000)
    vi.useRealTimers()
    await vi.waitFor(() => expect(stream.closed).toBe(true))
  })

  test('immediately when someone logs out in another tab, told once more; on another device it goes on', async () => {
    for (const [path, person] of [
      ['/investment-dashboard/live', await anInvestor()],
      ['/admin-dashboard/live', await anAdmin()],
    ] as const) {
      const [here, there] = [await cookiesOf(person), await cookiesOf(person)]
      const [tab, device] = [await openStream(path, here), await openStream(path, there)]
      await signOut({ cookies: here, clientAddress: '10.0.0.1' })
      await vi.waitFor(() => expect(tab.closed).toBe(true))
      expect([heard(tab), heard(device), device.closed]).toEqual([1, 0, false])
      device.leave()
    }
  })

  test('when its reader leaves, nothing is left that listens', async () => {
    const first = await anInvestor()
    const stream = await openPortal(first)
    stream.leave()
    await vi.waitFor(() => expect(stream.closed).toBe(true))
  })
})

describe('many streams', () => {
  const many = (count: number, cookie: string) =>
    Promise.all(
      Array.from({ length: count }, () => openStream('/investment-dashboard/live', cookie)),
    )

  test('a crowd that is told together is asked to spread its reading, one person is not', async () => {
    const people = await Promise.all([anInvestor(), anInvestor(), anInvestor()])
    const crowds = await Promise.all(
      people.map(async (person) => many(20, await cookiesOf(person))),
    )
    const streams = crowds.flat()
    await notify('all')
    await vi.waitFor(() => expect(streams.map(spreads)).toEqual(streams.map(() => [200])))
    await notify(`investor:${people[0]?.investorId ?? ''}`)
    await vi.waitFor(() => expect(crowds[0]?.map(spreads)).toEqual(crowds[0]?.map(() => [200, 0])))
    for (const stream of streams) stream.leave()
  })

  test('those who come together, as after a restart, are asked to spread what they read first', async () => {
    const people = await Promise.all([anInvestor(), anInvestor(), anInvestor()])
    const streams = (
      await Promise.all(people.map(async (person) => many(20, await cookiesOf(person))))
    ).flat()
    const first = ({ text }: { text: string }) => Number(/data: (\d+)/.exec(text)?.[1])
    await vi.waitFor(() => expect(Math.max(...streams.map(first))).toBeGreaterThanOrEqual(200))
    expect(Math.min(...streams.map(first))).toBe(0)
    for (const stream of streams) stream.leave()
  })

  test('of one person the twenty opened last stay, and no one else’s makes room', async () => {
    const [watcher, other] = await Promise.all([anInvestor(), anInvestor()])
    const theirs = await openStream('/investment-dashboard/live', await cookiesOf(other))
    const cookie = await cookiesOf(watcher)
    const [first] = await many(1, cookie)
    const others = await many(19, cookie)
    expect(first?.closed).toBe(false)
    const last = await many(2, cookie)
    await vi.waitFor(() => expect(first?.closed).toBe(true))
    await vi.waitFor(() => expect(others.filter(({ closed }) => closed)).toHaveLength(1))
    expect([theirs, ...last].map(({ closed }) => closed)).toEqual([false, false, false])
    for (const stream of [theirs, ...others, ...last]) stream.leave()
  })
})

test('a stream never renews the session it belongs to', async () => {
  const first = await anInvestor()
  const cookie = await cookiesOf(first)
  const usedAt = async () =>
    asSuperuser(async (client) => {
      const { rows } = await client.query<{ at: string }>(
        'select "updatedAt"::text as at from auth.session where "userId" = $1',
        [first.userId],
      )
      return rows[0]?.at
    })
  await asSuperuser((client) =>
    client.query(
      `update auth.session set "updatedAt" = now() - interval '2 hours' where "userId" = $1`,
      [first.userId],
    ),
  )
  const before = await usedAt()
  const stream = await openStream('/investment-dashboard/live', cookie)
  await notify(`investor:${first.investorId}`)
  await settled()
  expect(await usedAt()).toBe(before)
  stream.leave()
})

test('a guest and someone of the other role find no stream', async () => {
  const first = await cookiesOf(await anInvestor())
  const office = await cookiesOf(admin)
  const wrong = [
    ['/investment-dashboard/live', ''],
    ['/admin-dashboard/live', ''],
    ['/admin-dashboard/live', first],
    ['/investment-dashboard/live', office],
  ] as const
  for (const [path, cookies] of wrong)
    await expect(openStream(path, cookies)).rejects.toHaveProperty('status', 404)
})
