import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import type { InvestmentInFull } from '../../../../domain/investments/investment-in-full.server.ts'
import {
  type AdjustmentRecorded,
  recordAdjustment,
} from '../../../../domain/payments/adjust.server.ts'
import { agreedPayments } from '../../../../domain/payments/agreed-payments.server.ts'
import {
  type AdjustmentInput,
  AdjustmentSchema,
} from '../../../../domain/payments/correction-schema.ts'
import { dueOnceReceived } from '../../../../domain/payments/due-payment.ts'
import { ownInvestmentMessage } from '../../../../domain/payments/own-investment.ts'
import { clock } from '../../../../platform/clock.server.ts'
import { formAction, type Refusals } from '../../../../platform/http/form-action.server.ts'
import { adminQuery } from '../../../../platform/session/session.server.ts'
import { Toaster } from '../../../../ui/feedback/toaster.tsx'
import { AmountField } from '../../../../ui/fields/amount-field.tsx'
import { DateField } from '../../../../ui/fields/date-field.tsx'
import { FieldGrid } from '../../../../ui/fields/field.tsx'
import { ActionForm } from '../../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../../ui/fields/submit-button.tsx'
import { TextareaField } from '../../../../ui/fields/textarea-field.tsx'
import { useAnswer } from '../../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../../ui/layout/route-dialog.tsx'
import { formatDay } from '../../../../values/calendar-date.ts'
import {
  type Cents,
  formatAmount,
  type ParsedAmount,
  parseAmount,
  subtract,
} from '../../../../values/money.ts'
import { approvable } from '../../../approvals/approvable.server.ts'
import { Consequence, Consequences } from '../../../parts/consequences.tsx'
import { pageBehindInvestmentDialog } from '../../../paths.ts'
import { InvestmentSubtitle } from '../../parts/investment-subtitle.tsx'
import { namedInvestor } from '../../parts/named-investor.ts'
import { NextPaymentDue } from '../../parts/next-payment-due.tsx'
import { requireInvestment, takesTooMuch } from '../../parts/require-investment.server.ts'
import { amountText } from '../../parts/typed-amount.ts'
import type { Route } from './+types/route.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const investment = await requireInvestment(context, params.investmentId)
  const agreed = await adminQuery(context, (admin) => agreedPayments(admin, investment.id))
  return { investment, agreed, today: clock.today(), key: randomUUID() }
}

export function action(args: Route.ActionArgs) {
  const { url, params, context } = args
  const { investmentId } = params
  const proposing = (input: AdjustmentInput) => ({
    command: 'record-adjustment' as const,
    input: { investmentId, input },
    key: input.key,
    to: pageBehindInvestmentDialog(url, investmentId),
  })
  return formAction(args, {
    guard: () => requireInvestment(context, investmentId),
    schema: AdjustmentSchema,
    run: ({ value }) =>
      approvable(context, proposing(value), (admin) =>
        recordAdjustment(admin, investmentId, value),
      ),
    refusals,
    done: (_, { value, subject }) => ({
      to: pageBehindInvestmentDialog(url, investmentId),
      toast: {
        title: 'Adjustment recorded',
        text: `${formatAmount(value.received, 'when-needed')} has been received so far. ${namedInvestor(subject.investor)}.`,
        kind: 'success',
      },
    }),
    failed: 'Error recording adjustment',
  })
}

const refusals: Refusals<AdjustmentRecorded> = {
  'version-conflict': ({ now }) =>
    `This investment changed while you were editing. The ledger now says ${formatAmount(now.received, 'when-needed')}. Reload the page and try again.`,
  'own-investor': ownInvestmentMessage,
  archived: 'This investment is archived. Restore it first.',
  'key-reused': 'The form was already sent with different values. Reload the page and try again.',
  unchanged: { errors: { received: 'The ledger already says this.' } },
  'above-amount': { errors: { received: 'Payment received cannot be more than the amount.' } },
  'in-the-future': ({ today }) => ({
    errors: { datedOn: `This date is in the future. Choose ${formatDay(today)} or earlier.` },
  }),
  'before-investment': ({ investedOn }) => ({
    errors: {
      datedOn: `The investment began on ${formatDay(investedOn)}. Choose that day or later.`,
    },
  }),
  'before-received': ({ most }) => ({ errors: { datedOn: takesTooMuch(most) } }),
}

export const meta: Route.MetaFunction = (args) => pageTitle('Adjust Ledger', args)

export default function AdjustLedger({ loaderData, actionData }: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer(actionData)
  const values = answer?.reply.values
  // Keeps the values the form was opened with across live revalidation; the version detects
  // changes.
  const [{ investment, agreed, today, key }] = useState(loaderData)
  const [typed, setTyped] = useState(values?.received ?? '')
  const corrected = parseAmount(typed)
  const isOpen =
    corrected.ok && investment.status !== 'cancelled' && corrected.amount < investment.amount
  const due = isOpen ? dueOnceReceived(agreed, corrected.amount) : null
  const ledger = formatAmount(investment.received, 'when-needed')
  return (
    <RouteDialog title="Adjust Ledger" subtitle={<InvestmentSubtitle investment={investment} />}>
      <ActionForm reply={answer?.reply} fetcher={fetcher}>
        <DialogBody>
          <input type="hidden" name="key" value={values?.key ?? key} />
          <input type="hidden" name="version" value={values?.version ?? investment.version} />
          <FieldGrid>
            <AmountField
              name="received"
              label="Actual amount received"
              required
              hint={`The ledger says ${ledger}.`}
              defaultValue={amountText(investment.received)}
              onValueChange={setTyped}
            />
            <DateField
              name="datedOn"
              label="Effective date"
              required
              defaultValue={today}
              min={investment.investedOn}
              max={today}
            />
            <TextareaField name="reason" label="Reason" required rows={2} span="full" />
            <Consequences>
              <Consequence of="Ledger">{differenceOf(corrected, investment.received)}</Consequence>
              {due && <NextPaymentDue due={due} />}
              <Completion investment={investment} corrected={corrected} />
              <Consequence of={<bdi>{investment.investor.name}</bdi>}>
                sees it in the portal; no email is sent
              </Consequence>
            </Consequences>
          </FieldGrid>
        </DialogBody>
        <DialogFoot>
          <DialogCancel />
          <SubmitButton pendingLabel="Recording adjustment">Record adjustment</SubmitButton>
        </DialogFoot>
      </ActionForm>
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}

/** What an amount does that leaves nothing to pay, or is too large. */
function Completion({
  investment: { status, amount },
  corrected,
}: {
  investment: InvestmentInFull
  corrected: ParsedAmount
}) {
  if (!corrected.ok || status === 'cancelled' || corrected.amount < amount) return null
  return (
    <Consequence of="Investment">
      {corrected.amount === amount ? 'is completed' : moreThan(amount)}
    </Consequence>
  )
}

const moreThan = (amount: Cents) =>
  `can receive no more than its amount, ${formatAmount(amount, 'when-needed')}`

function differenceOf(corrected: ParsedAmount, received: Cents): string {
  if (!corrected.ok || corrected.amount === received) return 'an adjustment of the difference'
  const difference = subtract(corrected.amount, received)
  return `an adjustment of ${difference > 0n ? '+' : ''}${formatAmount(difference, 'when-needed')}`
}
