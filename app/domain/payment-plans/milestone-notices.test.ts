import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { cancelInvestment, sendPayment } from '../../../tests/ledger.ts'
import { aMilestone, reached } from '../../../tests/milestones.ts'
import { aPlan, type LineOfPlan } from '../../../tests/payment-plans.ts'
import { anAdmin, anInvestment, anInvestor, aProject, as, day } from '../../../tests/people.ts'
import { setClock } from '../../platform/clock.server.ts'
import { usd } from '../../values/money.ts'
import { listMilestones } from '../projects/milestones.server.ts'
import { voidMilestone } from '../projects/reach-milestone.server.ts'
import { lineDay } from './plan-state.ts'

const admin = await anAdmin()
afterEach(() => setClock())

/** A person with an investment in the project for each plan; pending until a payment is recorded. */
async function anInvestorWith(projectId: string, ...plans: LineOfPlan[][]) {
  const person = await anInvestor()
  const investments = []
  for (const lines of plans) {
    const id = await anInvestment(person.investorId, projectId, usd('100'))
    await aPlan(id, lines)
    investments.push(id)
  }
  return { ...person, investments }
}

const noticesFor = async ({ investorId }: { investorId: string }) => {
  const { rows } = await change<{ title: string; message: string }>(
    `select n.title, n.message from app.notification n
       join app.notification_recipient r on r.notification_id = n.id
     where r.investor_id = $1 and n.notification_type = 'project' order by n.sent_at, n.id`,
    [investorId],
  )
  return rows
}

const title = 'Twin Towers Muthaiga: Roof reached'
const certified =
  'Reached on 1 Mar 2026. Certified by Njeri Kamau, Structural engineer, licence number A-1234.'

test('PLAN-126 an investor whose pending investment waits for a milestone is told that it is reached and that this was a mistake', async () => {
  setClock(() => new Date('2026-03-01T06:00:00Z'))
  const projectId = await aProject()
  const milestoneId = await aMilestone(admin, projectId)
  const waiting = [{ amount: usd('7,000'), milestoneId, days: 3 }]
  const pending = await anInvestorWith(projectId, waiting)
  const cancelled = await anInvestorWith(projectId, waiting)
  await cancelInvestment(admin, cancelled.investments[0] ?? '')
  const replaced = await anInvestorWith(projectId, waiting)
  await aPlan(replaced.investments[0] ?? '', [{ amount: usd('7,000'), dueOn: '2026-06-01' }])
  const archived = await anInvestorWith(projectId, waiting)
  await change('update app.investor set archived_at = now() where id = $1', [archived.investorId])
  await reached(admin, projectId, milestoneId)
  expect(await noticesFor(pending)).toEqual([
    { title, message: `${certified} Your payment plan: $7,000 is due on 4 Mar 2026.` },
  ])
  for (const other of [cancelled, replaced, archived]) expect(await noticesFor(other)).toEqual([])
  await aPlan(pending.investments[0] ?? '', [{ amount: usd('7,000'), dueOn: '2026-06-01' }])
  const [roof] = await as(admin, (actor) => listMilestones(actor, projectId))
  const voided = { key: randomUUID(), reachedId: roof?.reached?.id ?? '', reason: 'Cracked' }
  await as(admin, (actor) => voidMilestone(actor, { projectId, milestoneId }, voided))
  expect((await noticesFor(pending))[1]).toEqual({
    title: 'Twin Towers Muthaiga: Roof has not been reached yet',
    message: expect.stringContaining('Payments that wait for it are not due yet.'),
  })
  for (const other of [cancelled, archived]) expect(await noticesFor(other)).toEqual([])
})

test('PLAN-127 the notice of a reached milestone names what each person has to pay and when', async () => {
  setClock(() => new Date('2026-03-10T06:00:00Z'))
  const projectId = await aProject()
  const milestoneId = await aMilestone(admin, projectId)
  const line = (amount: string, days: number) => ({ amount: usd(amount), milestoneId, days })
  const first = { amount: usd('1,000'), dueOn: '2026-02-02' }
  const several = await anInvestorWith(
    projectId,
    [first, line('7,000', 30), line('500.50', 0)],
    [line('2,000', 30)],
  )
  const partly = await anInvestorWith(projectId, [first, line('4,000', 60)])
  const paid = await anInvestorWith(projectId, [line('1,000', 0)])
  const without = await anInvestor()
  const plain = await anInvestment(without.investorId, projectId, usd('100'))
  const pay = (id = '', amount = '') =>
    sendPayment(admin, id, { amount: usd(amount), receivedOn: day('2026-02-03') })
  await pay(partly.investments[0], '2,500')
  await pay(paid.investments[0], '999')
  await pay(plain, '10')
  await reached(admin, projectId, milestoneId)
  const messageTo = async (person: { investorId: string }) => {
    const notices = (await noticesFor(person)).filter((notice) => notice.title === title)
    expect(notices).toHaveLength(1)
    return notices[0]?.message
  }
  expect(await messageTo(several)).toBe(
    `${certified} Your payment plan: $500.50 has been due since 1 Mar 2026; $9,000 is due on 31 Mar 2026.`,
  )
  expect(await messageTo(partly)).toBe(
    `${certified} Your payment plan: $2,500 is due on 30 Apr 2026.`,
  )
  expect(await messageTo(paid)).toBe(certified)
  expect(await messageTo(without)).toBe(certified)
  const { rows } = await change<{ copies: number }>(
    `select count(*)::int as copies from app.notification n join app.notification_recipient r on r.notification_id = n.id
     where n.title = $1 and n.audience = 'investor' and n.investor_id <> r.investor_id`,
    [title],
  )
  expect(rows[0]?.copies).toBe(0)
})

test('PLAN-139 the day of a line says that its milestone was reached, or when it is', () => {
  const line = {
    position: 1,
    label: null,
    amount: usd('100'),
    milestone: { id: '', name: 'Slab' },
    daysAfter: 0,
    dueOn: null,
  }
  expect(lineDay(line)).toBe('When “Slab” is reached')
  const dueOn = day('2026-11-28')
  expect(lineDay({ ...line, dueOn })).toBe('28 Nov 2026, “Slab” was reached')
  expect(lineDay({ ...line, dueOn, daysAfter: 14 })).toBe('28 Nov 2026, 14 days after “Slab”')
  expect(lineDay({ ...line, dueOn, milestone: null, daysAfter: null })).toBe('28 Nov 2026')
})
