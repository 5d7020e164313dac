import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { loginPassword, logins } from '../../config/login-password.ts'
import { migrate } from '../../db/migrate.ts'
import { refuseUnwritable } from '../../server/postgres/named-database.ts'
import { connected } from '../../server/recovery/database.ts'
import { programNamed } from '../browser.ts'
import { secret } from '../cluster.ts'

const program = programNamed('pgbouncer') ?? '/usr/sbin/pgbouncer'
const isThere = programNamed('pgbouncer') !== undefined
const nobody = 65_534
const own = new URL(process.env.DATABASE_URL ?? '')

const notInstalled = 'PgBouncer is not installed: npm run test:poolers installs it'
if (!isThere) process.stdout.write(`${notInstalled}\n`)

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((closed) => server.close(closed))
  return typeof address === 'object' && address ? address.port : 0
}

/** The database behind Debian's PgBouncer, with no setting but those every installation names; until the end of the test. */
async function behind(mode: string, more: string[] = []): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'msingi-pgbouncer-'))
  const port = await freePort()
  const users = [
    `"${own.username}" "${decodeURIComponent(own.password)}"`,
    ...logins.map((login) => `"${login}" "${loginPassword(secret, login)}"`),
  ]
  const settings = [
    '[databases]',
    `* = host=${own.searchParams.get('host')} port=${own.searchParams.get('port')}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${join(folder, 'users.txt')}`,
    `pool_mode = ${mode}`,
    ...more,
  ]
  await writeFile(join(folder, 'users.txt'), `${users.join('\n')}\n`)
  await writeFile(join(folder, 'pgbouncer.ini'), `${settings.join('\n')}\n`)
  const isRoot = process.getuid?.() === 0
  if (isRoot) await chown(folder, nobody, nobody)
  await chmod(folder, 0o755)
  const pooler = spawn(program, ['-q', join(folder, 'pgbouncer.ini')], {
    stdio: 'ignore',
    ...(isRoot && { uid: nobody, gid: nobody }),
  })
  const ended = once(pooler, 'exit')
  onTestFinished(async () => {
    pooler.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true })
  })
  for (let tries = 0; !(await accepts(port)) && tries < 200; tries += 1) await sleep(50)
  return `postgresql://${own.username}:${own.password}@127.0.0.1:${port}${own.pathname}`
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

test('OPS-006 behind PgBouncer in session mode all of the product works', async (context) => {
  context.skip(!isThere, notInstalled)
  const url = await behind('session')
  await refuseUnwritable(url)
  await migrate(url, secret, () => undefined)
  vi.stubEnv('DATABASE_URL', url)
  vi.stubEnv('DATABASE_REPLICA_URL', '')
  vi.resetModules()
  const { connectionPools, closeDatabase } = await import(
    '../../app/platform/database/connections.server.ts'
  )
  const { transact } = await import('../../app/platform/database/database.server.ts')
  const live = await import('../../app/platform/http/live.server.ts')
  const { enqueue, startEnqueueing, stopEnqueueing } = await import(
    '../../app/platform/jobs/jobs.server.ts'
  )
  const heard = vi.fn()
  live.listenFor(['public'], heard)
  await live.startListening()
  await startEnqueueing()
  const requestId = '018f0000-0000-7000-8000-000000000000'
  await transact({ role: 'system' }, async (actor) => {
    await enqueue(actor, 'answer-mail-request', { requestId })
    await sql`select pg_notify('msingi', 'public')`.execute(actor.tx)
  })
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith('public', expect.any(Number)), 20_000)
  const limits = `select current_setting('statement_timeout') as statement,
    current_setting('idle_in_transaction_session_timeout') as idle,
    current_setting('plan_cache_mode') as plan, current_setting('app.actor', true) as actor`
  const inEffect = async (pool: keyof typeof connectionPools) =>
    (await connectionPools[pool]?.query(limits))?.rows[0]
  const both = { statement: '30s', idle: '15s' }
  expect(await inEffect('web')).toMatchObject({ ...both, plan: 'force_generic_plan' })
  expect(await inEffect('auth')).toMatchObject({ ...both, plan: 'auto', actor: 'guest' })
  await live.stopListening()
  await stopEnqueueing()
  await closeDatabase()
  const { rows } = await connected(url, (client) => client.query(limits))
  expect(rows[0]).toMatchObject({ statement: '0', plan: 'auto' })
})

const refusedModes: [mode: string, more?: string[]][] = [
  ['transaction'],
  ['transaction', ['default_pool_size = 1']],
  ['statement'],
]

test('OPS-007 PgBouncer in transaction and in statement mode is refused at the start', async (context) => {
  context.skip(!isThere, notInstalled)
  for (const [mode, more] of refusedModes)
    await expect(refuseUnwritable(await behind(mode, more))).rejects.toThrow(
      'DATABASE_URL: settings of a session are lost, as behind a connection pooler in transaction or statement mode. ' +
        'Set it to session mode (PgBouncer: pool_mode = session), or name PostgreSQL itself.',
    )
})
