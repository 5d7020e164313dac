import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { moneyChoices } from '../../../../domain/exchange-rates/exchange-rates.server.ts'
import {
  paymentMethodLabels,
  paymentMethods,
} from '../../../../domain/investments/payment-methods.ts'
import { agreedPayments } from '../../../../domain/payments/agreed-payments.server.ts'
import { parseRefund, type RefundInput } from '../../../../domain/payments/correction-schema.ts'
import { dueOnceReceived } from '../../../../domain/payments/due-payment.ts'
import { ownInvestmentMessage } from '../../../../domain/payments/own-investment.ts'
import { findRefund } from '../../../../domain/payments/received-payment.server.ts'
import {
  type RefundRecorded,
  recordRefund,
} from '../../../../domain/payments/record-refund.server.ts'
import { clock } from '../../../../platform/clock.server.ts'
import {
  type ActionReply,
  formAction,
  type Refusals,
} from '../../../../platform/http/form-action.server.ts'
import { adminQuery } from '../../../../platform/session/session.server.ts'
import { Amount } from '../../../../ui/amount.tsx'
import { Alert } from '../../../../ui/feedback/alert.tsx'
import { Toaster } from '../../../../ui/feedback/toaster.tsx'
import { DateField } from '../../../../ui/fields/date-field.tsx'
import { FieldGrid } from '../../../../ui/fields/field.tsx'
import { ActionForm } from '../../../../ui/fields/form.tsx'
import { SelectField } from '../../../../ui/fields/select-field.tsx'
import { SubmitButton } from '../../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../../ui/fields/text-field.tsx'
import { TextareaField } from '../../../../ui/fields/textarea-field.tsx'
import { useAnswer } from '../../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../../ui/layout/route-dialog.tsx'
import { formatDay } from '../../../../values/calendar-date.ts'
import { formatAtRateOf, formatPaid, mostWithin } from '../../../../values/exchange-rate.ts'
import { formatAmount, isPositive, subtract } from '../../../../values/money.ts'
import { approvable } from '../../../approvals/approvable.server.ts'
import { Consequence, Consequences } from '../../../parts/consequences.tsx'
import { withFutureDay } from '../../../parts/future-day.server.ts'
import { pageBehindInvestmentDialog } from '../../../paths.ts'
import { withAmountAbove } from '../../parts/amount-faults.ts'
import { formatMoney } from '../../parts/format-money.ts'
import { InvestmentSubtitle } from '../../parts/investment-subtitle.tsx'
import { MoneyFields, useTypedMoney } from '../../parts/money-fields.tsx'
import { namedInvestor } from '../../parts/named-investor.ts'
import { NextPaymentDue } from '../../parts/next-payment-due.tsx'
import { rateRefusals } from '../../parts/rate-refusals.ts'
import { requireInvestment, takesTooMuch } from '../../parts/require-investment.server.ts'
import { CorrectionEffects } from '../correction-effects.tsx'
import type { Route } from './+types/route.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const investment = await requireInvestment(context, params.investmentId)
  const { agreed, choices } = await adminQuery(context, async (admin) => ({
    agreed: await agreedPayments(admin, investment.id),
    choices: await moneyChoices(admin),
  }))
  return { investment, agreed, choices, today: clock.today(), key: randomUUID() }
}

export function action(args: Route.ActionArgs) {
  const { url, params, context } = args
  const { investmentId } = params
  const proposing = (input: RefundInput) => ({
    command: 'record-refund' as const,
    input: { investmentId, input },
    key: input.key,
    to: pageBehindInvestmentDialog(url, investmentId),
  })
  return formAction(args, {
    guard: () => requireInvestment(context, investmentId),
    parse: (form, { received }) => {
      const sentence = `Only ${formatAmount(received, 'when-needed')} is available on this investment.`
      const parsed = withFutureDay(parseRefund(form), form, 'refundedOn')
      return withAmountAbove(parsed, form, { most: received, sentence })
    },
    run: ({ value }) =>
      approvable(context, proposing(value), async (admin) => {
        const answer = await recordRefund(admin, investmentId, value)
        return 'refused' in answer ? answer : { refund: await findRefund(admin, answer.entryId) }
      }),
    refusals,
    done: ({ refund }, { value, subject }) => ({
      to: pageBehindInvestmentDialog(url, investmentId),
      toast: {
        title: 'Refund recorded',
        text: `Refund of ${refund ? formatPaid(refund.amount, refund.paid) : formatMoney(value.amount)} has been recorded. ${namedInvestor(subject.investor)}.`,
        kind: 'success',
      },
    }),
    failed: 'Error recording refund',
  })
}

const refusals: Refusals<RefundRecorded> = {
  ...rateRefusals,
  'not-positive': { errors: { amount: 'A refund must be greater than zero.' } },
  'own-investor': ownInvestmentMessage,
  'key-reused': 'The form was already sent with different values. Reload the page and try again.',
  'exceeds-received': ({ received, paid }) => ({
    errors: {
      amount: `Only ${paid ? formatAtRateOf(paid, received, mostWithin) : formatAmount(received, 'when-needed')} is available on this investment.`,
    },
  }),
  'in-the-future': ({ today }) => ({
    errors: { refundedOn: `This date is in the future. Choose ${formatDay(today)} or earlier.` },
  }),
  'before-investment': ({ investedOn }) => ({
    errors: {
      refundedOn: `The investment began on ${formatDay(investedOn)}. Choose that day or later.`,
    },
  }),
  'before-received': ({ most }) => ({ errors: { refundedOn: takesTooMuch(most) } }),
}

export const meta: Route.MetaFunction = (args) => pageTitle('Record Refund', args)

export default function RecordRefund({ loaderData, actionData }: Route.ComponentProps) {
  const { investment } = loaderData
  const { answer, fetcher } = useAnswer(actionData)
  const isEmpty = !isPositive(investment.received)
  const [wasEmpty] = useState(isEmpty)
  return (
    <RouteDialog title="Record Refund" subtitle={<InvestmentSubtitle investment={investment} />}>
      {/* Keeps typed values when the received amount falls to zero concurrently. */}
      {isEmpty && wasEmpty && !answer ? (
        <NoRefund />
      ) : (
        <RefundForm loaded={loaderData} answer={answer} fetcher={fetcher} />
      )}
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}

/** Replaces the form when there is no money to give back. */
function NoRefund() {
  return (
    <>
      <DialogBody>
        <Alert tone="info">No money is held on this investment, so there is none to refund.</Alert>
      </DialogBody>
      <DialogFoot>
        <DialogCancel>Close</DialogCancel>
      </DialogFoot>
    </>
  )
}

type FormProps = { loaded: Route.ComponentProps['loaderData'] } & Pick<
  ReturnType<typeof useAnswer<ActionReply>>,
  'answer' | 'fetcher'
>

function RefundForm({ loaded, answer, fetcher }: FormProps) {
  const { investment, agreed, choices, today } = loaded
  const values = answer?.reply.values
  // Keeps the first idempotency key across revalidation, so that a double submit stays harmless.
  const [key] = useState(values?.key ?? loaded.key)
  const [refundedOn, setRefundedOn] = useState<string>(values?.refundedOn ?? today)
  const money = useTypedMoney(choices, { on: refundedOn, reply: answer?.reply })
  const amount = money.dollars
  const fits = amount !== null && amount <= investment.received ? amount : null
  const left = fits === null ? null : subtract(investment.received, fits)
  const due =
    left === null || investment.status === 'cancelled' ? null : dueOnceReceived(agreed, left)
  const most = formatAmount(investment.received, 'when-needed')
  return (
    <ActionForm reply={answer?.reply} fetcher={fetcher} className="group/money">
      <DialogBody>
        <input type="hidden" name="key" value={key} />
        <FieldGrid>
          <MoneyFields
            money={money}
            most={{
              amount: investment.received,
              hint: `At most ${most}, the amount held on it.`,
              inCurrency: mostWithin,
            }}
          />
          <DateField
            name="refundedOn"
            label="Date returned"
            required
            defaultValue={today}
            min={investment.investedOn}
            max={today}
            onValueChange={setRefundedOn}
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
            hint="The investor sees it."
          />
          <Consequences>
            <Consequence of="Received" was={most}>
              {left === null ? 'less this refund' : <Amount cents={left} show="when-needed" />}
            </Consequence>
            {due && <NextPaymentDue due={due} />}
            <CorrectionEffects investor={investment.investor} />
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
  )
}
