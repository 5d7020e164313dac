import type { Oversubscription } from '../../../domain/investments/oversubscription.server.ts'
import type { PlanAgreed } from '../../../domain/payment-plans/agree-plan.server.ts'
import { lineNumbers } from '../../../domain/payment-plans/plan-form.ts'
import { ownInvestmentMessage } from '../../../domain/payments/own-investment.ts'
import type { ActionReply, Refusals } from '../../../platform/http/form-action.server.ts'
import { refuseForm } from '../../../values/form.ts'
import { formatAmount } from '../../../values/money.ts'
import { oversubscriptionErrors } from '../parts/oversubscription-errors.ts'
import {
  beforeAgreement,
  beforeEarlierPlan,
  belowReceived,
  inTheFuture,
  milestoneUnknown,
  reasonMissing,
} from './plan-faults.server.ts'

/** The question about an amount beyond the offer; the version of a plan that was saved since the form was opened. */
export type PlanReply = ActionReply<{ beyond: Oversubscription; savedSince: number }>

type Filled = { fields: Record<string, string> } | { refused: 'no-template' | 'nothing-left' }

export const planRefusals: Refusals<PlanAgreed | Filled> = {
  'no-template': { errors: { fromTemplate: 'This template is no longer in use. Choose another.' } },
  'nothing-left': { errors: { amount: 'The whole amount has already been received.' } },
  'version-conflict': ({ now, planVersion }, form) => {
    const values = refuseForm(form, {}).values
    const isReplaced = planVersion > Number(values.planVersion ?? planVersion)
    const received = `${formatAmount(now.received, 'when-needed')} has been received so far.`
    return {
      values: { ...values, version: String(now.version), planVersion: String(planVersion) },
      message: isReplaced
        ? `Someone else saved another plan, version ${planVersion}, while you were editing. Nothing was saved; look at that plan before you replace it. ${received}`
        : `This investment changed while you were editing, for example by a payment. ${received} Nothing was saved; check the lines, then save again.`,
      ...(isReplaced ? { facts: { savedSince: planVersion } } : {}),
    }
  },
  'reason-missing': { errors: { reason: reasonMissing } },
  'below-received': ({ received }) => ({ errors: { amount: belowReceived(received) } }),
  'exceeds-offer': ({ beyond }) => ({ errors: oversubscriptionErrors(beyond), facts: { beyond } }),
  'in-the-future': ({ today }) => ({ errors: { agreedOn: inTheFuture(today) } }),
  'lines-differ': ({ total }) => ({
    errors: {
      lines: `The lines add up to ${formatAmount(total, 'when-needed')}, not to the amount.`,
    },
  }),
  'unknown-milestone': ({ place }, form) => ({
    errors: { [`milestone-${numberAt(form, place)}`]: milestoneUnknown },
  }),
  'before-agreement': ({ place, earliest }, form) => ({
    errors: { [dueField(form, place)]: beforeAgreement(earliest) },
  }),
  'before-earlier-plan': ({ agreedOn }) => ({
    errors: { agreedOn: beforeEarlierPlan(agreedOn) },
  }),
  archived: 'This investment, its project or its investor is archived. Nothing was saved.',
  cancelled: 'This investment was cancelled. Nothing was saved.',
  'own-investor': ownInvestmentMessage,
  'key-reused': 'The form was already sent with different values. Reload the page and try again.',
}

const numberAt = (form: FormData, place: number) => lineNumbers(refuseForm(form, {}).values)[place]

/** The field that says when a line is due. */
function dueField(form: FormData, place: number): string {
  const number = numberAt(form, place)
  return form.get(`due-${number}`) === 'months' ? `months-${number}` : `on-${number}`
}
