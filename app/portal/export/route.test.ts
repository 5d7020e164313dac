import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { markSent } from '../../../tests/distributions.ts'
import {
  anAdmin,
  anInvestment,
  anInvestor,
  anOffer,
  aProject,
  as,
  asPerson,
  day,
  type Person,
} from '../../../tests/people.ts'
import { requestBy } from '../../../tests/requests.ts'
import { thrownBy } from '../../../tests/visits.ts'
import { timesIn, unzipped } from '../../../tests/zip.ts'
import { returnsOf } from '../../domain/distributions/my-returns.server.ts'
import { portfolioOf } from '../../domain/investments/portfolio.server.ts'
import { recordPayment } from '../../domain/payments/record-payment.server.ts'
import { loader as officeInvestments } from '../../office/investments/export/route.ts'
import { csvAmount } from '../../values/csv.ts'
import { usd } from '../../values/money.ts'
import { loader } from './route.ts'

const admin = await anAdmin()
type Who = Parameters<typeof requestBy>[0]

async function takenBy(by: Who, query = ''): Promise<Record<string, string>> {
  const args = requestBy(by, `/investment-dashboard/export${query}`) as Parameters<typeof loader>[0]
  return unzipped(Buffer.from(await (await loader(args)).arrayBuffer()))
}

async function pay(investmentId: string, amount: string) {
  const form = {
    ...{
      key: randomUUID(),
      amount: usd(amount),
      receivedOn: day('2026-03-01'),
      method: 'cash' as const,
    },
    ...{
      reference: '=1+1',
      note: 'For the office only',
      nextPaymentOn: null,
      nextPaymentAmount: null,
    },
  }
  const answer = await as(admin, (actor) =>
    recordPayment(actor, investmentId, form as unknown as Parameters<typeof recordPayment>[2]),
  )
  if ('refused' in answer) throw new Error(answer.refused)
}

async function aHolder(): Promise<Person> {
  const person = await anInvestor('Jama Warsame')
  const projectId = await aProject('Corner Plaza')
  const id = await anInvestment(person.investorId, projectId, usd('1,000.10'))
  await pay(id, '250.05')
  await pay(id, '100.00')
  await change('update app.investment set amount_cents = 90000 where id = $1', [id])
  await change('update app.investment set amount_cents = 100010 where id = $1', [id])
  await change(
    `insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on, voids_id, reason)
     select investment_id, 'void', -amount_cents, '2026-03-02', id, 'Recorded twice' from app.ledger_entry
     where investment_id = $1 and amount_cents = 10000`,
    [id],
  )
  const { rows } = await change(
    `with made as (
       insert into app.distribution (project_id, total_cents, dated_on) values ($1, 1234, '2026-05-01') returning id)
     insert into app.distribution_share select made.id, $2, 1234 from made returning distribution_id as id`,
    [projectId, id],
  )
  await markSent(rows[0]?.id ?? '', '2026-05-03')
  await change("select app.issue_statement($1, '2026-01-01', '2026-03-31', null, '2026-04-01')", [
    person.investorId,
  ])
  await change(
    `insert into app.investment_request (investor_id, project_id, amount_cents, note, understood_at, status, reserved_until)
     values ($1, $2, 100000, 'Is the roof new?', now(), 'pending', now() + interval '14 days')`,
    [person.investorId, (await anOffer({ target: usd('20,000') }, 'Roof Court')).projectId],
  )
  return person
}

test('OWN-008 one click gives profile, totals, investments, amendments, ledger, distributions and receipts, which agree with the screens', async () => {
  const person = await aHolder()
  const taken = await takenBy(person)
  const receipts = Object.keys(taken).filter((path) => path.startsWith('Receipts/'))
  expect(receipts).toEqual([
    expect.stringMatching(/^Receipts\/Receipt R-\d{4}-\d{6}\.pdf$/),
    expect.stringMatching(/^Receipts\/Receipt R-\d{4}-\d{6} \(voided\)\.pdf$/),
  ])
  for (const path of receipts) expect(taken[path]).toMatch(/^%PDF/)
  expect(taken['Statements/Statement 2026-Q1.pdf']).toMatch(/^%PDF/)
  expect(taken['Profile.csv']).toMatch(
    /Full name,Jama Warsame\r\nHolder number,H-\d{6}\r\nEmail address,/,
  )
  const { portfolio, returned } = await asPerson(person, async (reader) => ({
    portfolio: await portfolioOf(reader),
    returned: (await returnsOf(reader)).total,
  }))
  const { invested, received, remaining } = portfolio
  expect([invested, received, remaining, returned].map(csvAmount)).toEqual([
    '1000.10',
    '250.05',
    '750.05',
    '12.34',
  ])
  expect(taken['Totals.csv']).toBe(
    '\uFEFFTotal,Amount (USD)\r\nInvested,1000.10\r\nReceived,250.05\r\nRemaining,750.05\r\nTo refund,0.00\r\nReturns received,12.34\r\nReturns declared and not sent yet,0.00\r\n',
  )
  expect(taken['Investments.csv']).toContain(
    'Corner Plaza,Nairobi,,1000.10,250.05,750.05,Active,2026-02-01',
  )
  expect(taken['Amendments.csv']).toMatch(
    /,Amount changed,900\.00,1000\.10,Corner Plaza,[0-9a-f-]{36}\r\n.*,Amount changed,1000\.10,900\.00,Corner Plaza,/,
  )
  expect(taken['Ledger.csv']).toMatch(
    /2026-03-01,Payment,250\.05,250\.05,Corner Plaza,Cash,"'=1\+1",,R-\d{4}-\d{6},,,/,
  )
  expect(taken['Ledger.csv']).toMatch(/Payment,100\.00,350\.05,.*,2026-03-02,Recorded twice,/)
  expect(taken['Ledger.csv']).toMatch(
    /2026-03-02,Void,-100\.00,250\.05,Corner Plaza,,,Recorded twice,R-\d{4}-\d{6},,,/,
  )
  expect(taken['Ledger.csv']).not.toContain('For the office only')
  expect(taken['Distributions.csv']).toMatch(
    /2026-05-01,2026-05-03,12\.34,Corner Plaza,,[0-9a-f-]{36},[0-9a-f-]{36}/,
  )
  expect(taken['Requests.csv']).toMatch(
    /^.*Sent on,Project,.*\r\n.*,Roof Court,,1000\.00,Open,Is the roof new\?,,\r\n$/,
  )
  expect(taken['Notifications.csv']).toMatch(/\d{4}-\d\d-\d\d,Payment [^,]*,/)
})

test('OWN-009 it holds nothing of anyone else, is logged, and in view mode is the administrator’s act', async () => {
  const [person, other] = [await aHolder(), await anInvestor('Ben Otieno')]
  const own = await takenBy(other, `?investorId=${person.investorId}`)
  expect(Object.values(own).join('')).not.toMatch(/Corner Plaza|Jama/)
  expect(own['Profile.csv']).toContain('Ben Otieno')
  const viewed = await takenBy(admin, `?investorId=${person.investorId}`)
  expect(viewed['Profile.csv']).toContain('Jama Warsame')
  const { rows } = await asSuperuser((client) =>
    client.query(
      `select actor, actor_id, subject_id, after from app.audit_log where act = 'export-everything'
       and subject_id in ($1, $2) order by id`,
      [person.investorId, other.investorId],
    ),
  )
  const nothing = { investments: 0, receipts: 0, statements: 0, documents: 0 }
  expect(rows).toEqual([
    { actor: 'investor', actor_id: other.userId, subject_id: other.investorId, after: nothing },
    {
      actor: 'admin',
      actor_id: admin.userId,
      subject_id: person.investorId,
      after: {
        investments: 1,
        receipts: 2,
        statements: 1,
        documents: 0,
        investorId: person.investorId,
      },
    },
  ])
  const answer = loader(
    requestBy(null, '/investment-dashboard/export') as Parameters<typeof loader>[0],
  )
  expect(await thrownBy(answer)).toMatchObject({ status: 404 })
})

test('the statement that stands has the plain name, one that was replaced says so; times are those of the company', async () => {
  const person = await aHolder()
  await change(
    `insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on)
     select id, 'payment', 700, '2026-03-03' from app.investment where investor_id = $1`,
    [person.investorId],
  )
  await change(
    "select app.issue_statement($1, '2026-01-01', '2026-03-31', null, '2026-04-04 22:30:10+00')",
    [person.investorId],
  )
  const args = requestBy(person, '/investment-dashboard/export') as Parameters<typeof loader>[0]
  const times = timesIn(Buffer.from(await (await loader(args)).arrayBuffer()))
  const statements = Object.entries(times).filter(([path]) => path.startsWith('Statements/'))
  expect(statements).toEqual([
    ['Statements/Statement 2026-Q1.pdf', '2026-04-05 01:30:10'],
    ['Statements/Statement 2026-Q1 (replaced on 2026-04-05).pdf', '2026-04-01 03:00:00'],
  ])
})

test('portal and office say the same of one investment: nothing remains on a cancelled one, none awaits a paid one', async () => {
  const person = await anInvestor('Hodan Aden')
  const projectId = await aProject('Two Towers')
  const terms = async (amount: string, changes: string) => {
    const id = await anInvestment(person.investorId, projectId, usd(amount))
    await change(`update app.investment set ${changes} where id = $1`, [id])
    return id
  }
  const next = "next_payment_on = '2026-12-01'"
  const cancelled = await terms('100', `status = 'cancelled', cancelled_on = '2026-04-01', ${next}`)
  const agreed = await terms('200', `${next}, next_payment_cents = 5000`)
  const open = await terms('300', next)
  const paid = await terms('400', next)
  await pay(paid, '400')
  await change(`update app.investment set ${next} where id = $1`, [paid])
  const line = {
    [cancelled]: ',,',
    [agreed]: '200.00,2026-12-01,50.00',
    [open]: '300.00,2026-12-01,300.00',
    [paid]: '0.00,,',
  }
  const own = (await takenBy(person))['Investments.csv'] ?? ''
  const office = requestBy(
    admin,
    `/admin-dashboard/investments/export?investor=${person.investorId}`,
  )
  const theirs = await (await officeInvestments(office as never)).text()
  expect(saidIn(own)).toEqual(line)
  expect(saidIn(theirs)).toEqual(line)
})

/** What lists of investments show: the remaining amount and the next payment. */
function saidIn(csv: string): Record<string, string> {
  const [head = [], ...rows] = csv
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
  const cell = (row: string[], column: string) => row[head.indexOf(column)] ?? ''
  const columns = ['Remaining (USD)', 'Next payment date', 'Next payment (USD)']
  return Object.fromEntries(
    rows.map((row) => [row.at(-1) ?? '', columns.map((column) => cell(row, column)).join(',')]),
  )
}
