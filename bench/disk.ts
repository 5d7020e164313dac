import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { grouped } from '../app/values/grouped.ts'
import { type Act, actsOf } from './disk/acts.ts'
import { type Growth, growthOf, type Office, officeAfter, rowsOf, sizesNow } from './disk/sizes.ts'
import { withDatabaseOf } from './running-database.ts'
import { type RunningServer, withServer } from './running-server.ts'
import { sayScale, scaled } from './scale.ts'
import { administrator, signIn } from './sign-in.ts'

// What the database keeps for ever of each act of an office, by table, what it writes to its log (WAL), and what three
// offices come to in the years. Of the demo with more of the same, over the product's own forms; judges nothing.

const times = scaled(200, 10)
const idleSeconds = scaled(60, 2)
const offices: Office[] = [300, 3_000, 30_000].map((investors) => ({
  investors,
  paymentsEach: 12,
  visitsEach: 24,
}))

const inKilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`
const inGigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(2)} GB`

async function measured(client: pg.Client, act: Act): Promise<Growth> {
  // The first of a kind opens pages that the others fill.
  await act.once()
  const before = await sizesNow(client)
  const count = async () => (act.counted ? rowsOf(client, act.counted) : 0)
  const counted = await count()
  for (let turn = 0; turn < act.times; turn += 1) await act.once()
  const after = await sizesNow(client)
  return growthOf(before, after, (await count()) - counted || act.times)
}

async function idleWal(client: pg.Client): Promise<number> {
  const before = await sizesNow(client)
  await sleep(idleSeconds * 1000)
  return ((await sizesNow(client)).walUntil - before.walFrom) * (60 / idleSeconds)
}

async function measureAll({ address, dataDir }: RunningServer) {
  return withDatabaseOf(dataDir, async (url) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      const acts = await actsOf(address, await signIn(address, administrator), client, times)
      const growths = new Map<string, Growth>()
      for (const act of acts) growths.set(act.name, await measured(client, act))
      return { growths, idle: await idleWal(client) }
    } finally {
      await client.end()
    }
  })
}

const { growths, idle } = await withServer(measureAll)
console.log(
  '\n| act | for ever | deleted later | log (WAL) | most of it in |\n|---|---|---|---|---|',
)
for (const [name, { forever, passing, wal, largest }] of growths) {
  const tables = largest
    .filter(([, bytes]) => bytes > 0.03 * forever)
    .map(([table, bytes]) => `${table.replace(/^app\./, '')} ${(bytes / 1000).toFixed(2)}`)
  console.log(
    `| ${name} | ${inKilobytes(forever)} | ${inKilobytes(passing)} | ${inKilobytes(wal)} | ${tables.join(', ')} |`,
  )
}
console.log(`\nThe log of a minute in which nothing is done: ${inKilobytes(idle)}`)
console.log(
  '\n| investors | | after 1 year | after 5 years | after 10 years |\n|---|---|---|---|---|',
)
const forever = (word: string) =>
  [...growths].find(([name]) => name.includes(word))?.[1].forever ?? 0
for (const office of offices) {
  const years = [1, 5, 10].map((count) => officeAfter(office, count, forever))
  const cells = (of: 'database' | 'files') => years.map((year) => inGigabytes(year[of])).join(' | ')
  console.log(`| ${grouped(office.investors)} | database | ${cells('database')} |`)
  console.log(`| | files | ${cells('files')} |`)
}
sayScale()
