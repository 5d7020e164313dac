import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { aMilestone, aPlan, aReachedMilestone } from '../../../tests/payment-plans.ts'
import { anAdmin, anInvestment, anInvestor, aProject, as } from '../../../tests/people.ts'
import { usd } from '../../values/money.ts'
import { checkImport, confirmImport, keepFile, leftOutRows } from './imports.server.ts'

const admin = await anAdmin()
const list = 'payment-plans'
const check = (content: string) => as(admin, (actor) => checkImport(actor, list, content))
const problemsOf = async (content: string) =>
  (await check(content)).problems.map(({ row, column, says }) => `${row} ${column}: ${says}`)

async function confirm(content: string, leavesOut = false) {
  const { fingerprint } = await check(content)
  return as(admin, async (actor) => {
    const kept = await keepFile(actor, { list, name: 'plans.csv', content })
    if ('refused' in kept) throw new Error(kept.refused)
    return confirmImport(actor, { list, importId: kept.importId, fingerprint, leavesOut })
  })
}

/** An investment of $900 in a project with milestones, of which Walls was reached. */
async function anInvestmentToPlan(name: string) {
  const projectId = await aProject()
  const person = await anInvestor(name)
  const investmentId = await anInvestment(person.investorId, projectId, usd('900.00'))
  const walls = await aMilestone(projectId, 'Walls')
  await aReachedMilestone(walls, '2026-03-10')
  const { rows } = await change(
    'select code as id from app.payment_reference where investment_id = $1',
    [investmentId],
  )
  await aMilestone(projectId, 'Roof')
  return { ...person, projectId, investmentId, reference: rows[0]?.id ?? '' }
}

const linesOf = async (investmentId: string) =>
  (
    await change<{ line: string }>(
      `select concat_ws(' ', p.version, p.agreed_on, l.position, l.label, l.amount_cents, l.due_on, m.name, l.days_after) as line
       from app.payment_plan p join app.plan_line l on l.plan_id = p.id left join app.milestone m on m.id = l.milestone_id
       where p.investment_id = $1 order by p.version, l.position`,
      [investmentId],
    )
  ).rows.map(({ line }) => line)

const head =
  'Investment,Payment reference,Investor email,Project,Agreed on,Line,Label,Amount (USD),Due date,Milestone,Days after milestone,Reason'

test('PLAN-120 plans are imported line by line for investments by id, payment reference or people; unequal ones are new versions', async () => {
  const [byId, byReference, byPerson] = [
    await anInvestmentToPlan('Plan By Id'),
    await anInvestmentToPlan('Plan By Reference'),
    await anInvestmentToPlan('Plan By Person'),
  ]
  const { rows } = await change('select slug as id from app.project where id = $1', [
    byPerson.projectId,
  ])
  await aPlan(byReference.investmentId, [{ amount: usd('900.00'), dueOn: '2026-04-01' }])
  const lines = [
    `${byId.investmentId},,,,2026-02-01,2,,"600.00",,roof,14,`,
    `,${byReference.reference.toLowerCase()},,,13/03/2026,,First,300,2026-02-01,,,Agreed on the phone`,
    `${byId.investmentId},,,,2026-02-01,1,Deposit,300,2026-03-01,,,`,
    `,${byReference.reference},,,13/03/2026,,Second,600,,Walls,,`,
    `,,${byPerson.email},${rows[0]?.id},2026-02-01,,,900,2026-09-09,Walls,183,`,
  ]
  const content = [head, ...lines].join('\n')
  expect(await problemsOf(content)).toEqual([])
  const { ready } = await check(content)
  expect(ready.map(({ about }) => about)).toEqual([
    'line 2, $600, 14 days after roof',
    'First, $300, 1 Feb 2026, replaces version 1',
    'line 1, Deposit, $300, 1 Mar 2026',
    'Second, $600, 0 days after Walls, replaces version 1',
    '$900, 183 days after Walls',
  ])
  expect(await confirm(content)).toEqual({ added: 5, leftOut: 0 })
  expect(await linesOf(byId.investmentId)).toEqual([
    '1 2026-02-01 1 Deposit 30000 2026-03-01',
    '1 2026-02-01 2 60000 Roof 14',
  ])
  expect(await linesOf(byReference.investmentId)).toEqual([
    '1 2026-02-01 1 90000 2026-04-01',
    '2 2026-03-13 1 First 30000 2026-02-01',
    '2 2026-03-13 2 Second 60000 2026-03-13 Walls 0',
  ])
  expect(await linesOf(byPerson.investmentId)).toEqual([
    '1 2026-02-01 1 90000 2026-09-09 Walls 183',
  ])
  const again = await check(content)
  expect(again).toMatchObject({ problems: [], ready: [] })
  expect(again.here.map(({ row }) => row)).toEqual([2, 3, 4, 5, 6])
  const { rows: followed } = await change(
    'select (select count(*)::integer from app.outbox) as mails, (select count(*)::integer from app.notification) as news',
  )
  expect(followed).toEqual([{ mails: 0, news: 0 }])
})

test('PLAN-155 imported lines with days are put in the order of their days', async () => {
  const { investmentId } = await anInvestmentToPlan('Plan Unordered')
  const content = [
    head,
    `${investmentId},,,,2026-02-01,1,Second,600,2026-09-01,,,`,
    `${investmentId},,,,2026-02-01,2,First,300,2026-03-01,,,`,
  ].join('\n')
  expect(await confirm(content)).toEqual({ added: 2, leftOut: 0 })
  expect(await linesOf(investmentId)).toEqual([
    '1 2026-02-01 1 First 30000 2026-03-01',
    '1 2026-02-01 2 Second 60000 2026-09-01',
  ])
  expect(await check(content)).toMatchObject({ problems: [], ready: [] })
})

test('PLAN-121 each kind of wrong line has its problem, and its whole plan is left out', async () => {
  const [plan, other, replaced] = [
    await anInvestmentToPlan('Wrong Lines'),
    await anInvestmentToPlan('Right Lines'),
    await anInvestmentToPlan('Replaced Lines'),
  ]
  await aPlan(replaced.investmentId, [{ amount: usd('900.00'), dueOn: '2026-04-01' }])
  const line = (id: string, rest: string) => `${id},,,,${rest}`
  const wrong = (rest: string) => line(plan.investmentId, rest)
  const content = [
    head,
    wrong('2026-02-01,1,,100,2026-01-31,,,'),
    wrong('2026-02-02,1,,100,,,,'),
    wrong('2026-02-01,,,100,2026-05-01,,3,'),
    wrong('2026-02-01,4,,100,,Foundation,366,'),
    wrong('2026-02-01,0,,0,2026-02-30,,-1,One'),
    wrong('2026-02-01,6,,100,2026-05-01,Roof,,Two'),
    wrong('2026-02-01,7,,100,2026-04-11,Walls,31,'),
    wrong('2026-02-01,8,,"1,5",2180-01-01,,,'),
    line(other.investmentId, '2026-02-01,,,300,2026-03-01,,,'),
    line(other.investmentId, '2026-02-01,,,599.99,2026-04-01,,,'),
    line(replaced.investmentId, '2199-01-01,,,900,2026-04-01,,,'),
    `${crypto.randomUUID()},,,,2026-02-01,,,900,2026-04-01,,,`,
    ',MAAAAAA,,,2026-02-01,,,900,2026-04-01,,,',
    `${other.investmentId},${plan.reference},${plan.email},,2026-02-01,,,900,2026-04-01,,,`,
    ',,,,2026-02-01,,,900,2026-04-01,,,',
  ].join('\n')
  expect(await problemsOf(content)).toEqual([
    '2 Due date: This is before the agreement of 1 Feb 2026.',
    '3 Agreed on: Row 2 of the same plan has 1 Feb 2026.',
    '3 Due date: Enter a due date or a milestone.',
    '3 Line: Line 1 is in row 2.',
    '4 Days after milestone: Days are counted from a milestone. Enter its name.',
    '4 Line: Other lines of this plan are numbered: enter the number.',
    '5 Days after milestone: Not a whole number from 0 to 365.',
    '5 Milestone: Twin Towers Muthaiga has no milestone of this name.',
    '6 Line: Not a whole number from 1 to 240.',
    '6 Amount (USD): The amount must be greater than zero.',
    '6 Due date: This date does not exist.',
    '6 Days after milestone: Not a whole number from 0 to 365.',
    '7 Due date: A line has either a due date or a milestone, not both.',
    '7 Reason: Row 6 of the same plan has another reason.',
    '8 Due date: Walls was reached on 10 Mar 2026: this is due on 10 Apr 2026.',
    '9 Amount (USD): Use a point before the cents: 1.5.',
    '9 Due date: Check the year: it should be 2179 or earlier.',
    '10 Line: Row 15 of the same plan has a problem.',
    '11 Line: Row 15 of the same plan has a problem.',
    '12 Agreed on: This day is in the future.',
    '12 Reason: This investment has another plan. Enter the reason for the new version.',
    '13 Investment: No investment has this ID.',
    '14 Payment reference: No investment has this payment reference.',
    '15 Investor email: This does not belong to the investment that the row names.',
    '15 Payment reference: This does not belong to the investment that the row names.',
    '15 Amount (USD): The lines of this plan come to $1,799.99; the amount of the investment is $900.',
    '16 Investor email: Enter the investor.',
    '16 Project: Enter the project.',
  ])
  expect(await confirm(content)).toEqual({ refused: 'has-problems' })
  const differing = [head, line(other.investmentId, '2026-02-01,,,899.99,2026-03-01,,,')].join('\n')
  expect(await problemsOf(differing)).toEqual([
    '2 Amount (USD): The lines of this plan come to $899.99; the amount of the investment is $900.',
  ])
})

test('PLAN-121 lines of a plan with a problem are left out together, and the file of them says why', async () => {
  const [wrong, right] = [
    await anInvestmentToPlan('Half Wrong'),
    await anInvestmentToPlan('All Right'),
  ]
  const content = [
    'Investment,Agreed on,Amount (USD),Due date',
    `${wrong.investmentId},2026-02-01,450,2026-03-01`,
    `${wrong.investmentId},2026-02-01,450,soon`,
    `${right.investmentId},2026-02-01,900,2026-03-01`,
  ].join('\n')
  expect(await confirm(content)).toEqual({ refused: 'has-problems' })
  const { problems, ...table } = await check(content)
  expect(leftOutRows(table, problems)).toEqual([
    ['Investment', 'Agreed on', 'Amount (USD)', 'Due date', 'Original row', 'Problems'],
    [
      wrong.investmentId,
      '2026-02-01',
      '450',
      '2026-03-01',
      '2',
      'Line: Row 3 of the same plan has a problem.',
    ],
    [wrong.investmentId, '2026-02-01', '450', 'soon', '3', expect.stringMatching(/^Due date: /)],
  ])
  expect(await confirm(content, true)).toEqual({ added: 1, leftOut: 2 })
  expect(await linesOf(wrong.investmentId)).toEqual([])
  expect(await linesOf(right.investmentId)).toEqual(['1 2026-02-01 1 90000 2026-03-01'])
})

test('PLAN-121 cancelled, archived and own investments take no plan, and neither does 241 lines', async () => {
  const [gone, old, long] = [
    await anInvestmentToPlan('Gone Away'),
    await anInvestmentToPlan('Old Paper'),
    await anInvestmentToPlan('Too Long'),
  ]
  await change(
    "update app.investment set status = 'cancelled', cancelled_on = '2026-04-01' where id = $1",
    [gone.investmentId],
  )
  await change('update app.investor set archived_at = now() where id = $1', [old.investorId])
  const { rows } = await change(
    `insert into app.investor (user_id, email, full_name, joined_on) values ($1, $2, 'Own Record', '2025-01-15') returning id`,
    [admin.userId, admin.email],
  )
  const own = await anInvestment(rows[0]?.id ?? '', gone.projectId, usd('900.00'))
  const line = (id: string, amount: string) => `${id},2026-02-01,${amount},2026-03-01`
  const content = [
    'Investment,Agreed on,Amount (USD),Due date',
    ...[gone.investmentId, old.investmentId, own].map((id) => line(id, '900')),
    ...Array.from({ length: 241 }, (_, place) =>
      line(long.investmentId, place === 0 ? '660' : '1'),
    ),
  ].join('\n')
  const problems = await problemsOf(content)
  expect(problems.slice(0, 3)).toEqual([
    '2 Investment: This investment is cancelled and takes no plan.',
    '3 Investment: This investment, its investor or its project is archived.',
    '4 Investment: This is your own investment. Ask another administrator to add or change it, or to record money on it.',
  ])
  expect(problems.at(-1)).toBe('245 Line: A plan has at most 240 lines.')
})

test('PLAN-122 a payment, a milestone and another plan since the preview are seen before anything is written', async () => {
  const { investmentId } = await anInvestmentToPlan('Raced Plan')
  const content = `Investment,Agreed on,Amount (USD),Due date,Reason\n${investmentId},2026-02-01,900,2026-03-01,Agreed`
  const { fingerprint } = await check(content)
  await aPlan(investmentId, [{ amount: usd('900.00'), dueOn: '2026-05-01' }])
  const answer = await as(admin, async (actor) => {
    const kept = await keepFile(actor, { list, name: 'raced.csv', content })
    if ('refused' in kept) throw new Error(kept.refused)
    return confirmImport(actor, { list, importId: kept.importId, fingerprint })
  })
  expect(answer).toEqual({ refused: 'moved' })
  expect(await linesOf(investmentId)).toEqual(['1 2026-02-01 1 90000 2026-05-01'])
  expect(await problemsOf(content.replace('2026-02-01', '2026-01-31'))).toEqual([
    '2 Agreed on: The earlier plan was agreed on 1 Feb 2026.',
  ])
})

test('PLAN-122 PLAN-130 a thousand plans are written in portions, each as a whole, and change their investment once', async () => {
  const { investorId, projectId } = await anInvestmentToPlan('Many Plans')
  const { rows } = await change<{ id: string }>(
    `insert into app.investment (investor_id, project_id, amount_cents, invested_on)
     select $1, $2, 30000, '2026-02-01' from generate_series(1, 500) returning id`,
    [investorId, projectId],
  )
  const lines = rows.flatMap(({ id }) =>
    ['2026-03-01', '2026-04-01', '2026-05-01'].map((due) => `${id},2026-02-01,100,${due}`),
  )
  const content = ['Investment,Agreed on,Amount (USD),Due date', ...lines].join('\n')
  expect(await confirm(content)).toEqual({ added: 1500, leftOut: 0 })
  const counted = await change<{ plans: number; lines: number }>(
    `select count(distinct p.id)::integer as plans, count(*)::integer as lines
     from app.payment_plan p join app.plan_line l on l.plan_id = p.id join app.investment i on i.id = p.investment_id
     where i.project_id = $1`,
    [projectId],
  )
  expect(counted.rows).toEqual([{ plans: 500, lines: 1500 }])
  const followed = await change<{ changed: number; due: number; wrong: number }>(
    `select (select count(*)::integer from app.audit_log where subject = 'investment' and act = 'update'
        and subject_id in (select id::text from app.investment where project_id = $1)) as changed,
      (select count(*)::integer from app.investment where project_id = $1
        and (next_payment_on, next_payment_cents) = ('2026-03-01', 10000)) as due,
      (select count(*)::integer from app.plan_line l join app.filled_lines() f using (plan_id, position)
        where (l.due_on, l.until_cents, l.open_cents, l.live) is distinct from (f.due_on, f.until_cents, f.open_cents, f.live)) as wrong`,
    [projectId],
  )
  expect(followed.rows).toEqual([{ changed: 500, due: 500, wrong: 0 }])
})
