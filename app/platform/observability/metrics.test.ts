import { readFile } from 'node:fs/promises'
import { afterAll, expect, test, vi } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { app, metricsText } from '../../../server/app.ts'
import { change } from '../../../tests/database.ts'
import { anAdmin, anInvestor } from '../../../tests/people.ts'
import { signIn } from '../../domain/accounts/sign-in/sign-in.server.ts'
import { startMetrics } from '../../program/metrics.server.ts'
import { config } from '../config.server.ts'
import { startListening, stopListening } from '../http/live.server.ts'
import { openStreams } from '../http/live-stream.server.ts'
import { counter, reading, register } from './metrics.server.ts'
import { noteFullDisk } from './readiness.server.ts'

startMetrics({ data: config.dataDir })
afterAll(stopListening)

const connection = {
  incoming: { socket: { remoteAddress: '127.0.0.1', remotePort: 40_000, remoteFamily: 'IPv4' } },
}
const visit = (path: string, init: RequestInit = {}) => app.request(path, init, connection)
/** The lines of one figure, by their labels. */
const read = async (name: string) => {
  const lines = (await metricsText())
    .split('\n')
    .filter((line) => line.startsWith(name) && !line.startsWith('#'))
  return Object.fromEntries(
    lines.map((line) => [
      line.slice(name.length, line.lastIndexOf(' ')),
      Number(line.slice(line.lastIndexOf(' '))),
    ]),
  )
}

/** What was added to each line of a figure while `act` ran: other tests of this process count there too. */
async function addedTo(name: string, act: () => unknown) {
  const before = await read(name)
  await act()
  const after = Object.entries(await read(name))
  return Object.fromEntries(
    after
      .map(([labels, value]) => [labels, value - (before[labels] ?? 0)] as const)
      .filter(([, value]) => value !== 0),
  )
}

test('counts and readings are told in the text format, with what labels must not hold escaped', async () => {
  counter('test_total', 'A test.', ['why']).inc({ why: 'a "word"\nand \\' }, 2)
  reading('test_now', 'Another test.', [], () => [{ labels: {}, value: 7 }])
  const text = await metricsText()
  expect(text).toContain(
    '# HELP test_total A test.\n# TYPE test_total counter\ntest_total{why="a \\"word\\"\\nand \\\\"} 2\n',
  )
  expect(text).toContain('# TYPE test_now gauge\ntest_now 7\n')
})

test('OPS-383 every metric of the product is explained', async () => {
  const metrics = register.getMetricsAsArray().map(({ name }) => name)
  const ours = metrics.filter((name) => name.startsWith('msingi_'))
  const explained = await readFile('docs/operations.md', 'utf8')
  expect(ours.length).toBeGreaterThan(15)
  expect(ours.filter((name) => !explained.includes(`\`${name}\``))).toEqual([])
})

test('OPS-356 the last good backup, drill and verification are told in seconds, and left out when never', async () => {
  expect(await read('msingi_last_')).toEqual({})
  await change(
    `update app.recovery_state set backup_at = '2026-11-27T10:00:00Z', drill_at = '2026-11-01T00:00:00Z'`,
  )
  expect(await read('msingi_last_backup_timestamp_seconds')).toEqual({ '': 1_795_773_600 })
  expect(await read('msingi_last_drill_timestamp_seconds')).toEqual({ '': 1_793_491_200 })
  expect(await read('msingi_last_verify_timestamp_seconds')).toEqual({})
  expect(await read('msingi_backup_interval_seconds')).toEqual({})
  expect((await visit('/readyz')).status).toBe(200)
})

test('a metric of a module that is loaded again starts again', async () => {
  for (let load = 0; load < 2; load += 1)
    counter('test_loaded', 'A test.', ['why']).inc({ why: 'a' })
  expect(await read('test_loaded')).toEqual({ '{why="a"}': 1 })
})

test.each([
  ['with labels', 'test_labelled', ['state'], { state: 'queued' }, '{state="queued"}'],
  ['without labels', 'test_unlabelled', [], {}, ''],
] as const)(
  'LIM-500 a figure %s that cannot be read has no line, neither a zero nor what it was, and the others are told',
  async (_, name, labelNames, labels, line) => {
    vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
    let isBroken = false
    reading(name, 'Sometimes broken.', [...labelNames], async () => {
      if (isBroken) throw new Error('no database')
      return [{ labels, value: 3 }]
    })
    expect(await read(name)).toEqual({ [line]: 3 })
    isBroken = true
    expect(await read(name)).toEqual({})
    expect(await metricsText()).toContain('process_resident_memory_bytes')
    isBroken = false
    expect(await read(name)).toEqual({ [line]: 3 })
  },
)

test('answers are counted by the pattern of their address: no token, no query, no made-up method', async () => {
  const token = 'Zm9vYmFyYmF6cXV4'
  const counts = await addedTo('msingi_http_requests_total', async () => {
    await visit(`/invitation/${token}?q=amina`)
    await visit('/login?next=%2Finvestment-dashboard')
    await visit('/wp-admin')
    await visit('/login', { method: 'PROPFIND' })
  })
  expect(counts).toEqual({
    '{route="/invitation/:token",method="GET",status="404"}': 1,
    '{route="/login",method="GET",status="200"}': 1,
    '{route="/*",method="GET",status="404"}': 1,
    '{route="/login",method="other",status="405"}': 1,
  })
  const timed = await addedTo('msingi_http_request_duration_seconds_count', () => visit('/login'))
  expect(timed).toEqual({ '{route="/login",method="GET"}': 1 })
  expect(await metricsText()).not.toMatch(new RegExp(`${token}|amina|wp-admin|PROPFIND`))
})

test('refused sign-ins are counted by their reason', async () => {
  const { email } = await anInvestor()
  const attempt = {
    email,
    password: 'not the password',
    clientAddress: '10.9.9.9',
    cookies: null,
    userAgent: null,
  }
  expect(await addedTo('msingi_sign_in_refusals_total', () => signIn(attempt))).toEqual({
    '{why="wrong"}': 1,
  })
})

test('waiting mail, jobs, connections and the event loop are told', async () => {
  const { userId } = await anAdmin()
  await change(
    `insert into app.outbox (template, user_id, state, created_at)
     values ('receipt', $1, 'queued', now() - interval '1 hour'), ('receipt', $1, 'failed', now())`,
    [userId],
  )
  expect(await read('msingi_outbox_mails')).toMatchObject({ '{state="failed"}': 1 })
  expect((await read('msingi_outbox_oldest_seconds'))['']).toBeGreaterThan(3_599)
  expect(await read('msingi_jobs')).toHaveProperty(['{queue="send-mail",state="waiting"}'])
  // The readings themselves use connections of this login while they are counted.
  const connections = await read('msingi_database_connections')
  const ofSystem = ['idle', 'used'].map((state) => connections[`{login="system",state="${state}"}`])
  expect(ofSystem.reduce((sum = 0, count = 0) => sum + count)).toBeGreaterThan(0)
  expect(connections).toHaveProperty(['{login="auth",state="waiting"}'], 0)
  expect(await read('nodejs_eventloop_lag_p99_seconds')).toHaveProperty([''])
  expect(await read('msingi_live_streams')).toEqual({ '': openStreams() })
})

test('WATCH-003 version, parts and free space are told; a lost part is 0', async () => {
  const { version } = manifest
  expect(await read('msingi_info')).toEqual({ [`{version="${version}"}`]: 1 })
  expect(await (await visit('/healthz')).json()).toEqual({ alive: true, version })
  const isReady = { database: 1, disk: 1, migrations: 1, files: 1 }
  const labelled = (values: Record<string, number>) =>
    Object.fromEntries(
      Object.entries(values).map(([part, value]) => [`{part="${part}"}`, value] as const),
    )
  await stopListening()
  await startListening()
  expect(await read('msingi_ready')).toEqual(labelled(isReady))
  const { '{folder="data"}': free } = await read('msingi_disk_free_bytes')
  expect(free).toBeGreaterThan(1e6)
  noteFullDisk(true)
  const now = performance.now()
  const later = vi.spyOn(performance, 'now').mockReturnValue(now + 5_000)
  expect(await read('msingi_ready')).toEqual(labelled({ ...isReady, disk: 0 }))
  noteFullDisk(false)
  later.mockRestore()
})

test('WATCH-004 alert rules and dashboard name metrics and labels that exist', async () => {
  const text = await metricsText()
  const known = new Set([...text.matchAll(/^# HELP (\S+)/gm)].map(([, name]) => name))
  const histograms = [...text.matchAll(/^# TYPE (\S+) histogram/gm)].map(([, name]) => name)
  for (const name of histograms)
    for (const suffix of ['bucket', 'count', 'sum']) known.add(`${name}_${suffix}`)
  for (const file of ['alerts.yml', 'dashboard.json']) {
    const source = await readFile(`deploy/monitoring/${file}`, 'utf8')
    const named = source.match(/\b(?:msingi|nodejs|process)_\w+/g) ?? []
    expect(named.length).toBeGreaterThan(10)
    expect(
      named.filter((name) => !known.has(name)),
      file,
    ).toEqual([])
  }
})
