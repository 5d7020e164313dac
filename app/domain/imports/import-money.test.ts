import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { anAdmin, anInvestment, anInvestor, aProject, as } from '../../../tests/people.ts'
import { unfinishedJobs } from '../../platform/jobs/jobs.server.ts'
import { workerCommand } from '../../platform/session/unattended.server.ts'
import { usd } from '../../values/money.ts'
import { issueEndedStatements } from '../statements/issue-statement.server.ts'
import type { ImportList } from './import-list.ts'
import { checkImport, confirmImport, keepFile } from './imports.server.ts'

const admin = await anAdmin()
const check = (list: ImportList, content: string) =>
  as(admin, (actor) => checkImport(actor, list, content))
const problemsOf = async (list: ImportList, content: string) =>
  (await check(list, content)).problems.map(({ row, column, says }) => `${row} ${column}: ${says}`)

async function confirm(list: ImportList, content: string) {
  const { fingerprint } = await check(list, content)
  return as(admin, async (actor) => {
    const kept = await keepFile(actor, { list, name: 'money.csv', content })
    if ('refused' in kept) throw new Error(kept.refused)
    return confirmImport(actor, { list, importId: kept.importId, fingerprint })
  })
}

const followed = async () =>
  (
    await change(`select (select count(*) from app.receipt) as receipts, (select count(*) from app.outbox) as mails,
      (select count(*) from app.notification) as messages`)
  ).rows

async function aHouse() {
  const projectId = await aProject()
  const { rows } = await change('select slug as id from app.project where id = $1', [projectId])
  return { projectId, slug: rows[0]?.id ?? '' }
}

const investmentsIn = async (projectId: string) =>
  (
    await change<{ status: string; amount: string; received: string; next: string | null }>(
      `select status, amount_cents::text as amount, received_cents::text as received, next_payment_on::text as next
       from app.investment where project_id = $1 order by amount_cents`,
      [projectId],
    )
  ).rows

test('DATA-033 investments are imported for people and projects by email, slug, id or name; a completed one is paid', async () => {
  const { projectId, slug } = await aHouse()
  const [anna, ben] = [await anInvestor('Anna Importer'), await anInvestor('Ben Importer')]
  const before = await followed()
  const content = [
    'Investor email;Project slug;Amount (USD);Status;Investment date;Fully paid on;Cancelled on;Next payment date;Next payment (USD)',
    `${anna.email.toUpperCase()};${slug};1,000.00;Pending;13/02/2026;;;2027-01-01;100`,
    `Ben Importer;${projectId};2000;Active;2026-02-01;;;;`,
    `${ben.investorId};${slug};3000.50;Completed;2026-02-01;2026-02-05;;;`,
    `${ben.email};${slug};4000;Cancelled;2026-02-01;;2026-03-01;;`,
  ].join('\n')
  expect(await confirm('investments', content)).toEqual({ added: 4, leftOut: 0 })
  expect(await investmentsIn(projectId)).toEqual([
    { status: 'pending', amount: '100000', received: '0', next: '2027-01-01' },
    { status: 'active', amount: '200000', received: '0', next: null },
    { status: 'completed', amount: '300050', received: '300050', next: null },
    { status: 'cancelled', amount: '400000', received: '0', next: null },
  ])
  expect(await followed()).toEqual(before)
  expect((await check('investments', content)).here).toHaveLength(4)
})

test('DATA-033 the rules of an investment hold for a file as for the form', async () => {
  const { slug } = await aHouse()
  const anna = await anInvestor('Anna Ruled')
  await Promise.all([anInvestor('Two Alike'), anInvestor('Two Alike')])
  const old = await anInvestor('Old Ruled')
  await change('update app.investor set archived_at = now() where id = $1', [old.investorId])
  const content = [
    'investor,project,amount,status,date,fully_paid_on,cancelled_on,next_payment_date,next_payment',
    `${anna.email},${slug},0,waiting,2026-02-30,,,,`,
    `${anna.email},${slug},10,Completed,2026-02-01,,,,`,
    `${anna.email},${slug},11,Pending,2026-02-01,2026-02-02,,,`,
    'nobody@example.com,nowhere,12,Active,2199-01-01,,,,',
    `Two Alike,${slug},13,Active,2026-02-01,,,,`,
    `${old.email},${slug},14,Active,2026-02-01,,,,`,
    `${anna.email},${slug},15,Active,2026-02-01,,,2026-01-01,16`,
    `${anna.email},${slug},17,Active,2026-02-01,,,,`,
    `${anna.email},${slug},17,Active,2026-02-01,,,,`,
  ].join('\n')
  expect(await problemsOf('investments', content)).toEqual([
    '2 Amount (USD): Amount must be greater than zero.',
    '2 Status: Not an investment status.',
    '2 Investment date: This date does not exist.',
    '3 Fully paid on: A completed investment must be fully paid.',
    '4 Fully paid on: A pending investment cannot have payments.',
    '5 Investor email: No investor found.',
    '5 Project slug: No project found.',
    '5 Investment date: This day is in the future.',
    '6 Investor email: Several investors have this name. Enter the email.',
    '7 Investor email: Old Ruled is archived.',
    '8 Next payment date: This is before the investment date.',
    '8 Next payment (USD): This is more than the amount.',
    '10 Amount (USD): The same investment is in row 9.',
  ])
})

test('DATA-034 payments go into the ledger as imported, without receipt, message or mail, and next payments stay', async () => {
  const { projectId, slug } = await aHouse()
  const anna = await anInvestor('Anna Payer')
  const investmentId = await anInvestment(anna.investorId, projectId, usd('1,000.00'))
  await change("update app.investment set next_payment_on = '2027-01-01' where id = $1", [
    investmentId,
  ])
  const before = await followed()
  const content = [
    'Investment,Investor email,Project slug,Amount (USD),Date,Method,Reference,Kind',
    `,${anna.email},${slug},400.25,15/03/2026,Bank Transfer,FT-1,payment`,
    `${investmentId},,,599.75,2026-04-01,mobile-money,'=FT-2,`,
  ].join('\n')
  expect(await confirm('payments', content)).toEqual({ added: 2, leftOut: 0 })
  const { rows } = await change(
    `select kind, amount_cents::text as amount, dated_on::text as day, method, reference, imported, recorded_by as by
     from app.ledger_entry where investment_id = $1 order by dated_on`,
    [investmentId],
  )
  const marks = { kind: 'payment', imported: true, by: admin.userId }
  expect(rows).toEqual([
    { ...marks, amount: '40025', day: '2026-03-15', method: 'bank-transfer', reference: 'FT-1' },
    { ...marks, amount: '59975', day: '2026-04-01', method: 'mobile-money', reference: '=FT-2' },
  ])
  expect(await investmentsIn(projectId)).toEqual([
    { status: 'completed', amount: '100000', received: '100000', next: '2027-01-01' },
  ])
  expect(await followed()).toEqual(before)
  expect((await check('payments', `${content}\n`)).here).toHaveLength(2)
})

test('DATA-034 the rules of a payment hold for a file as for the form, row after row', async () => {
  const [{ projectId, slug }, other] = [await aHouse(), await aHouse()]
  const anna = await anInvestor('Anna Careful')
  const investmentId = await anInvestment(anna.investorId, projectId, usd('1,000.00'))
  const gone = await anInvestment(anna.investorId, other.projectId, usd('50.00'))
  await change(
    "update app.investment set status = 'cancelled', cancelled_on = '2026-03-01' where id = $1",
    [gone],
  )
  const paid = (amount: string, day = '2026-03-15', reference = '') =>
    `${investmentId},,,${amount},${day},,${reference},payment`
  const content = [
    'Investment,Investor email,Project slug,Amount,Date,Method,Reference,Kind',
    paid('900'),
    paid('100.01', '2026-03-16'),
    paid('900'),
    paid('1', '2026-01-31'),
    paid('1', '2199-01-01'),
    `${investmentId},,,-5,2026-03-15,barter,,refund`,
    `${gone},,,1,2026-03-15,,,`,
    `,${anna.email},${other.slug},1,2026-03-15,,,`,
    `${crypto.randomUUID()},,,1,2026-03-15,,,`,
    ',,,1,2026-03-15,,,',
    `,${anna.email},nowhere,"1,5",2026-03-15,,,`,
  ].join('\n')
  expect(await problemsOf('payments', content)).toEqual([
    '3 Amount (USD): Payment cannot exceed the remaining $100.',
    '4 Amount (USD): The same payment is in row 2.',
    '5 Date: The investment began on 1 Feb 2026.',
    '6 Date: This day is in the future.',
    '7 Amount (USD): Reversals are not imported: record a refund or a void on the investment.',
    '7 Method: Not a payment method.',
    '7 Kind: Only payments are imported: refunds, adjustments and voids are recorded by hand.',
    '8 Investment: This investment is cancelled, so it takes no payments.',
    '9 Project slug: The investment of Anna Careful in Twin Towers Muthaiga is cancelled and takes no payments.',
    '10 Investment: No investment has this ID.',
    '11 Investor email: Enter the investor.',
    '11 Project slug: Enter the project.',
    '12 Amount (USD): Use a point before the cents: 1.5.',
    '12 Project slug: No project found.',
  ])
  const second = await anInvestment(anna.investorId, projectId, usd('5.00'))
  expect(second).not.toBe(investmentId)
  expect(
    await problemsOf(
      'payments',
      `investor,project,amount,date\n${anna.email},${slug},1,2026-03-15`,
    ),
  ).toEqual([
    '2 Investment: Anna Careful has 2 investments in Twin Towers Muthaiga: enter the ID of one.',
  ])
})

test('DATA-034 a payment that was booked since the file was looked at stops the import', async () => {
  const { projectId } = await aHouse()
  const anna = await anInvestor('Anna Raced')
  const investmentId = await anInvestment(anna.investorId, projectId, usd('100.00'))
  const content = `Investment,Amount,Date\n${investmentId},60,2026-03-15`
  const { fingerprint } = await check('payments', content)
  await change(
    "insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on) values ($1, 'payment', 5000, '2026-03-01')",
    [investmentId],
  )
  const answer = await as(admin, async (actor) => {
    const kept = await keepFile(actor, { list: 'payments', name: 'raced.csv', content })
    if ('refused' in kept) throw new Error(kept.refused)
    return confirmImport(actor, { list: 'payments', importId: kept.importId, fingerprint })
  })
  expect(answer).toEqual({ refused: 'has-problems' })
})

test('a confirmed import of payments queues their statements, which the worker issues; replaced ones are stated again', async () => {
  const { projectId, slug } = await aHouse()
  const { email, investorId } = await anInvestor()
  await anInvestment(investorId, projectId, usd('1,000'))
  const queued = () => workerCommand((worker) => unfinishedJobs(worker, 'issue-statements'))
  const before = (await queued()).length
  const pay = (amount: string, on: string) =>
    confirm(
      'payments',
      `Investor email;Project slug;Amount (USD);Date\n${email};${slug};${amount};${on}`,
    )
  const closing = async () =>
    (
      await change<{ period: string; closing: string }>(
        `select to_on::text as period, closing_cents::text as closing from app.statement s where investor_id = $1
         and not exists (select from app.statement later where later.replaces_id = s.id) order by to_on, from_on desc`,
        [investorId],
      )
    ).rows
  expect(await pay('100', '2026-07-01')).toEqual({ added: 1, leftOut: 0 })
  expect(await queued()).toHaveLength(before + 1)
  await issueEndedStatements(workerCommand)
  expect(await closing()).toEqual([{ period: '2026-09-30', closing: '10000' }])
  expect(await pay('50', '2026-08-01')).toEqual({ added: 1, leftOut: 0 })
  expect(await queued()).toHaveLength(before + 2)
  await issueEndedStatements(workerCommand)
  expect(await closing()).toEqual([{ period: '2026-09-30', closing: '15000' }])
})

test('DATA-330 a file books no money on investments of the administrator who imports it', async () => {
  const { projectId, slug } = await aHouse()
  const { rows } = await change(
    `insert into app.investor (user_id, email, full_name, joined_on) values ($1, $2, 'Own Record', '2025-01-15') returning id`,
    [admin.userId, admin.email],
  )
  const own = await anInvestment(rows[0]?.id ?? '', projectId, usd('500'))
  const refused =
    'This is your own investment. Ask another administrator to add or change it, or to record money on it.'
  expect(
    await problemsOf('payments', `Investment id,Amount (USD),Date\n${own},100,2026-03-01`),
  ).toEqual([`2 Investment: ${refused}`])
  const paid = 'Investor email,Project slug,Amount (USD),Status,Investment date,Fully paid on'
  expect(
    await problemsOf(
      'investments',
      `${paid}\n${admin.email},${slug},70,Completed,2026-02-01,2026-02-05`,
    ),
  ).toEqual([`2 Investor email: ${refused}`])
})

test('DATA-304 names of investors and projects match in any case, with any blanks and apostrophes, but not without accents', async () => {
  const sahra = await anInvestor('Sahra Jama')
  const [kamau, muthoni] = [await anInvestor("Kamau Ng'ethe"), await anInvestor('Muthoni Ng’ethe')]
  await anInvestor('Renée Mukundi')
  const projectId = await aProject("Coastal Villas' End")
  for (const { investorId } of [sahra, kamau, muthoni])
    await anInvestment(investorId, projectId, usd('5,000'))
  const rows = [
    ['sahra jama', "coastal  villas' end"],
    ['Sahra  Jama', 'Coastal\u00a0Villas’ End'],
    ['\u200bSahra\u00a0Jama', "COASTAL VILLAS' END\u200b"],
    [`${sahra.email}\u200b`, "Coastal Villas' End"],
    ['Kamau Ng’ethe', "Coastal Villas' End"],
    ["MUTHONI NG'ETHE", "Coastal Villas' End"],
  ]
  const content = (named: string[][]) =>
    [
      'Investor,Project,Amount,Date,Reference',
      ...named.map((row, at) => `${row.join(',')},1,2026-06-07,N${at}`),
    ].join('\n')
  const { ready, problems } = await check('payments', content(rows))
  expect(problems).toEqual([])
  expect(ready.map(({ name }) => name.split(',')[0])).toEqual([
    ...['Sahra Jama', 'Sahra Jama', 'Sahra Jama', 'Sahra Jama', "Kamau Ng'ethe", 'Muthoni Ng’ethe'],
  ])
  // However the rows of a file stand together, each is read alike.
  expect((await check('payments', content(rows.slice(0, 1)))).problems).toEqual([])
  expect(
    await problemsOf('payments', content([['Renee Mukundi', "Coastal Villas' End"]])),
  ).toHaveLength(1)
  await anInvestor('SAHRA JAMA')
  expect(await problemsOf('payments', content(rows.slice(0, 1)))).toEqual([
    expect.stringContaining('Several investors have this name'),
  ])
})
