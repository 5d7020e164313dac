import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { ask } from '../cluster/postgres.ts'
import { type Books, sha256Of } from './books.ts'
import type { Heard } from './client.ts'
import { readFileOf } from './load.ts'
import type { Stage } from './stage.ts'

/** What the database, the store and the email receiver have of what was confirmed since the load began. */
export type Balance = {
  confirmed: string
  lost: number
  doubled: number
  repeated: number
  notes: string[]
}

type Confirmed = Pick<Books, 'payments' | 'documents'>

const patienceMs = 30_000

/** Documents are read back as a browser gets them; those that were found whole are not read again. */
const readBack = new Set<string>()

/** Compares everything that was confirmed with what is there. Emails that still wait are not lost. */
export async function balanceOf({ cluster, load, mail }: Stage): Promise<Balance> {
  // As of now: the load goes on while it is compared.
  const books = { payments: [...load.books.payments], documents: [...load.books.documents] }
  const money = await ask(cluster.databaseUrl, (database) => paymentsAgainst(database, books))
  const documents = await documentsAgainst({ cluster, load }, books)
  const letters = await ask(cluster.databaseUrl, (database) =>
    mailsAgainst(database, books, mail.letters()),
  )
  return {
    confirmed: `${books.payments.length} payments, ${books.documents.length} documents, ${letters.sent} mails`,
    lost: money.lost + documents.lost + letters.lost,
    doubled: money.doubled + documents.doubled + letters.doubled,
    repeated: letters.repeated,
    notes: [...money.notes, ...documents.notes, ...letters.notes],
  }
}

type Found = { lost: number; doubled: number; notes: string[] }

function found(label: string, lost: string[], doubled: string[]): Found {
  const say = (word: string, names: string[]) =>
    names.length > 0 ? [`${label} ${word}: ${names.slice(0, 5).join(', ')}`] : []
  return {
    lost: lost.length,
    doubled: doubled.length,
    notes: [...say('lost', lost), ...say('doubled', doubled)],
  }
}

async function paymentsAgainst(database: pg.Client, { payments }: Confirmed): Promise<Found> {
  const { rows } = await database.query<{ reference: string; cents: string[] }>(
    `select reference, array_agg(amount_cents::text) as cents from app.ledger_entry
     where kind = 'payment' and reference = any($1) group by reference`,
    [payments.map(({ reference }) => reference)],
  )
  const kept = new Map(rows.map(({ reference, cents }) => [reference, cents]))
  const lost = payments.filter(
    ({ reference, cents }) => !kept.get(reference)?.includes(String(cents)),
  )
  const doubled = rows.filter(({ cents }) => cents.length > 1)
  const nameOf = ({ reference }: { reference: string }) => reference
  const money = found('payments', lost.map(nameOf), doubled.map(nameOf))
  const totals = await database.query<{ id: string }>(
    `select i.id from app.investment i where i.received_cents <>
       (select coalesce(sum(e.amount_cents), 0) from app.ledger_entry e where e.investment_id = i.id)`,
  )
  const wrong = totals.rows.map(({ id }) => id)
  return {
    ...money,
    lost: money.lost + wrong.length,
    notes: [...money.notes, ...found('totals', wrong, []).notes],
  }
}

async function documentsAgainst(
  { cluster, load: { client, admin } }: Omit<Stage, 'mail'>,
  books: Confirmed,
): Promise<Found> {
  const { rows } = await ask(cluster.databaseUrl, (database) =>
    database.query<{ title: string; ids: string[] }>(
      'select title, array_agg(id::text) as ids from app.document where title = any($1) group by title',
      [books.documents.map(({ title }) => title)],
    ),
  )
  const known = new Map(rows.map(({ title, ids }) => [title, ids[0]]))
  const lost: string[] = []
  for (const { title, sha256 } of books.documents) {
    if (readBack.has(title)) continue
    const id = known.get(title)
    const { status, body, why } = id
      ? await readPatiently(() => readFileOf(client, admin, id))
      : { status: 0, body: '', why: 'no row' }
    if (status === 200 && sha256Of(Buffer.from(body)) === sha256) readBack.add(title)
    else lost.push(`${title} (${why || status})`)
  }
  const doubled = rows.filter(({ ids }) => ids.length > 1).map(({ title }) => title)
  return found('documents', lost, doubled)
}

/** A failing server says nothing about a document: it is asked again for a while. */
async function readPatiently(read: () => Promise<Heard>): Promise<Heard> {
  const began = performance.now()
  for (;;) {
    const heard = await read()
    const isAnswered = heard.status > 0 && heard.status < 500
    if (isAnswered || performance.now() - began > patienceMs) return heard
    await sleep(500)
  }
}

type Mails = Found & { sent: number; repeated: number }

/** Each payment's receipt must have an email, and each email must have arrived, be waiting, or be withdrawn. */
async function mailsAgainst(
  database: pg.Client,
  { payments }: Confirmed,
  letters: { id: string }[],
): Promise<Mails> {
  const { rows } = await database.query<{ reference: string; ids: string[]; states: string[] }>(
    `select e.reference, array_remove(array_agg(o.id::text), null) as ids,
       array_remove(array_agg(o.state), null) as states
     from app.ledger_entry e left join app.outbox o on o.template = 'receipt' and o.subject_id = e.id
     where e.reference = any($1) group by e.reference`,
    [payments.map(({ reference }) => reference)],
  )
  const arrivals = Map.groupBy(letters, ({ id }) => id)
  const isLost = ({ ids, states }: { ids: string[]; states: string[] }) =>
    !ids.some((id) => arrivals.has(id)) && !states.some((state) => state === 'queued')
  const lost = rows.filter(isLost).map(({ reference }) => `receipt of ${reference}`)
  const doubled = rows
    .filter(({ ids }) => ids.length > 1)
    .map(({ reference }) => `receipt of ${reference}`)
  const repeated = [...arrivals.values()].filter((same) => same.length > 1).length
  return { ...found('mails', lost, doubled), sent: arrivals.size, repeated }
}
