import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { RunningServer } from '../running-server.ts'
import { scaled } from '../scale.ts'
import { type Payable, payables, paymentForm } from '../server/payments.ts'
import { once, type Statement, statementsOf } from '../server/same-statements.ts'
import { within } from '../signin/times.ts'

/** Transactions a second with their NOTIFYs and without, over all rounds, and the median of the ratios of single rounds. */
export type Cost = { told: number; silent: number; ratio: number }

const writers = 16
const rounds = scaled(20, 1)
const paymentsOfRound = scaled(64, 16)
const shortOfRound = scaled(800, 16)
/** Two halves a round, one of each kind to warm up, and the one that is logged. */
const paymentsNeeded = 2 * paymentsOfRound * (rounds + 1) + 1

/** Does its transaction once on one of its connections. */
type Writer = () => Promise<void>

/**
 * What the NOTIFYs of a transaction cost when sixteen connections commit at the same time: the same statements with them and without,
 * in short turns, so that whatever else the machine does falls on both.
 */
async function compare(notifying: Writer[], silent: Writer[], times: number): Promise<Cost> {
  const took = { told: 0, silent: 0 }
  const ratios: number[] = []
  await run(notifying, times)
  await run(silent, times)
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? (['told', 'silent'] as const) : (['silent', 'told'] as const)
    const now = { told: 0, silent: 0 }
    for (const kind of order) now[kind] = await run(kind === 'told' ? notifying : silent, times)
    took.told += now.told
    took.silent += now.silent
    ratios.push(now.silent / now.told)
  }
  const perSecond = (seconds: number) => (rounds * times) / seconds
  return { told: perSecond(took.told), silent: perSecond(took.silent), ratio: within(0.5, ratios) }
}

/** In seconds. */
async function run(connections: Writer[], times: number): Promise<number> {
  let left = times
  const began = performance.now()
  const runWriter = async (write: Writer) => {
    while (left > 0) {
      left -= 1
      await write()
    }
  }
  await Promise.all(connections.map(runWriter))
  return (performance.now() - began) / 1000
}

async function withConnections<Result>(
  url: string,
  work: (notifying: pg.Client[], silent: pg.Client[]) => Promise<Result>,
): Promise<Result> {
  const clients = Array.from(
    { length: 2 * writers },
    () => new pg.Client({ connectionString: url, options: '-c search_path=app' }),
  )
  try {
    // What goes wrong is told by whatever was being asked.
    for (const client of clients) await client.on('error', () => undefined).connect()
    return await work(clients.slice(0, writers), clients.slice(writers))
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

/** Of recording a payment, by the statements that the product sends for one. */
export async function costOfPayments(
  server: RunningServer,
  url: string,
  cookie: string,
): Promise<Cost> {
  return withConnections(url, async (notifying, silent) => {
    const [client = new pg.Client()] = notifying
    const open = await payables(client, paymentsNeeded)
    const next = (): Payable => {
      const payable = open.pop()
      if (!payable) throw new Error('no investment is left to pay on')
      return payable
    }
    const first = next()
    const key = randomUUID()
    const statements = await statementsOf(server.dataDir, client, () =>
      pay(server.address, cookie, first, key),
    )
    const { rows } = await client.query<{ id: string }>(
      'select id from app.ledger_entry where investment_id = $1 order by recorded_at desc limit 1',
      [first.investmentId],
    )
    const captured = { ...first, key, paymentId: rows[0]?.id ?? '' }
    // As many questions as before, so that what is compared is telling and not asking.
    const without = statements.map((statement) => ({
      ...statement,
      text: statement.text.replace("pg_notify('msingi', topic)", 'topic'),
    }))
    if (without.every(({ text }, place) => text === statements[place]?.text))
      throw new Error('a payment tells nobody')
    const writer = (sent: Statement[]) => (on: pg.Client) => () => once(on, sent, captured, next())
    return compare(notifying.map(writer(statements)), silent.map(writer(without)), paymentsOfRound)
  })
}

async function pay(
  address: string,
  cookie: string,
  { investmentId }: Payable,
  key: string,
): Promise<void> {
  const { path, ...sent } = paymentForm(cookie, address, investmentId, key)
  const { status } = await fetch(`${address}${path}`, {
    ...sent,
    method: 'POST',
    redirect: 'manual',
  })
  if (status !== 303) throw new Error(`Recording a payment answered ${status}`)
}

/** Of the shortest transaction there is: one row in its own table, and nothing else that could wait. */
export async function costOfShort(url: string): Promise<Cost> {
  const notify = "select pg_notify('msingi', 'admin')"
  const writer = (between: string) => (client: pg.Client) => async () => {
    for (const text of ['begin', 'insert into bench_live.line values (now())', between, 'commit'])
      await client.query(text)
  }
  return withConnections(url, async (notifying, silent) => {
    const [client = new pg.Client()] = notifying
    await client.query(
      'create schema if not exists bench_live; create table if not exists bench_live.line (at timestamptz)',
    )
    try {
      return await compare(
        notifying.map(writer(notify)),
        silent.map(writer('select 1')),
        shortOfRound,
      )
    } finally {
      await client.query('drop schema bench_live cascade')
    }
  })
}
