import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { isComplete, largeDataDir } from './large/place.ts'
import { asked } from './lists/questions.ts'
import { type Explained, explainAll, explained, mostRows, readLog } from './plans/explained.ts'
import { inDatabaseOf } from './running-database.ts'
import { withServerOn } from './running-server.ts'
import { administrator, signIn, someInvestor } from './sign-in.ts'

// Which statements read a whole table of more than 10,000 rows: PostgreSQL explains everything that the lists of the
// office, the portal of one investor and the public pages ask of the data of `npm run demo:large`, which is made first. A
// folder may be named behind it. Ends non-zero when there is such a statement.

const dataDir = largeDataDir(process.argv[2])
if (!isComplete(dataDir)) {
  console.error(`There is no large demo in ${dataDir}. Make it with:  npm run demo:large`)
  process.exit(1)
}

type Screen = { what: string; statements: Explained[] }

const tables = await inDatabaseOf(dataDir, async (client) => {
  await explainAll(client, true)
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and reltuples > ${mostRows}`,
  )
  return new Set(rows.map(({ name }) => name))
})
const screens = await withServerOn(dataDir, ({ address }) => askAll(address)).finally(() =>
  inDatabaseOf(dataDir, (client) => explainAll(client, false)),
)

async function askAll(address: string): Promise<Screen[]> {
  const office = await signIn(address, administrator)
  const portal = await signIn(address, someInvestor)
  const list = await fetch(`${address}/investment-dashboard/investments`, { headers: { cookie: portal } })
  const [investment] = /investments\/[0-9a-f-]{36}/.exec(await list.text()) ?? []
  const inPortal = [
    '',
    '/investments',
    `/${investment}`,
    '/projects',
    '/documents',
    '/notifications',
    '/statements',
    '/settings',
  ]
  const questions = [
    ...(await asked(address, office)).map(({ what, path }) => ({ what, path, cookie: office })),
    ...inPortal.map((path) => ({
      what: `Portal: ${path || 'dashboard'}`,
      path: `/investment-dashboard${path}`,
      cookie: portal,
    })),
    ...['/', '/investments', '/contact'].map((path) => ({ what: `Public: ${path}`, path, cookie: '' })),
  ]
  const found: Screen[] = []
  for (const { what, path, cookie } of questions) {
    found.push({ what, statements: await statementsOf(`${address}${path}`, cookie) })
  }
  return found
}

async function statementsOf(url: string, cookie: string): Promise<Explained[]> {
  const file = join(dataDir, 'postgres.log')
  const { end } = await readLog(file, 0)
  const answer = await fetch(url, { headers: { cookie } })
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`)
  await answer.text()
  // What runs behind the answer belongs to it as well.
  await setTimeout(200)
  return explained((await readLog(file, end)).text, tables)
}

console.log('\n| screen | statements | that read a whole large table |\n|---|---|---|')
const wrong = new Map<string, Set<string>>()
for (const { what, statements } of screens) {
  const whole = statements.filter(({ wholeTables }) => wholeTables.length > 0)
  console.log(`| ${what} | ${statements.length} | ${whole.length} |`)
  for (const { statement, wholeTables } of whole) {
    const named = `${wholeTables.join(', ')} by: ${statement}`
    wrong.set(named, (wrong.get(named) ?? new Set()).add(what))
  }
}
for (const [statement, places] of wrong) console.error(`\n${[...places].join('; ')}: reads all of ${statement}`)
if (wrong.size > 0) process.exitCode = 1
