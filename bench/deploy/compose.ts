import { cp, mkdir, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { projectFolder } from '../../server/program.ts'
import { withCleanup } from '../../server/with-cleanup.ts'
import type { Report } from './report.ts'
import { seconds } from './report.ts'
import { openFilesHere, product, type Store, tools, withService } from './store.ts'

const domain = 'invest.msingi.test'
const subnet = '172.30.81'
export const email = 'amina@example.com'
export const password = 'quarry-lantern-47'

/**
 * Addresses for networks without name resolution, as Podman 4 of Debian 12 has them, and no more open files than
 * this machine allows. The image of Caddy is Debian's program, which keeps its data elsewhere than Docker's.
 */
const override = (openFiles: number) => `
services:
  msingi: { networks: { front: { ipv4_address: ${subnet}.20 } }, ulimits: { nofile: ${openFiles}, nproc: 4000 } }
  caddy: { environment: { XDG_DATA_HOME: /data, UPSTREAM: "${subnet}.20:3000" } }
`

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  await new Promise((done) => server.close(done))
  return typeof address === 'object' && address ? address.port : 0
}

/** The installation of docs/installing.md, with the image that was built, and a certificate of Caddy's own authority. */
async function writeInstallation(folder: string): Promise<{ https: number; http: number }> {
  const [https, http] = [await freePort(), await freePort()]
  await mkdir(join(folder, 'secrets'), { recursive: true, mode: 0o700 })
  for (const name of ['compose.yaml', 'Caddyfile'])
    await cp(join(projectFolder, 'deploy', name), join(folder, name))
  const settings = {
    MSINGI_IMAGE: product,
    CADDY_IMAGE: tools,
    DOMAIN: domain,
    MAIL_FROM: 'office@example.com',
    TLS: 'tls internal',
    SUBNET: `${subnet}.0/24`,
    HTTP_PORT: `127.0.0.1:${http}`,
    HTTPS_PORT: `127.0.0.1:${https}`,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
  await writeFile(join(folder, '.env'), lines.join(''))
  await writeFile(join(folder, 'compose.override.yaml'), override(await openFilesHere()))
  for (const [name, secret] of [
    ['app-secret', 'a secret of this check only, 32 characters'],
    ['smtp-url', 'smtp://127.0.0.1:9'],
  ] as const)
    await writeFile(join(folder, 'secrets', name), `${secret}\n`, { mode: 0o644 })
  return { https, http }
}

type Answer = { status: number; cookies: string; location: string }
type Visit = { port: number; ca: string; path: string; cookies?: string; form?: string }

/** A request over TLS, with the certificate checked for the domain. */
function visit({ port, ca, path, cookies, form }: Visit): Promise<Answer> {
  const origin = `https://${domain}`
  const options = { host: '127.0.0.1', port, path, ca, servername: domain, timeout: 30_000 }
  const headers = {
    host: domain,
    origin,
    ...(cookies && { cookie: cookies }),
    ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
  }
  return new Promise((fulfil, reject) => {
    const sent = request({ ...options, method: form ? 'POST' : 'GET', headers }, (answer) => {
      answer.resume()
      const set = answer.headers['set-cookie'] ?? []
      const location = answer.headers.location ?? ''
      const own = set.map((cookie) => cookie.split(';')[0]).join('; ')
      fulfil({ status: answer.statusCode ?? 0, cookies: own, location })
    })
    sent.once('error', reject)
    sent.end(form)
  })
}

/** Waits up to a minute and a half, and answers after how many milliseconds it was so. */
export async function until(state: string, isSo: () => Promise<boolean>): Promise<number> {
  const began = performance.now()
  while (!(await isSo().catch(() => false))) {
    if (performance.now() - began > 90_000) throw new Error(`${state}: not after 90 s`)
    await sleep(100)
  }
  return performance.now() - began
}

type Installed = {
  compose: (args: string[], input?: string) => Promise<string>
  ports: { https: number; http: number }
}

async function prepare(store: Store): Promise<Installed> {
  const folder = join(store.folder, 'compose')
  const ports = await writeInstallation(folder)
  const compose: Installed['compose'] = (args, input) =>
    store.podman(
      [
        ...['run', '--rm', '--interactive', '--network', 'none', '--workdir', folder],
        ...[
          '--volume',
          `${store.socket}:/var/run/docker.sock`,
          '--volume',
          `${folder}:${folder}:ro`,
        ],
        ...[tools, 'docker-compose', ...args],
      ],
      { ...(input && { input }), longest: 120 },
    )
  return { compose, ports }
}

/** Starts deploy/compose.yaml with Docker's Compose, and uses it as its administrator would. */
export function checkCompose(store: Store, report: Report): Promise<void> {
  return withService(store, () =>
    withCleanup(
      () => prepare(store),
      ({ compose }) => compose(['down', '--volumes', '--timeout', '5']),
      (installed) => useInstallation(store, report, installed),
    ),
  )
}

async function useInstallation(
  { podman }: Store,
  report: Report,
  { compose, ports }: Installed,
): Promise<void> {
  const container = 'msingi-msingi-1'
  const inside = (...command: string[]) => compose(['exec', '-T', 'msingi', ...command])
  await compose(['up', '--detach'])
  await report.add('compose: start', 'HEALTHCHECK passes', async () => {
    const time = await until('healthy', async () => {
      await podman(['healthcheck', 'run', container])
      return true
    })
    return { result: `after ${seconds(time)}`, isMet: true }
  })
  await report.add('compose: isolation', 'read-only, no capabilities, uid 10001', async () => {
    const status = await inside('cat', '/proc/1/status')
    const canWrite = await inside('sh', '-c', 'touch /app/x 2>&1 || true')
    const facts = [/CapEff:\s+0+$/m, /NoNewPrivs:\s+1$/m, /Uid:\s+10001\s/]
    const isMet = facts.every((fact) => fact.test(status)) && canWrite.includes('Read-only')
    return { result: isMet ? 'as promised' : `${canWrite}\n${status}`, isMet }
  })
  await report.add('compose: sign in', 'over TLS through Caddy', async () => {
    await until('ready', async () => (await inside('msingi', 'verify')) !== '')
    await compose(
      ['exec', '-T', 'msingi', 'msingi', 'admin:create', email, 'Amina Yusuf'],
      `${password}\n`,
    )
    const ca = await podman([
      'exec',
      'msingi-caddy-1',
      'cat',
      '/data/caddy/pki/authorities/local/root.crt',
    ])
    const form = `${new URLSearchParams({ email, password })}`
    const signedIn = await visit({ port: ports.https, ca, path: '/login', form })
    const { cookies, location } = signedIn
    const page = await visit({ port: ports.https, ca, path: location || '/', cookies })
    const isMet = [302, 303].includes(signedIn.status) && page.status === 200 && location !== ''
    return { result: `${signedIn.status} to ${location}, ${page.status}`, isMet }
  })
  await report.add('compose: http', 'leads to https', async () => {
    const answer = await fetch(`http://127.0.0.1:${ports.http}/`, {
      redirect: 'manual',
      headers: { host: domain },
    })
    const location = answer.headers.get('location') ?? ''
    return { result: `${answer.status} ${location}`, isMet: location.startsWith('https://') }
  })
  await report.add('compose: backup', 'written by `msingi backup`', async () => {
    const output = await inside('msingi', 'backup', '/backups/check.zip')
    return { result: output.split('\n')[1] ?? output, isMet: output.includes('/backups/check.zip') }
  })
}
