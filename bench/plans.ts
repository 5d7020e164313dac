import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { withCleanup } from '../server/with-cleanup.ts'
import { isComplete, largeDataDir } from './large/place.ts'
import { type Explained, explainAll, explained, readLog } from './plans/explained.ts'
import { findExamples, type Screen, screensOf } from './plans/screens.ts'
import { inDatabaseOf, resetSettings } from './running-database.ts'
import { withServerOn } from './running-server.ts'
import { scaled, words } from './scale.ts'

// Which statements read a whole table of more than 10,000 rows: PostgreSQL explains everything that the lists and single
// pages of the office, recording a payment, the portal of one investor and the public pages ask of the data of
// `npm run demo:large`, which is made first. A folder may be named behind it. Ends non-zero when there is such a statement.

const dataDir = largeDataDir(words[0])
if (!isComplete(dataDir)) {
  console.error(`There is no large demo in ${dataDir}. Make it with:  npm run demo:large`)
  process.exit(1)
}

type Found = { what: string; statements: Explained[] }

const screens = await withCleanup(
  () => resetSettings(dataDir),
  () => resetSettings(dataDir),
  async () => {
    const tables = await inDatabaseOf(dataDir, explainAll)
    return withServerOn(dataDir, ({ address }) => askAll(address, tables))
  },
)

async function askAll(address: string, tables: ReadonlySet<string>): Promise<Found[]> {
  const found: Found[] = []
  for (const screen of await screensOf(address, await inDatabaseOf(dataDir, findExamples))) {
    found.push({ what: screen.what, statements: await statementsOf(address, screen, tables) })
  }
  return found
}

async function statementsOf(
  address: string,
  { what, path, cookie, form }: Screen,
  tables: ReadonlySet<string>,
): Promise<Explained[]> {
  const file = join(dataDir, 'postgres.log')
  const { end } = await readLog(file, 0)
  const answer = await fetch(`${address}${path}`, {
    headers: { cookie },
    redirect: 'manual',
    ...(form && { ...form, method: 'POST' }),
  })
  if (answer.status !== (form ? 303 : 200)) throw new Error(`${path} answered ${answer.status}`)
  await answer.text()
  // What runs behind the answer belongs to it as well: of a form that is the work that the worker is given.
  await setTimeout(form ? scaled(5_000, 1_000) : scaled(200, 50))
  const statements = explained((await readLog(file, end)).text, tables)
  if (statements.length === 0) throw new Error(`${what} was answered without a question`)
  return statements
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
for (const [statement, places] of wrong)
  console.error(`\n${[...places].join('; ')}: reads all of ${statement}`)
if (wrong.size > 0) process.exitCode = 1
