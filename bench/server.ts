import { randomUUID } from 'node:crypto'
import { get } from 'node:http'
import pg from 'pg'
import { grouped } from '../app/values/grouped.ts'
import { withLargeServer } from './large/large-server.ts'
import { isComplete, largeDataDir } from './large/place.ts'
import { inDatabaseOf, withDatabaseOf } from './running-database.ts'
import type { RunningServer } from './running-server.ts'
import { isSmallest, sayScale, scaled, words } from './scale.ts'
import { findSessions, type Measure, withBetween } from './server/between.ts'
import { type Child, residentMb, withChild } from './server/child.ts'
import type { FloorSettings } from './server/floor.ts'
import { type Figures, figuresOf, load } from './server/load.ts'
import { compareOthers } from './server/others/compare.ts'
import { type Payable, payables, paymentForm } from './server/payments.ts'
import { differencesOf, type FloorName } from './server/same-rows.ts'
import { repeat, statementsOf } from './server/same-statements.ts'
import { type Line, missedOf, summaryOf, tableOf } from './server/table.ts'
import { administrator, signIn, someInvestor } from './sign-in.ts'

// What the product costs above its floor: the same rows answered by a bare HTTP server from one prepared question, in the
// same run, on the same machine and the data of `npm run demo:large`, which is made first. A folder may be named behind it.
// Times differ from machine to machine, so that only the ratios are judged. Ends non-zero when a goal is missed, and before
// anything is measured when a floor does not answer what its screen shows. Other products that answer such lists are asked
// for one of them, where npm installs them next to the data; they have no goal.

const dataDir = largeDataDir(words[0])
if (!isComplete(dataDir)) {
  console.error(`There is no large demo in ${dataDir}. Make it with:  npm run demo:large`)
  process.exit(1)
}

const portal = '/investment-dashboard'
const office = '/admin-dashboard/investments'
const payments = { connections: 10, times: scaled(400, 10), warmUp: scaled(100, 10) }
/** The page far down the list of the office; the smallest company has fewer. */
const deepPage = scaled(1_000, 100)

/** Of the throughput of the floor; data, of that of the server in between (framework, session, transaction, row policies). */
const goals = { data: 0.5, document: 0.2, cached: 1, payment: 0.5 }
type Kind = 'data' | 'document' | 'cached'

const lines: Line[] = []
/** Printed as it comes, so that it is not lost with what is measured later. */
function note(...measured: Line[]): void {
  lines.push(...measured)
  for (const line of measured) console.log(summaryOf(line))
}

try {
  await withLargeServer(dataDir, (server) => withDatabaseOf(dataDir, (url) => measure(server, url)))
} finally {
  if (lines.length > 0) console.log(`\n${tableOf(lines)}`)
  sayScale()
  const missed = isSmallest ? [] : missedOf(lines)
  for (const line of missed) console.error(line)
  if (missed.length > 0) process.exitCode = 1
}

async function measure(server: RunningServer, databaseUrl: string): Promise<void> {
  const { address } = server
  const investor = await signIn(address, someInvestor)
  const admin = await signIn(address, administrator)
  const { investorId, investmentId } = await inDatabaseOf(dataDir, findInvestor)
  const landing = await fetch(address, { headers: { 'accept-encoding': 'br' } })
  const floorSettings: FloorSettings = {
    databaseUrl,
    values: {
      dashboard: [investorId],
      investment: [investmentId],
      notifications: [investorId],
      search: ['%hodan%', '%gitau%'],
      deep: [String((deepPage - 1) * 12)],
    },
    // `fetch` has unpacked it; what is sent is as long as what the product sends.
    document: await rawBody(address),
    encoding: landing.headers.get('content-encoding') ?? 'br',
  }
  const people = { investorId, ...(await inDatabaseOf(dataDir, findSessions)) }
  const screens = screensOf(investmentId, { investor, admin })
  const isSame = await withChild(
    { script: new URL('server/floor.ts', import.meta.url), told: floorSettings },
    async (floor) => {
      if (!(await areTheSame(screens, address, floor))) return false
      await withBetween(floorSettings, people, (between) =>
        measureScreens(screens, { server, databaseUrl, floor, between }),
      )
      return true
    },
  )
  if (isSame) note(await comparePayments(server, databaseUrl, admin))
  else process.exitCode = 1
}

type Measured = { server: RunningServer; databaseUrl: string; floor: Child; between: Measure }

async function measureScreens(
  screens: Screen[],
  { server, databaseUrl, floor, between }: Measured,
): Promise<void> {
  const floorOf = (name: string) => load(floor.address, () => ({ path: `/${name}` }))
  const compare = async (label: string, path: string, cookie: string, name: string, kind: Kind) => {
    const below = await floorOf(name)
    const steps =
      kind === 'cached' ? {} : { between: await between(kind === 'data' ? `${name}.data` : name) }
    const headers = { cookie, 'accept-encoding': 'br' }
    const product = await load(server.address, () => ({ path, headers }))
    const megabytes = await residentMb(server.process)
    const goalOf = kind === 'data' ? 'between' : 'floor'
    note({ what: label, product, floor: below, ...steps, goal: goals[kind], goalOf, megabytes })
  }
  for (const { what, path, query, cookie, name } of screens) {
    await compare(`${what}, data`, `${path}.data${query}`, cookie, name, 'data')
    await compare(`${what}, document`, `${path}${query}`, cookie, name, 'document')
    if (name === 'first' && !isSmallest)
      note(...(await compareOthers({ databaseUrl, dataDir, floor: () => floorOf(name) })))
  }
  await compare('Landing page', '/', '', 'document', 'cached')
}

type Screen = { what: string; path: string; query: string; cookie: string; name: FloorName }

function screensOf(
  investmentId: string,
  { investor, admin }: { investor: string; admin: string },
): Screen[] {
  const inPortal = { query: '', cookie: investor }
  const inOffice = { path: office, cookie: admin }
  return [
    { what: 'Portal dashboard', path: portal, name: 'dashboard', ...inPortal },
    {
      what: "An investment's page",
      path: `${portal}/investments/${investmentId}`,
      name: 'investment',
      ...inPortal,
    },
    { what: 'Notifications', path: `${portal}/notifications`, name: 'notifications', ...inPortal },
    { what: 'Investments of the office', query: '', name: 'first', ...inOffice },
    { what: 'Investments, searched', query: '?q=hodan+gitau', name: 'search', ...inOffice },
    {
      what: `Investments, page ${grouped(deepPage)}`,
      query: `?page=${deepPage}`,
      name: 'deep',
      ...inOffice,
    },
  ]
}

/** Nothing is measured next to a floor that answers other rows than the product shows: what differs is said. */
async function areTheSame(screens: Screen[], address: string, floor: Child): Promise<boolean> {
  const differences: string[] = []
  for (const { path, query, cookie, name } of screens) {
    const expected = {
      product: `${address}${path}.data${query}`,
      floor: `${floor.address}/${name}`,
      cookie,
    }
    differences.push(...(await differencesOf(name, expected)))
  }
  for (const difference of differences)
    console.error(`The floor answers other rows than the product: ${difference}`)
  return differences.length === 0
}

async function findInvestor(
  client: pg.Client,
): Promise<{ investorId: string; investmentId: string }> {
  const { rows } = await client.query<{ investorId: string; investmentId: string }>(
    `select i.investor_id as "investorId", i.id as "investmentId" from app.investment i
     join app.investor n on n.id = i.investor_id where n.email = $1 order by i.invested_on desc, i.id desc limit 1`,
    [someInvestor],
  )
  if (!rows[0]) throw new Error(`${someInvestor} has no investment`)
  return rows[0]
}

/** The bytes of a document as they travel, in base64. */
async function rawBody(address: string): Promise<string> {
  return new Promise((done, failed) => {
    get(address, { headers: { 'accept-encoding': 'br' } }, async (response) => {
      const parts: Buffer[] = []
      for await (const part of response) parts.push(part as Buffer)
      done(Buffer.concat(parts).toString('base64'))
    }).once('error', failed)
  })
}

/** Both record a dollar on investments that take turns; the product through its form, the floor by its statements alone. */
async function comparePayments(
  { address, process: server }: RunningServer,
  databaseUrl: string,
  cookie: string,
): Promise<Line> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const open = await payables(client, 1 + 2 * (payments.times + payments.warmUp))
    const next = (): Payable => {
      const payable = open.pop()
      if (!payable) throw new Error('no investment is left to pay on')
      return payable
    }
    const first = next()
    const key = randomUUID()
    const pay = async (payable: Payable, itsKey?: string) => {
      const { path, ...sent } = paymentForm(cookie, address, payable.investmentId, itsKey)
      const { status } = await fetch(`${address}${path}`, {
        ...sent,
        method: 'POST',
        redirect: 'manual',
      })
      if (status !== 303 && status !== 302)
        throw new Error(`Recording a payment answered ${status}`)
    }
    const statements = await statementsOf(dataDir, client, () => pay(first, key))
    const { rows } = await client.query<{ id: string }>(
      'select id from app.ledger_entry where investment_id = $1 order by recorded_at desc limit 1',
      [first.investmentId],
    )
    const captured = { ...first, key, paymentId: rows[0]?.id ?? '' }
    const replay = { captured, next, connections: payments.connections }
    await repeat(databaseUrl, statements, { ...replay, times: payments.warmUp })
    const floor = await repeat(databaseUrl, statements, { ...replay, times: payments.times })
    await timed(payments.warmUp, () => pay(next()))
    const product = await timed(payments.times, () => pay(next()))
    const megabytes = await residentMb(server)
    return { what: 'Recording a payment', product, floor, goal: goals.payment, megabytes }
  } finally {
    await client.end()
  }
}

async function timed(times: number, act: () => Promise<void>): Promise<Figures> {
  const took: number[] = []
  let left = times
  const pay = async () => {
    while (left > 0) {
      left -= 1
      const from = performance.now()
      await act()
      took.push(performance.now() - from)
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: payments.connections }, pay))
  return figuresOf(took, performance.now() - began)
}
