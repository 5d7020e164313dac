import { beforeAll, expect, test } from 'vitest'
import { change } from '../../tests/database.ts'
import { setClock } from '../platform/clock.server.ts'
import { terminalCommand } from '../platform/session/unattended.server.ts'
import { addDays, calendarDate } from '../values/calendar-date.ts'
import { demoInvestments } from './investments.ts'
import { loadDemo } from './load-demo.server.ts'

const today = calendarDate('2026-11-21')

beforeAll(async () => {
  setClock(() => new Date(`${today}T09:00:00Z`))
  await terminalCommand(loadDemo)
})

test('PLAN-108 the demo has plans of each kind, one overdue, one waiting for a milestone, one replaced with a reason', async () => {
  const { rows: plans } = await change(
    `select count(*) filter (where template_id is not null)::int as "fromTemplate",
       count(*) filter (where version = 2 and reason is not null)::int as replaced,
       count(distinct investment_id)::int as investments from app.payment_plan`,
  )
  expect(plans).toEqual([{ fromTemplate: 1, replaced: 1, investments: 4 }])
  const { rows: due } = await change(
    `select count(*) filter (where d.due_on < $1)::int as overdue,
       count(*) filter (where d.waits_for = 'Roof')::int as waiting
     from app.due_lines d join app.investment i on i.id = d.investment_id where i.plan_version is not null`,
    [today],
  )
  expect(due).toEqual([{ overdue: 1, waiting: 1 }])
})

test('RECV-021 the demo has contact notes about the overdue payment, and an open promise of its amount', async () => {
  const { rows } = await change(
    `select count(*)::int as notes, count(n.promised_on) filter (where n.promised_on > $1)::int as open,
       max(n.promised_cents) = (select sum(d.open_cents) from app.due_lines d
         where d.investor_id = n.investor_id and d.due_on < $1) as "ofAmount"
     from app.contact_note n group by n.investor_id`,
    [today],
  )
  expect(rows).toEqual([{ notes: 2, open: 1, ofAmount: true }])
})

test('PLAN-108 what is due next is what was agreed without the plans', async () => {
  const { rows } = await change(
    'select next_payment_on::text as "on", next_payment_cents::text as amount from app.investment where next_payment_on is not null order by 1, 2',
  )
  const agreed = demoInvestments.flatMap(({ nextPayment }) =>
    nextPayment
      ? [{ on: addDays(today, nextPayment.inDays), amount: nextPayment.amount?.toString() ?? null }]
      : [],
  )
  expect(rows).toEqual(agreed.toSorted((a, b) => a.on.localeCompare(b.on)))
})
