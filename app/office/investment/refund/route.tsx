import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { findInvestmentInFull } from '../../../domain/investments/investment-in-full.server.ts'
import { agreedPayments } from '../../../domain/payments/agreed-payments.server.ts'
import { RefundSchema } from '../../../domain/payments/correction-schema.ts'
import { dueOnceReceived } from '../../../domain/payments/due-payment.ts'
import { ownInvestmentMessage } from '../../../domain/payments/own-investment.ts'
import { paymentMethodLabels, paymentMethods } from '../../../domain/payments/payment-methods.ts'
import { type RefundRecorded, recordRefund } from '../../../domain/payments/record-refund.server.ts'
import { clock } from '../../../platform/clock.server.ts'
import { asAdmin, lookAsAdmin, notFound } from '../../../platform/session.server.ts'
import { redirectWithToast } from '../../../platform/toast.server.ts'
import { readForm } from '../../../platform/upload.server.ts'
import { Amount } from '../../../ui/amount.tsx'
import { AmountField } from '../../../ui/amount-field.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { DialogBody, DialogFoot } from '../../../ui/dialog-parts.tsx'
import { FieldGrid } from '../../../ui/field.tsx'
import { ActionForm } from '../../../ui/form.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/route-dialog.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { TextareaField } from '../../../ui/textarea-field.tsx'
import { Toaster } from '../../../ui/toaster.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'
import { formatDay } from '../../../values/calendar-date.ts'
import { type FormReply, parseForm, refuseForm } from '../../../values/form.ts'
import { isId } from '../../../values/id.ts'
import { formatAmount, subtract } from '../../../values/money.ts'
import {
  demandInvestment,
  fail,
  refuse,
  takesTooMuch,
} from '../../investments/parts/answer.server.ts'
import { investmentHome } from '../../investments/parts/investment-home.ts'
import { namedInvestor } from '../../investments/parts/named-investor.ts'
import { NextPaymentDue } from '../../investments/parts/next-payment-due.tsx'
import { amountText, typedAmount } from '../../investments/parts/typed-amount.ts'
import { Whose } from '../../investments/parts/whose.tsx'
import { Consequence, Consequences } from '../../parts/consequences.tsx'
import { ToldOfCorrection } from '../told-of-correction.tsx'
import type { Route } from './+types/route.ts'

const title = 'Error recording refund'

export async function loader({ params, context }: Route.LoaderArgs) {
  const investment = await demandInvestment(context, params.investmentId)
  const agreed = await lookAsAdmin(context, (admin) => agreedPayments(admin, investment.id))
  return { investment, agreed, today: clock.today(), key: randomUUID() }
}

export async function action({ request, url, params, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const parsed = parseForm(RefundSchema, form)
  if (!parsed.ok) {
    await demandInvestment(context, params.investmentId)
    return refuse(parsed.reply)
  }
  let investor: string
  try {
    const answer = await asAdmin(context, async (admin) => {
      if (!isId(params.investmentId)) throw notFound()
      const answer = await recordRefund(admin, params.investmentId, parsed.value)
      if ('refused' in answer) return answer
      return {
        investor: namedInvestor((await findInvestmentInFull(admin, params.investmentId))?.investor),
      }
    })
    if ('refused' in answer) return refuse(whyRefused(form, answer))
    investor = answer.investor
  } catch (fault) {
    return fail(context, form, fault, title)
  }
  return redirectWithToast(investmentHome(url, params.investmentId), {
    title: 'Refund recorded',
    text: `Refund of ${formatAmount(parsed.value.amount, 'when-needed')} has been recorded. ${investor}.`,
    kind: 'success',
  })
}

function whyRefused(
  form: FormData,
  refused: Extract<RefundRecorded, { refused: string }>,
): FormReply {
  const beside = (field: string, sentence: string) =>
    refuseForm(form, { errors: { [field]: sentence } })
  switch (refused.refused) {
    case 'not-found':
      throw notFound()
    case 'own-investor':
      return refuseForm(form, { message: ownInvestmentMessage })
    case 'key-reused':
      return refuseForm(form, {
        message: 'This was sent before with other figures. Reload the page and try again.',
      })
    case 'exceeds-received':
      return beside(
        'amount',
        `Only ${formatAmount(refused.received, 'when-needed')} is held on this investment.`,
      )
    case 'in-the-future':
      return beside(
        'refundedOn',
        `This date is still to come. Choose ${formatDay(refused.today)} or earlier.`,
      )
    case 'before-investment':
      return beside(
        'refundedOn',
        `The investment began on ${formatDay(refused.investedOn)}. Choose that day or later.`,
      )
    case 'before-received':
      return beside('refundedOn', takesTooMuch(refused.most))
    default:
      return refused satisfies never
  }
}

export const meta: Route.MetaFunction = (args) => pageTitle('Record Refund', args)

export default function RecordRefund({ loaderData, actionData }: Route.ComponentProps) {
  const { investment, agreed, today } = loaderData
  const { answer, fetcher } = useAnswer(actionData)
  const values = answer?.reply.values
  // The first key stays, however often the page is read again: it is what makes sending twice harmless.
  const [key] = useState(values?.key ?? loaderData.key)
  const [typed, setTyped] = useState(values?.amount ?? '')
  const amount = typedAmount(typed)
  const fits = amount !== null && amount <= investment.received ? amount : null
  const left = fits === null ? null : subtract(investment.received, fits)
  const due =
    left === null || investment.status === 'cancelled' ? null : dueOnceReceived(agreed, left)
  const most = formatAmount(investment.received, 'when-needed')
  return (
    <RouteDialog title="Record Refund" subtitle={<Whose investment={investment} />}>
      <ActionForm reply={answer?.reply} fetcher={fetcher}>
        <DialogBody>
          <input type="hidden" name="key" value={key} />
          <FieldGrid>
            <AmountField
              name="amount"
              label="Amount"
              required
              hint={`At most ${most}, which is held on it.`}
              suggestion={{ label: `Use ${most}`, value: amountText(investment.received) }}
              onValueChange={setTyped}
            />
            <DateField
              name="refundedOn"
              label="Date given back"
              required
              defaultValue={today}
              min={investment.investedOn}
              max={today}
            />
            <SelectField name="method" label="Method" span="half">
              {paymentMethods.map((method) => (
                <option key={method} value={method}>
                  {paymentMethodLabels[method]}
                </option>
              ))}
            </SelectField>
            <TextField name="reference" label="Reference" optional span="half" autoComplete="off" />
            <TextareaField
              name="reason"
              label="Reason"
              required
              rows={2}
              span="full"
              hint="The investor reads it."
            />
            <Consequences>
              <Consequence of="Received" was={most}>
                {left === null ? 'less this refund' : <Amount cents={left} show="when-needed" />}
              </Consequence>
              {due && <NextPaymentDue due={due} />}
              <ToldOfCorrection investor={investment.investor} />
              <Consequence of="Afterwards">it can be voided with a reason, not edited</Consequence>
            </Consequences>
          </FieldGrid>
        </DialogBody>
        <DialogFoot>
          <DialogCancel />
          <SubmitButton pendingLabel="Recording refund">
            {fits === null
              ? 'Record refund'
              : `Record refund of ${formatAmount(fits, 'when-needed')}`}
          </SubmitButton>
        </DialogFoot>
      </ActionForm>
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}
