import type { InvestmentInFull } from '../../../domain/investments/investment-in-full.server.ts'
import { fieldsOf, type PlanFields } from '../../../domain/payment-plans/plan-form.ts'
import type { TemplateLine } from '../../../domain/payment-plans/plan-line.ts'
import type { PaymentPlan } from '../../../domain/payment-plans/plans.server.ts'
import { addMonths, type CalendarDate } from '../../../values/calendar-date.ts'
import { amountText } from '../parts/typed-amount.ts'

/** What a form for a plan begins with: the current plan's lines, else one line of the amount. */
export function beginPlan(
  investment: Pick<InvestmentInFull, 'amount' | 'investedOn'>,
  current: PaymentPlan | undefined,
  today: CalendarDate,
): PlanFields {
  const lines: TemplateLine[] = current
    ? current.lines.map(asTyped)
    : [
        {
          label: null,
          percent: null,
          amount: investment.amount,
          due: { kind: 'date', on: addMonths(today, 1) },
        },
      ]
  return {
    ...fieldsOf(lines),
    amount: amountText(investment.amount),
    agreedOn: current ? today : investment.investedOn,
    count: '12',
    firstOn: addMonths(today, 1),
  }
}

function asTyped({ label, amount, dueOn, milestone, daysAfter }: PaymentPlan['lines'][number]) {
  const due: TemplateLine['due'] =
    milestone === null && dueOn !== null
      ? { kind: 'date', on: dueOn }
      : { kind: 'milestone', milestoneId: milestone?.id ?? '', days: daysAfter ?? 0 }
  return { label, amount, percent: null, due }
}
