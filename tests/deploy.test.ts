import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSecretFiles } from '../config/secret-files.ts'

const read = (path: string) => readFileSync(path, 'utf8')
const matches = (text: string, pattern: RegExp) =>
  Array.from(text.matchAll(pattern), ([, found = '']) => found)
const numberIn = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1])

const settings = new Set(matches(read('.env.example'), /^#?([A-Z0-9_]+)=/gm))
const scripts: Record<string, string> = JSON.parse(read('package.json')).scripts
const isSecret = (name: string) =>
  readSecretFiles({ [`${name}_FILE`]: '/nowhere/at/all' }).faults.length > 0

/** Read by Node.js and by PostgreSQL's programs. */
const ofTheSystem = new Set(['TMPDIR'])

/** Names that are neither a setting nor a secret with _FILE. */
const unknown = (names: string[]) =>
  names.filter(
    (name) =>
      !settings.has(name) &&
      !ofTheSystem.has(name) &&
      !(name.endsWith('_FILE') && isSecret(name.slice(0, -5))),
  )

const containerfile = read('deploy/Containerfile')
const compose = read('deploy/compose.yaml')
const withDatabase = read('deploy/compose.database.yaml')
const unit = (name: string) => read(`deploy/systemd/${name}`)
const manifests = readdirSync('deploy/kubernetes').map((name) => ({
  name,
  text: read(`deploy/kubernetes/${name}`),
}))
const manifest = (name: string) => manifests.find((file) => file.name === name)?.text ?? ''
const userId = numberIn(containerfile, /^USER (\d+):\d+$/m)

test('OPS-300 the image has what a start reads, another user than root, and a health check', () => {
  const build = read('server/build/build.ts')
  const [folders = '', files = ''] = matches(build, /const source(?:Folders|Files) = \[([^\]]+)\]/g)
  const sources = [...matches(folders, /'([^']+)'/g), ...matches(files, /'([^']+)'/g)]
  expect(sources).toContain('app')
  const last = containerfile.slice(containerfile.lastIndexOf('\nFROM '))
  for (const source of sources.filter((name) => name !== 'package-lock.json'))
    expect(last).toMatch(new RegExp(`^COPY .*/app/${source.replace('.', '\\.')}(?:\\s|$)`, 'm'))
  expect(last).toContain('COPY --from=packages /app /app')
  expect(containerfile).toContain('npm ci --omit=dev')
  expect(userId).toBeGreaterThan(999)
  expect(unknown(matches(last, /([A-Z_]+)=\S+/g).filter((name) => name !== 'NODE_ENV'))).toEqual([])
  expect(last).toMatch(/^HEALTHCHECK .*\/healthz/m)
  expect(matches(containerfile, /server\/setup\.mjs ([a-z]+)/g)).toEqual(['build'])
})

test('OPS-301 the compose files name settings and secrets of the product, and wait for its drain', () => {
  const environment = compose.slice(compose.indexOf('environment:'), compose.indexOf('secrets: ['))
  const names = [
    ...matches(environment, /^ {6}([A-Z_]+):/gm),
    ...matches(withDatabase, /([A-Z_]{4,}):/g),
  ]
  expect(names).toEqual(expect.arrayContaining(['ORIGIN', 'APP_SECRET_FILE', 'DATABASE_URL_FILE']))
  expect(unknown(names)).toEqual([])
  for (const text of [compose, withDatabase]) {
    const mounted = matches(text, /_FILE: \/run\/secrets\/([\w-]+)/g)
    for (const name of mounted) expect(text).toContain(`./secrets/${name}`)
  }
  const drain = numberIn(compose, /DRAIN_SECONDS: "(\d+)"/)
  expect(numberIn(compose, /stop_grace_period: (\d+)s/)).toBeGreaterThanOrEqual(drain + 10)
  expect(compose).toContain(`UPSTREAM: msingi:${numberIn(containerfile, /PORT=(\d+)/)}`)
  for (const word of ['read_only: true', 'cap_drop: [ALL]', 'restart: unless-stopped'])
    expect(compose).toContain(word)
})

test('OPS-302 the units name settings, commands and programs of the product, and are hardened alike', () => {
  const names = ['msingi.env', 'worker.env'].flatMap((name) =>
    matches(unit(name), /^#?([A-Z0-9_]+)=/gm),
  )
  expect(unknown(names)).toEqual([])
  const hardening = (name: string) =>
    matches(
      unit(name),
      /^((?:NoNew|Protect|Private|Restrict|Lock|SystemCall|Capability|Ambient)\w*=.*)$/gm,
    )
  expect(hardening('msingi.service').length).toBeGreaterThan(20)
  for (const name of ['msingi-worker.service', 'msingi-backup.service'])
    expect(hardening(name)).toEqual(hardening('msingi.service'))
  const drain = numberIn(unit('msingi.env'), /^DRAIN_SECONDS=(\d+)$/m)
  for (const name of ['msingi.service', 'msingi-worker.service']) {
    expect(numberIn(unit(name), /^TimeoutStopSec=(\d+)$/m)).toBeGreaterThanOrEqual(drain + 10)
    expect(unit(name)).toContain('/node server/start.ts\n')
  }
  const [command = ''] = matches(unit('msingi-backup.service'), /server\/setup\.mjs ([\w:]+)/g)
  expect(scripts).toHaveProperty(command)
})

test('OPS-303 the manifests name settings and secrets of the product, its probes and its user', () => {
  const configured = manifest('settings.yaml')
  const names = matches(configured, /^ {2}([A-Z0-9_]+):/gm)
  expect(names).toEqual(expect.arrayContaining(['ORIGIN', 'DATABASE_URL_FILE', 'S3_BUCKET']))
  expect(unknown(names)).toEqual([])
  const keys = matches(manifest('secrets.example.yaml'), /^ {2}([a-z0-9-]+): \S+$/gm)
  for (const key of matches(configured, /\/run\/secrets\/msingi\/([\w-]+)/g))
    expect(keys).toContain(key)
  const drain = numberIn(configured, /DRAIN_SECONDS: "(\d+)"/)
  for (const name of ['web.yaml', 'worker.yaml']) {
    const text = manifest(name)
    expect(text).toContain('path: /readyz')
    expect(text).toContain('path: /healthz')
    expect(text).toContain(`value: ${name.replace('.yaml', '')} }`)
    expect(numberIn(text, /terminationGracePeriodSeconds: (\d+)/)).toBeGreaterThanOrEqual(
      drain + 10,
    )
  }
  for (const name of ['web.yaml', 'worker.yaml', 'migration.yaml'])
    expect(numberIn(manifest(name), /runAsUser: (\d+)/)).toBe(userId)
  const [command = ''] = matches(manifest('migration.yaml'), /command: \["msingi", "(\w+)"\]/g)
  expect(scripts).toHaveProperty(command)
  const applied = matches(manifest('kustomization.yaml'), /^ {2}- (\S+\.yaml)$/gm)
  const others = ['kustomization.yaml', 'secrets.example.yaml']
  expect([...applied, ...others].toSorted()).toEqual(manifests.map(({ name }) => name).toSorted())
})

test('OPS-304 HAProxy, Patroni and etcd name the same machines, ports and version of PostgreSQL', () => {
  const [haproxy, patroni, node, etcd] = [
    read('deploy/haproxy/haproxy.cfg'),
    read('deploy/patroni/config.yml'),
    read('deploy/patroni/node.env'),
    read('deploy/patroni/etcd.env'),
  ]
  const machines = ['10.0.0.11', '10.0.0.12', '10.0.0.13']
  expect(matches(haproxy, /server db\d (\S+):5432/g)).toEqual([...machines, ...machines])
  expect(matches(patroni, /"([\d.]+):2379"/g)).toEqual(machines)
  expect(matches(node, /ADDRESS=([\d.]+):/g)).toEqual([machines[0], machines[0]])
  expect(matches(etcd, /db\d=http:\/\/([\d.]+):2380/g)).toEqual(machines)
  expect(numberIn(haproxy, /check port (\d+)/)).toBe(numberIn(patroni, /listen: 0\.0\.0\.0:(8\d+)/))
  const versions = new Set(matches(patroni, /postgresql\/(\d+)\//g))
  expect(versions.size).toBe(1)
  expect(Number([...versions][0])).toBeGreaterThanOrEqual(16)
  expect(patroni).toMatch(/synchronous_mode: true\n\s+synchronous_mode_strict: true/)
  expect(numberIn(patroni, /max_connections: (\d+)/)).toBeGreaterThanOrEqual(
    numberIn(haproxy, /maxconn (\d+)$/m) / 10,
  )
})
