import { findInvestmentInFull } from '../../../domain/investments/investment-in-full.server.ts'
import type { PlanInput } from '../../../domain/payment-plans/agree-plan.server.ts'
import { agreements } from '../../../domain/payment-plans/agree-plan.server.ts'
import {
  changeLines,
  dayIn,
  fieldsOf,
  type PlanFields,
  readLines,
  readPlanDay,
  wholeNumber,
} from '../../../domain/payment-plans/plan-form.ts'
import {
  equalMonthlyLines,
  mostLines,
  planLinesOf,
  type TemplateLine,
} from '../../../domain/payment-plans/plan-line.ts'
import { AgreePlanSchema } from '../../../domain/payment-plans/plan-schema.ts'
import { findTemplate } from '../../../domain/payment-plans/plan-templates.server.ts'
import { type CalendarDate, isBefore } from '../../../values/calendar-date.ts'
import { type ParsedForm, parseForm, refuseForm } from '../../../values/form.ts'
import { type Cents, isPositive, parseAmount, subtract } from '../../../values/money.ts'
import { beforeAgreement, linesRefusal, type PlanFacts, planFaults } from './plan-faults.server.ts'

type Fill =
  | { fill: 'template'; typed: PlanFields; templateId: string }
  | { fill: 'monthly'; typed: PlanFields; amount: Cents; count: number; firstOn: CalendarDate }

/** Changed fields after a button for lines, lines to fill in, or a plan to agree. */
export type PlanSent = { fields: PlanFields } | Fill | PlanInput

/** Reads the form of a plan. What is to be saved is refused with all messages together. */
export function readPlan(form: FormData, facts: PlanFacts): ParsedForm<PlanSent> {
  const typed = refuseForm(form, {}).values
  const changed = changeLines(typed, typed.act ?? '')
  if (changed) return { ok: true, value: { fields: changed } }
  if (typed.act === 'preview') return { ok: true, value: { fields: typed } }
  if (typed.act === 'template') {
    const { fromTemplate = '' } = typed
    return fromTemplate === ''
      ? refuse(typed, { fromTemplate: 'Choose a template first.' })
      : { ok: true, value: { fill: 'template', typed, templateId: fromTemplate } }
  }
  return typed.act === 'monthly' ? readMonthly(typed, facts) : readAgreement(form, facts)
}

const refuse = (values: PlanFields, errors: Record<string, string>) => ({
  ok: false as const,
  reply: { values, errors },
})

function readMonthly(typed: PlanFields, facts: PlanFacts): ParsedForm<PlanSent> {
  const amount = parseAmount(typed.amount ?? '')
  const count = wholeNumber(typed.count ?? '', mostLines - 1)
  const firstOn = readPlanDay(typed.firstOn ?? '')
  const isAmount = amount.ok && isPositive(amount.amount)
  const earliest = facts.agreements?.first ?? dayIn(typed.agreedOn)
  const isEarly = firstOn.ok && earliest !== undefined && isBefore(firstOn.day, earliest)
  if (isAmount && count !== null && count > 0 && firstOn.ok && !isEarly)
    return {
      ok: true,
      value: { fill: 'monthly', typed, amount: amount.amount, count, firstOn: firstOn.day },
    }
  return refuse(typed, {
    ...(isAmount
      ? {}
      : { amount: amount.ok ? 'Amount must be greater than zero.' : amount.message }),
    ...(count ? {} : { count: `Enter the number of payments, from 1 to ${mostLines - 1}.` }),
    ...(firstOn.ok ? {} : { firstOn: firstOn.message }),
    ...(isEarly ? { firstOn: beforeAgreement(earliest) } : {}),
  })
}

function readAgreement(form: FormData, facts: PlanFacts): ParsedForm<PlanSent> {
  const typed = refuseForm(form, {}).values
  const head = parseForm(AgreePlanSchema, form)
  const lines = readLines(typed)
  const day = readPlanDay(typed.agreedOn ?? '')
  const reply = head.ok ? { errors: {}, values: typed } : head.reply
  const errors = {
    ...planFaults(typed, facts),
    ...(head.ok && !day.ok ? { agreedOn: day.message } : reply.errors),
    ...(lines.ok ? {} : lines.errors),
  }
  if (!head.ok || !lines.ok || Object.keys(errors).length > 0)
    return { ok: false, reply: { ...reply, errors } }
  const { amount, agreedOn } = head.value
  const made = planLinesOf(lines.lines, amount, agreedOn)
  if ('refused' in made) return refuse(typed, { lines: linesRefusal(made, amount) })
  return { ok: true, value: { ...head.value, lines: made } }
}

type Admin = Parameters<typeof findInvestmentInFull>[0]

/** The fields with the lines of a template, or with equal monthly ones after what was received already. */
export async function fillLines(
  admin: Admin,
  investmentId: string,
  fill: Fill,
): Promise<{ fields: PlanFields } | { refused: 'no-template' | 'nothing-left' | 'not-found' }> {
  const investment = await findInvestmentInFull(admin, investmentId)
  if (!investment) return { refused: 'not-found' }
  if (fill.fill === 'template') {
    const template = await findTemplate(admin, fill.templateId)
    if (template?.projectId !== investment.project.id || template.isArchived)
      return { refused: 'no-template' }
    return { fields: { ...fill.typed, ...fieldsOf(template.lines), templateId: template.id } }
  }
  const left = subtract(fill.amount, investment.received)
  if (!isPositive(left)) return { refused: 'nothing-left' }
  const first = (await agreements(admin, investmentId))?.first ?? investment.investedOn
  const received: TemplateLine[] = isPositive(investment.received)
    ? [
        {
          label: 'Received so far',
          percent: null,
          amount: investment.received,
          due: { kind: 'date', on: first },
        },
      ]
    : []
  const monthly = equalMonthlyLines(left, fill.count, fill.firstOn)
  const lines = [...received, ...monthly.map((line) => ({ ...line, percent: null }))]
  return { fields: { ...fill.typed, ...fieldsOf(lines), templateId: '' } }
}
