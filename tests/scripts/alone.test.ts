import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { openMailbox } from '../mailbox.ts'
import { expectToWork, longest, runScript } from './run-script.ts'
import { scriptsOnCompany, slowScripts } from './tried-scripts.ts'

const folder = await mkdtemp(join(tmpdir(), 'msingi-scripts-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

async function encodePictures() {
  const originals = join(folder, 'originals')
  const target = join(folder, 'pictures')
  await mkdir(originals)
  const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#88aacc' } })
  await picture.jpeg().toFile(join(originals, 'house.jpg'))
  const manifest = [{ file: 'house.jpg', width: 40, height: 30, project: null, alt: 'A house' }]
  await writeFile(join(originals, 'manifest.json'), JSON.stringify(manifest))
  await expectToWork('pictures:encode', [originals, target], /1\/1 house\.jpg/)
}

async function writeTypes() {
  const target = join(folder, 'types')
  await mkdir(target)
  await expectToWork('database:types', [target], /^$/)
  for (const own of ['app/platform/database/database-types.ts', 'db/schema.tsv'])
    expect(await readFile(join(target, basename(own)), 'utf8')).toBe(await readFile(own, 'utf8'))
}

async function writeLicences() {
  await expectToWork('licences', [folder], /^$/)
  const file = 'third-party-licences.md'
  expect(await readFile(join(folder, file), 'utf8')).toBe(
    await readFile(join('docs', file), 'utf8'),
  )
}

/** The formatter takes only what lies in the project. */
async function formatOne() {
  const file = join('tests', 'scripts', `formatted-${randomUUID()}.ts`)
  try {
    await writeFile(file, 'export const one=1;')
    await expectToWork('format', [file], /Fixed 1 file/)
    expect(await readFile(file, 'utf8')).toBe('export const one = 1\n')
  } finally {
    await rm(file, { force: true })
  }
}

/** Where nothing of Debian is to be found it says what to install. */
async function refuseWithoutPrograms(script: string, args: string[] = []) {
  const { code, output } = await runScript(script, args, {
    settings: { PATH: join(folder, 'no-programs') },
  })
  expect(code).toBe(1)
  expect(output).toContain('apt-get install')
}

/** No mail server listens on port 9. */
async function testMail() {
  const mailbox = await openMailbox()
  const settings = { SMTP_URL: mailbox.url, MAIL_FROM: 'The Office <office@example.test>' }
  await expectToWork('mail:test', ['ali@example.com'], /accepted the email: 250/, { settings })
  expect(mailbox.arrived).toMatchObject([{ to: ['ali@example.com'] }])
  const refused = await runScript('mail:test', ['ali@example.com'], {
    settings: { ...settings, SMTP_FALLBACK_URL: 'smtp://user:hunter2@127.0.0.1:9' },
  })
  expect(refused.code).toBe(1)
  expect(refused.output).toMatch(/smtp:\/\/127\.0\.0\.1:9 did not accept it: .*ECONNREFUSED/)
  expect(refused.output).toMatch(/accepted the email: 250/)
  expect(refused.output).not.toContain('hunter2')
  await mailbox.close()
}

/** It changes nothing when it refuses. */
async function refuseRelease() {
  const { code, output } = await runScript('release', ['0.0.1', '--without-advisories'])
  expect([code, output]).toEqual([1, expect.stringContaining('0.0.1 does not come after')])
}

/** The product does not upgrade a database that it did not start. */
async function refuseUpgrade() {
  const settings = { DATABASE_URL: 'postgresql://db.invalid/msingi', APP_SECRET: 'a'.repeat(43) }
  const { code, output } = await runScript('postgres:upgrade', [], { settings })
  expect([code, output]).toEqual([1, expect.stringContaining('upgrade it with its own tools')])
}

/** Without an installation there is nothing to back up, and none is made. */
async function refuseDrill() {
  const nowhere = { DATA_DIR: join(folder, 'no-installation') }
  const { code, output } = await runScript('drill', [], { settings: nowhere })
  expect([code, output]).toEqual([1, expect.stringContaining('There is no installation in')])
}

const trials: Record<string, () => Promise<void>> = {
  build: () => expectToWork('build', [], /Built: /),
  check: () => expectToWork('check', ['--only', 'Import zones'], /✓ Import zones/),
  size: () => expectToWork('size', [], /source +[\d,]+ lines/),
  licences: writeLicences,
  format: formatOne,
  'database:types': writeTypes,
  'pictures:encode': encodePictures,
  'test:unit': () =>
    expectToWork('test:unit', ['app/values/grouped.test.ts'], /1 passed, 0 failed/),
  'test:e2e': () =>
    expectToWork('test:e2e', ['tests/journeys/search-engines.spec.ts'], /3 passed, 0 failed/),
  mutate: async () => {
    await expectToWork(
      'mutate',
      ['app/values/grouped.ts', '--tests', 'app/values/grouped.test.ts', '--sample', '3'],
      /mutants killed/,
    )
    const ledger = [
      'app/domain/payments/ledger.server.ts',
      '--tests',
      'app/domain/payments/ledger.test.ts',
    ]
    await expectToWork('mutate', [...ledger, '--sql', '--sample', '1'], /mutants killed/)
  },
  'mail:test': testMail,
  drill: refuseDrill,
  release: refuseRelease,
  'postgres:upgrade': refuseUpgrade,
  'bench:matching': () =>
    expectToWork('bench:matching', ['--smallest'], /another’s reference: held/),
  cluster: () => expectToWork('cluster', ['--check'], /the proxy sends requests to/),
  'test:browsers': async () => {
    const { code, output } = await runScript('test:browsers', ['lynx'])
    expect([code, output]).toEqual([2, expect.stringContaining('firefox | webkit')])
  },
  'test:previous': async () => {
    const { code, output } = await runScript('test:previous', ['no-such-commit'])
    expect([code, output]).toEqual([1, expect.stringContaining('no-such-commit is no commit')])
  },
  'test:poolers': () => refuseWithoutPrograms('test:poolers'),
  'deploy:check': async () => {
    const { code, output } = await runScript('deploy:check', ['everything'])
    expect([code, output]).toEqual([2, expect.stringContaining('Usage:  npm run deploy:check')])
  },
}

test('RT-450 every script of package.json is tried, and enters by server/setup.mjs', async () => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as {
    scripts: Record<string, string>
  }
  const tried = [
    ...scriptsOnCompany,
    ...Object.values(slowScripts).flatMap(Object.keys),
    ...Object.keys(trials),
  ]
  // This is a part of `npm test` itself.
  expect([...tried, 'test'].toSorted()).toEqual(Object.keys(scripts).toSorted())
  // The machine's own Node.js: the pinned one comes first in the PATH that npm makes, and may not run here.
  for (const [name, command] of Object.entries(scripts))
    expect(command).toBe(`exec "\${npm_node_execpath:-node}" server/setup.mjs ${name}`)
})

test(
  'RT-452 npm run test:browsers says what to install where it may install nothing',
  () => refuseWithoutPrograms('test:browsers'),
  longest,
)

test(
  'OPS-306 npm run deploy:check says what to install where programs are missing',
  () => refuseWithoutPrograms('deploy:check'),
  longest,
)

test.each([
  ['cluster', '--ha'],
  ['faults', '--ha'],
  ['faults', 'point-in-time'],
])(
  'OPS-325 npm run %s -- %s says what to install',
  (script, arg) => refuseWithoutPrograms(script, [arg]),
  longest,
)

test.each(Object.entries(trials))('RT-450 npm run %s works', (_, tried) => tried(), longest)

test.each(Object.entries(slowScripts.alone))(
  'RT-450 npm run %s works',
  (name, [args, prints]) => expectToWork(name, args, prints),
  longest,
)
