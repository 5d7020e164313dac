import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { removeDatabase } from '../../server/postgres/postgres-place.ts'
import { expectToWork, longest, runScript, saysScale, smallest } from './run-script.ts'
import { scriptsOnCompany, slowScripts } from './tried-scripts.ts'

const folder = await mkdtemp(join(tmpdir(), 'msingi-scripts-'))
const company = join(folder, 'company')
const backup = join(folder, 'company.zip')
const restored = join(folder, 'restored')
const migrated = join(folder, 'migrated')
const running = /Msingi is running: (\S+)/
const onCompany = { DATA_DIR: company }

type Tried = (typeof scriptsOnCompany)[number]
const bench = (name: Tried, says = saysScale) => expectToWork(name, [company, smallest], says)

async function resetNobody() {
  const { code, output } = await runScript('admin:reset-second-factor', ['amina@example.com'], {
    settings: onCompany,
  })
  expect([code, output]).toEqual([1, expect.stringContaining('No account with the email')])
}

const trials: Record<Tried, () => Promise<void>> = {
  'demo:large': () => expectToWork('demo:large', [company, '0.01'], /Done in/),
  start: () => expectToWork('start', [], running, { settings: onCompany, until: running }),
  dev: () => expectToWork('dev', [], running, { settings: onCompany, until: running }),
  'admin:create': () =>
    expectToWork(
      'admin:create',
      ['amina@example.com', 'Amina Yusuf'],
      /Created the administrator/,
      {
        settings: onCompany,
        input: 'quarry-lantern-47\n',
      },
    ),
  'admin:reset-second-factor': resetNobody,
  'bench:lists': () => bench('bench:lists'),
  'bench:portal': () => bench('bench:portal'),
  'bench:plans': () => bench('bench:plans', /Recording a payment/),
  'bench:server': () => bench('bench:server'),
  'bench:growth': () => bench('bench:growth'),
  'bench:live': () => bench('bench:live'),
  migrate: async () => {
    const settings = { DATA_DIR: migrated }
    await expectToWork('migrate', [], /The database is migrated/, { settings })
    await expectToWork('verify', [], /Audit log/, { settings })
  },
  verify: () => expectToWork('verify', [], /Audit log/, { settings: onCompany }),
  backup: () => expectToWork('backup', [backup], /rows of/, { settings: onCompany }),
  restore: () =>
    expectToWork('restore', [backup, '--new-secret'], /Restored the state/, {
      settings: { DATA_DIR: restored },
    }),
  'secret:replace': async () => {
    await rm(join(company, 'app-secret'))
    await expectToWork('secret:replace', [], /The next start takes/, { settings: onCompany })
  },
}

afterAll(async () => {
  for (const dataDir of [company, restored, migrated]) await removeDatabase(dataDir)
  await rm(folder, { recursive: true, force: true })
})

test.each(scriptsOnCompany)(
  'RT-450, OPS-305 npm run %s works on a small company',
  (name) => trials[name](),
  longest,
)

test.each(Object.entries(slowScripts['after the company']))(
  'RT-450 npm run %s works',
  (name, [args, prints]) => expectToWork(name, args, prints),
  longest,
)
