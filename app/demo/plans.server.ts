import type { AdminActor } from '../platform/database/database.server.ts'
import { addDays, type CalendarDate } from '../values/calendar-date.ts'
import { type Cents, sum, usd } from '../values/money.ts'
import { daysAgo, instantOn } from './days.ts'
import type { DemoPeople } from './people.server.ts'
import type { InvestorKey } from './people.ts'
import type { ProjectKey } from './projects.ts'

type Due = { inDays: number } | { afterRoof: number }
type Line = { amount: Cents; due: Due; label?: string }
type Version = { agreedDaysAgo: number; reason: string | null; lines: Line[] }
type DemoPlan = {
  investor: InvestorKey
  project: ProjectKey
  fromTemplate?: true
  versions: Version[]
}

const on = (inDays: number, amount: string): Line => ({ amount: usd(amount), due: { inDays } })

/** A plan from a template, one with monthly lines, one that waits for a milestone and is overdue, and one that was replaced. */
const demoPlans: DemoPlan[] = [
  {
    investor: 'wanjiku',
    project: 'coastalVillas',
    fromTemplate: true,
    versions: [
      {
        agreedDaysAgo: 390,
        reason: null,
        lines: [on(-390, '15,000'), on(-270, '15,000'), on(20, '15,000'), on(200, '15,000')],
      },
    ],
  },
  {
    investor: 'sahra',
    project: 'coastalVillas',
    versions: [
      {
        agreedDaysAgo: 200,
        reason: null,
        lines: [on(-200, '3,750.25'), on(8, '3,750.25'), on(38, '3,749.75'), on(68, '3,749.75')],
      },
    ],
  },
  {
    investor: 'mohamed',
    project: 'twinTowers',
    versions: [
      {
        agreedDaysAgo: 365,
        reason: null,
        lines: [
          { ...on(-365, '7,000'), label: 'Deposit' },
          on(-250, '7,000'),
          on(-120, '7,000'),
          on(-10, '7,000'),
          { amount: usd('7,000'), due: { afterRoof: 14 }, label: 'Roof' },
        ],
      },
    ],
  },
  {
    investor: 'hodan',
    project: 'twinTowers',
    versions: [
      {
        agreedDaysAgo: 255,
        reason: null,
        lines: [
          on(-255, '10,000'),
          on(-171, '6,250'),
          on(-80, '6,250'),
          { amount: usd('12,500'), due: { inDays: 13 }, label: 'Balance' },
        ],
      },
      {
        agreedDaysAgo: 40,
        reason: 'Two transfers instead of the balance in one, as agreed by phone.',
        lines: [
          on(-255, '10,000'),
          on(-171, '6,250'),
          on(-80, '6,250'),
          on(13, '6,250'),
          on(105, '6,250'),
        ],
      },
    ],
  },
]

type Desk = { admin: AdminActor; adminId: string; today: CalendarDate; roofId: string }

/** Adds a template and the plans. Each next due line equals the next payment that addInvestments has set. */
export async function addPlans(
  admin: AdminActor,
  { adminId, investorIds }: DemoPeople,
  projectIds: Record<ProjectKey, string>,
  { today, milestoneIds }: { today: CalendarDate; milestoneIds: string[] },
): Promise<void> {
  const desk = { admin, adminId, today, roofId: milestoneIds.at(-1) ?? '' }
  const templateId = await addQuarters(admin, projectIds.coastalVillas)
  for (const { investor, project, versions, fromTemplate } of demoPlans) {
    const { id } = await admin.tx
      .selectFrom('investment')
      .select('id')
      .where('investor_id', '=', investorIds[investor])
      .where('project_id', '=', projectIds[project])
      .executeTakeFirstOrThrow()
    for (const [index, version] of versions.entries())
      await agree(desk, id, {
        ...version,
        number: index + 1,
        templateId: fromTemplate ? templateId : null,
      })
  }
  await addContactNotes(desk, investorIds.mohamed)
}

/** About the overdue payment: a call without a result, then a promise. */
async function addContactNotes({ admin, adminId, today }: Desk, investorId: string) {
  const notes = [
    { daysAgo: 7, note: 'Called twice, no answer. Left a message on WhatsApp.', promised: null },
    {
      daysAgo: 3,
      note: 'Waiting for his salary; will pay in one transfer.',
      promised: usd('7,000'),
    },
  ]
  for (const { daysAgo: days, note, promised } of notes)
    await admin.tx
      .insertInto('contact_note')
      .values({
        investor_id: investorId,
        note,
        contacted_on: daysAgo(today, days),
        promised_on: promised && addDays(today, 4),
        promised_cents: promised,
        created_by: adminId,
        created_at: instantOn(daysAgo(today, days), 20),
      })
      .execute()
}

/** A quarter of the price at the agreement, and after 4, 14 and 20 months. */
async function addQuarters(admin: AdminActor, projectId: string): Promise<string> {
  const { id } = await admin.tx
    .insertInto('plan_template')
    .values({ project_id: projectId, name: 'Four quarters in 20 months' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await admin.tx
    .insertInto('plan_template_line')
    .values(
      [0, 4, 14, 20].map((months, index) => ({
        template_id: id,
        position: index + 1,
        label: months === 0 ? 'Deposit' : null,
        percent_bp: 2500,
        due_kind: 'months' as const,
        months,
      })),
    )
    .execute()
  return id
}

async function agree(
  { admin, adminId, today, roofId }: Desk,
  investmentId: string,
  {
    number,
    agreedDaysAgo,
    reason,
    lines,
    templateId,
  }: Version & { number: number; templateId: string | null },
) {
  const agreedOn = daysAgo(today, agreedDaysAgo)
  const { id } = await admin.tx
    .insertInto('payment_plan')
    .values({
      investment_id: investmentId,
      version: number,
      agreed_on: agreedOn,
      reason,
      amount_cents: sum(lines.map(({ amount }) => amount)),
      template_id: templateId,
      created_by: adminId,
      created_at: instantOn(agreedOn, 90),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await admin.tx
    .insertInto('plan_line')
    .values(
      lines.map(({ amount, due, label = null }, index) => ({
        plan_id: id,
        position: index + 1,
        investment_id: investmentId,
        label,
        amount_cents: amount,
        due_on: 'inDays' in due ? addDays(today, due.inDays) : null,
        milestone_id: 'afterRoof' in due ? roofId : null,
        days_after: 'afterRoof' in due ? due.afterRoof : null,
      })),
    )
    .execute()
}
