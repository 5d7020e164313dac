import { verify } from '@node-rs/argon2'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { asSuperuser } from '../../tests/database.ts'
import { asPerson, type Person } from '../../tests/people.ts'
import { setClock } from '../platform/clock.server.ts'
import { files } from '../platform/files/files.server.ts'
import { terminalCommand } from '../platform/session/unattended.server.ts'
import { loadDemo } from './load-demo.server.ts'
import { demoInvestorEmail, demoPassword } from './sign-ins.ts'

// Far from the real day, and one that does not exist every year: whatever follows the wall clock instead shows.
const today = '2028-02-29'

setClock(() => new Date('2028-02-29T06:00:00Z'))
const began = performance.now()
await terminalCommand(loadDemo)
const seconds = (performance.now() - began) / 1000

async function rowsOf<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  return asSuperuser(async (client) => (await client.query<Row>(text, values)).rows)
}

async function counted(text: string): Promise<Record<string, number>> {
  const rows = await rowsOf<{ name: string; count: number }>(
    `select name, count(*)::int from (${text}) as of group by 1`,
  )
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

async function bytesOf(key: string): Promise<Buffer> {
  const stream = await files.get(key)
  if (!stream) throw new Error(`${key} is not in the store`)
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const ofInvestor = `from app.investment i join app.investor on investor.id = i.investor_id and investor.email = '${demoInvestorEmail}'`

test('the demo is loaded in a few seconds', () => {
  expect(seconds).toBeLessThan(10)
})

test('there are four projects, one of them ongoing, all published and featured, with pictures', async () => {
  const projects = await rowsOf(`
    select slug, status, price_text, completion_text, completion_on::text, funded_bp, featured_rank as rank,
      (select count(*)::int from app.project_picture where project_id = id) as pictures
    from app.project where published order by featured_rank`)
  const unfunded = { completion_text: null, funded_bp: null }
  expect(projects).toEqual([
    {
      slug: 'twin-towers',
      status: 'planned',
      price_text: 'from $35,000 USD',
      completion_text: 'late 2026 to early 2027',
      completion_on: '2027-03-31',
      funded_bp: null,
      rank: 1,
      pictures: 13,
    },
    {
      slug: 'retail-clothing',
      status: 'planned',
      price_text: '$5,000 - $10,000 USD',
      completion_text: 'September 2025',
      completion_on: '2025-09-30',
      funded_bp: 1500,
      rank: 2,
      pictures: 6,
    },
    {
      ...unfunded,
      slug: 'corner-plaza',
      status: 'completed',
      price_text: 'Completed Project',
      completion_on: '2026-08-22',
      rank: 3,
      pictures: 5,
    },
    {
      ...unfunded,
      slug: 'coastal-villas',
      status: 'ongoing',
      price_text: 'from $15,000 USD',
      completion_on: '2029-04-04',
      rank: 4,
      pictures: 2,
    },
  ])
})

test('every picture is in the store in all its widths, as the bytes of its format', async () => {
  const pictures = await rowsOf<{ storage_key: string; byte_size: string; format: string }>(
    'select storage_key, byte_size, format from app.picture_file',
  )
  expect(pictures).toHaveLength((26 + 3 + 2) * 8)
  for (const picture of pictures)
    expect(await files.size(picture.storage_key)).toBe(Number(picture.byte_size))
  const [avif, webp] = ['avif', 'webp'].map((format) =>
    pictures.find((picture) => picture.format === format),
  )
  expect((await bytesOf(avif?.storage_key ?? '')).toString('latin1', 4, 12)).toBe('ftypavif')
  expect((await bytesOf(webp?.storage_key ?? '')).toString('latin1', 8, 12)).toBe('WEBP')
})

test('the funded shares that follow from investments are between nothing and all', async () => {
  const shares = await rowsOf(`
    select slug, (select sum(amount_cents) from app.investment
      where project_id = p.id and status in ('active', 'completed'))::bigint * 10000 / target_cents as bp
    from app.project p where target_cents is not null order by slug`)
  expect(shares).toEqual([
    { slug: 'coastal-villas', bp: '6250' },
    { slug: 'corner-plaza', bp: '10000' },
    { slug: 'twin-towers', bp: '4000' },
  ])
})

test('there are twelve investors, one of them pending and one inactive', async () => {
  const standing = `select coalesce(u.status, investor.own_status) as name
    from app.investor left join auth."user" u on u.id = investor.user_id`
  expect(await counted(standing)).toEqual({ active: 10, pending: 1, inactive: 1 })
  expect(await counted(`select role || ' ' || status as name from auth."user"`)).toEqual({
    'admin active': 2,
    'investor active': 10,
    'investor inactive': 1,
    'investor pending': 1,
  })
  const passwords = await rowsOf<{ password: string; accounts: number }>(
    'select password, count(*)::int as accounts from auth.account where password is not null group by 1',
  )
  expect(passwords).toMatchObject([{ accounts: 13 }])
  expect(await verify(passwords[0]?.password ?? '', demoPassword)).toBe(true)
})

test('there are about twenty investments in every status, with entries of every kind over eighteen months', async () => {
  expect(await counted('select status as name from app.investment')).toEqual({
    pending: 3,
    active: 9,
    completed: 7,
    cancelled: 2,
  })
  expect(await counted('select kind as name from app.ledger_entry')).toEqual({
    payment: 34,
    refund: 1,
    adjustment: 1,
    void: 1,
  })
  const [span] = await rowsOf(
    'select min(dated_on)::text, max(dated_on)::text from app.ledger_entry',
  )
  expect(span).toEqual({ min: '2026-09-02', max: '2028-02-25' })
})

test('the received amount is the sum of the ledger, everywhere', async () => {
  const wrong = await rowsOf(`
    select i.id from app.investment i left join app.ledger_entry e on e.investment_id = i.id
    group by i.id having i.received_cents <> coalesce(sum(e.amount_cents), 0)`)
  expect(wrong).toEqual([])
})

test('PAGE-019 receipts of what came through the bank name the account, those of cash none', async () => {
  const kinds = `select distinct method, account_name is not null as named from app.receipt
    where method in ('bank-transfer', 'cash') order by method`
  expect(await rowsOf(kinds)).toMatchObject([{ named: true }, { named: false }])
})

test('receipts are numbered without gaps in the order in which the payments were recorded', async () => {
  const receipts = await rowsOf<{ year: number; sequence: number; recorded_in: number }>(`
    select year, sequence, extract(year from recorded_at at time zone 'Africa/Nairobi')::int as recorded_in
    from app.receipt join app.ledger_entry entry on entry.id = entry_id order by recorded_at`)
  expect(receipts).toHaveLength(34)
  const reached = new Map<number, number>()
  for (const { year, sequence, recorded_in: recordedIn } of receipts) {
    expect(year).toBe(recordedIn)
    reached.set(year, (reached.get(year) ?? 0) + 1)
    expect(sequence).toBe(reached.get(year))
  }
  const counters = await rowsOf<{ year: number; last_sequence: number }>(
    'select year, last_sequence from app.receipt_counter',
  )
  expect(new Map(counters.map((counter) => [counter.year, counter.last_sequence]))).toEqual(reached)
})

test('distributions are divided to the cent among those who had paid in', async () => {
  const distributions = await rowsOf(`
    select dated_on::text, total_cents, sum(amount_cents)::bigint as shared, count(*)::int as shares
    from app.distribution join app.distribution_share on distribution_id = id group by id order by dated_on desc`)
  const ofSix = (dated_on: string, total: string) => ({
    dated_on,
    total_cents: total,
    shared: total,
    shares: 6,
  })
  expect(distributions).toEqual([
    ofSix('2028-01-15', '390000'),
    ofSix('2027-10-15', '390000'),
    ofSix('2027-07-15', '385000'),
    ofSix('2027-04-15', '390000'),
    ofSix('2027-01-15', '390000'),
  ])
})

test('the investor to sign in as has four investments in three projects, one completed, one with a next payment, one with a voided payment', async () => {
  const [held] =
    await rowsOf(`select count(*)::int as investments, count(distinct project_id)::int as projects,
    count(*) filter (where status = 'completed')::int as completed,
    count(*) filter (where next_payment_on > '${today}')::int as with_next_payment ${ofInvestor}`)
  expect(held).toEqual({ investments: 4, projects: 3, completed: 2, with_next_payment: 2 })
  const voided = await rowsOf(
    `select e.reason ${ofInvestor} join app.ledger_entry e on e.investment_id = i.id and e.kind = 'void'`,
  )
  expect(voided).toEqual([{ reason: 'The same transfer was recorded twice.' }])
})

test('documents of each type are PDFs whose bytes are as written down, with the name of the company in them', async () => {
  const documents = await rowsOf<{
    title: string
    type: string
    storage_key: string
    sha256: string
    byte_size: string
  }>(`
    select title, document_type as type, storage_key, sha256, byte_size
    from app.document join app.stored_file f on f.id = file_id where media_type = 'application/pdf'`)
  expect(new Set(documents.map((document) => document.type))).toEqual(
    new Set(['legal', 'financial', 'tax', 'report', 'project']),
  )
  expect(documents).toHaveLength(13)
  for (const document of documents) {
    const bytes = await bytesOf(document.storage_key)
    expect(bytes).toHaveLength(Number(document.byte_size))
    const { totalPages, text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), {
      mergePages: true,
    })
    expect(totalPages).toBe(1)
    expect(text).toContain('Msingi Property Group')
    expect(text).toContain(document.title.replace(', signed', ''))
  }
})

test('the investor may read documents of every type: those of the projects held, and three of their own', async () => {
  const [person] = await rowsOf<Person>(
    'select user_id as "userId", id as "investorId", email, full_name as name from app.investor where email = $1',
    [demoInvestorEmail],
  )
  if (!person) throw new Error('nobody of that address')
  const documents = await asPerson(person, (investor) =>
    investor.tx.selectFrom('document').select(['document_type', 'investor_id']).execute(),
  )
  expect(documents).toHaveLength(10)
  expect(documents.filter((document) => document.investor_id)).toHaveLength(3)
  expect(new Set(documents.map((document) => document.document_type)).size).toBe(5)
})

test('the investor has read and unread notifications', async () => {
  const [notified] = await rowsOf(`
    select count(*) filter (where read_at is null)::int as unread, count(*) > 10 as has_read_many,
      bool_and(read_at is null or read_at >= r.sent_at) as in_order
    from app.notification_recipient r join app.investor on investor.id = investor_id
    where email = '${demoInvestorEmail}'`)
  expect(notified).toEqual({ unread: 2, has_read_many: true, in_order: true })
})

test('every payment was notified in the words of the specification', async () => {
  const notified = await rowsOf<{ message: string }>(
    `select message from app.notification where title = 'Payment Received' order by sent_at desc`,
  )
  expect(notified).toHaveLength(34)
  expect(notified[0]?.message).toBe(
    'Your payment of $2,500 for the Coastal Villas project has been received.',
  )
})

test('every quarter and year that ended since someone first paid in has their statement', async () => {
  const ended = await rowsOf<{ issued: string | null }>(
    `select s.id as issued
    from (select investor_id, min(dated_on) as first_on from app.ledger_entry e join app.investment i on i.id = investment_id group by 1) paid
    cross join (values ('3 months'::interval), ('1 year')) as length (p)
    cross join generate_series('2026-01-01'::timestamp, '2028-02-28', p) as begun
    left join app.statement s on s.investor_id = paid.investor_id and s.from_on = begun and s.to_on + 1 = begun + p
    where begun + p > first_on and begun + p <= $1`,
    [today],
  )
  expect(ended.length).toBeGreaterThan(40)
  expect(ended.filter(({ issued }) => issued === null)).toEqual([])
})

test('nothing lies in the future but what is planned, and no one was mailed', async () => {
  const [latest] = await rowsOf<Record<string, Date>>(`
    select (select max(recorded_at) from app.ledger_entry) as recorded, (select max(sent_at) from app.notification) as sent,
      (select max(read_at) from app.notification_recipient) as read, (select max(uploaded_at) from app.document) as uploaded,
      (select max(joined_on)::timestamptz from app.investor) as joined`)
  for (const moment of Object.values(latest ?? {}))
    expect(moment < new Date('2028-02-29T06:00:00Z')).toBe(true)
  expect(await rowsOf('select id from app.outbox')).toEqual([])
  expect(await rowsOf('select id from app.event')).toEqual([])
})
