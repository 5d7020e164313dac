import { createHash } from 'node:crypto'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor, InvestorReader } from '../../platform/database/database.server.ts'
import { printPdf } from '../../platform/pdf/print-pdf.server.ts'
import { type CalendarDate, formatDay } from '../../values/calendar-date.ts'
import { formatAmount, isPositive, subtract, sum, zero } from '../../values/money.ts'
import type { PdfRow, PdfSheet } from '../../values/pdf-sheet.ts'
import { formatInstantWithZone } from '../../values/relative-time.ts'
import type { Issuer } from '../company/company-logo.server.ts'
import { pdfFrame } from '../receipts/pdf-frame.server.ts'
import { lineDay, owedOf, type PlanLine, stateWords } from './plan-state.ts'
import { type PaymentPlan, plansOf } from './plans.server.ts'

/** The current plan of an investment with what its printed schedule says of the parties. */
export type PaymentSchedule = {
  plan: PaymentPlan
  code: string
  investor: string
  project: string
  reference: string
  cancelledOn: CalendarDate | null
}

/** The schedule of an investment; null for an unknown one, one of another investor and one without a plan. */
export async function findSchedule(
  reader: AdminActor | InvestorReader,
  investmentId: string,
): Promise<PaymentSchedule | null> {
  const [plan] = await plansOf(reader, investmentId)
  if (!plan) return null
  const row = await reader.tx
    .selectFrom('payment_plan')
    .innerJoin('investment', 'investment.id', 'payment_plan.investment_id')
    .innerJoin('investor', 'investor.id', 'investment.investor_id')
    .innerJoin('payment_reference', 'payment_reference.investment_id', 'investment.id')
    .leftJoin('project', 'project.id', 'investment.project_id')
    .select(['payment_plan.code', 'investor.full_name', 'project.name as project'])
    .select(['payment_reference.code as reference', 'investment.cancelled_on'])
    .where('payment_plan.id', '=', plan.id)
    .executeTakeFirstOrThrow()
  return {
    plan,
    code: row.code,
    investor: row.full_name,
    project: row.project ?? '–',
    reference: row.reference,
    cancelledOn: row.cancelled_on,
  }
}

export const scheduleFileName = ({ reference, plan }: PaymentSchedule): string =>
  `Payment schedule ${reference} version ${plan.version}.pdf`

/** The PDF of a payment schedule with the state of each line today. */
export function printSchedule(
  schedule: PaymentSchedule,
  company: Issuer,
): Promise<Buffer<ArrayBuffer>> {
  return printPdf(scheduleSheet(schedule, company), company.logo)
}

/** The content of a payment schedule. The code stands for what was agreed; states are those of the day of printing. @internal */
export function scheduleSheet(schedule: PaymentSchedule, company: Issuer): PdfSheet {
  const { plan, code, cancelledOn } = schedule
  const today = clock.today()
  const open = sum(plan.lines.map((line) => line.open))
  const { overdue } = owedOf(plan.lines, today)
  const isCancelled = cancelledOn !== null
  const money = (amount: typeof open) => formatAmount(amount, 'always')
  return {
    frame: pdfFrame(company, {
      title: `Payment schedule, ${schedule.reference}`,
      label: 'Payment reference',
      name: schedule.reference,
      code,
      fingerprint: fingerprintOf(schedule),
      stamp: cancelledOn && {
        word: 'CANCELLED',
        reason: `The investment was cancelled on ${formatDay(cancelledOn)}.`,
      },
      issuedAt: clock.now(),
    }),
    sum: {
      title: 'Payment schedule',
      figure: money(plan.amount),
      sentence: 'What was agreed to be paid, line by line, in US dollars.',
    },
    facts: factsOf(schedule),
    figures: [
      ['Total agreed', money(plan.amount)],
      ['Received', money(subtract(plan.amount, open))],
      ['Still to be paid', money(isCancelled ? zero : open)],
      ...(isPositive(overdue) && !isCancelled
        ? [['Overdue', money(overdue)] as [string, string]]
        : []),
    ],
    tables: [
      {
        heading: 'Instalments',
        head: ['Due', 'Instalment', 'Amount', 'Still to be paid'],
        rows: plan.lines.map((line) => rowOf(line, { today, isCancelled })),
        whenEmpty: '',
      },
    ],
    notes: [
      `Amounts received and still to be paid are as of ${formatDay(today)}. Receipts prove payments.`,
      'The verification page lists the instalments as agreed. Compare days and amounts with this document.',
    ],
  }
}

function factsOf({ plan, investor, project, reference }: PaymentSchedule): PdfSheet['facts'] {
  return [
    ['For', investor],
    ['Project', project],
    ['Payment reference', reference],
    ['Agreed on', formatDay(plan.agreedOn)],
    ['Version', plan.version === 1 ? '1' : `${plan.version}, replaces the earlier ones`],
    ['Printed', formatInstantWithZone(clock.now())],
  ]
}

type AsOf = { today: CalendarDate; isCancelled: boolean }

function rowOf(line: PlanLine, { today, isCancelled }: AsOf): PdfRow {
  const { words } = stateWords(line, today, isCancelled)
  const name = line.label ?? `Instalment ${line.position}`
  const day = line.dueOn === null ? 'No date yet' : formatDay(line.dueOn)
  const open = isCancelled ? zero : line.open
  const amounts = [line.amount, open].map((amount) => formatAmount(amount, 'always'))
  const notes = [words, line.milestone && lineDay(line)].filter(Boolean)
  return { cells: [day, name, ...amounts], note: notes.join('. ') }
}

/** What was agreed, without what was received since. */
function fingerprintOf({ plan, code }: PaymentSchedule): string {
  const agreed = plan.lines.map(({ position, amount, dueOn, milestone, daysAfter }) => [
    position,
    String(amount),
    milestone ? null : dueOn,
    milestone?.id ?? null,
    daysAfter,
  ])
  return createHash('sha256')
    .update(JSON.stringify([code, plan.agreedOn, agreed]))
    .digest('hex')
}
