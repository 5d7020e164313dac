import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { moneyChoices } from '../../../domain/exchange-rates/exchange-rates.server.ts'
import { closedSentence } from '../../../domain/exchange-rates/left-by-rate.ts'
import {
  findInvestment,
  type InvestmentForEdit,
} from '../../../domain/investments/find-investment.server.ts'
import { listOpenPaymentAccounts } from '../../../domain/payment-accounts/payment-accounts.server.ts'
import { agreedPayments } from '../../../domain/payments/agreed-payments.server.ts'
import { ownInvestmentMessage } from '../../../domain/payments/own-investment.ts'
import { parsePayment, type RecordPaymentInput } from '../../../domain/payments/payment-schema.ts'
import { findReceivedPayment } from '../../../domain/payments/received-payment.server.ts'
import { recordPayment } from '../../../domain/payments/record-payment.server.ts'
import { clock } from '../../../platform/clock.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import {
  adminQuery,
  type Context,
  notFound,
  requireAdmin,
} from '../../../platform/session/session.server.ts'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { Toaster } from '../../../ui/feedback/toaster.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/layout/route-dialog.tsx'
import { formatPaid } from '../../../values/exchange-rate.ts'
import type { ParsedForm } from '../../../values/form.ts'
import { isId } from '../../../values/id.ts'
import { zero } from '../../../values/money.ts'
import { approvable } from '../../approvals/approvable.server.ts'
import { withFutureDay } from '../../parts/future-day.server.ts'
import { remainingWords } from '../../parts/remaining-words.ts'
import { pageBehindInvestmentDialog } from '../../paths.ts'
import { withAmountAbove } from '../parts/amount-faults.ts'
import { formatMoney } from '../parts/format-money.ts'
import { InvestmentSubtitle } from '../parts/investment-subtitle.tsx'
import { namedInvestor } from '../parts/named-investor.ts'
import { requireInvestment } from '../parts/require-investment.server.ts'
import type { Route } from './+types/route.ts'
import { lastPayment, rememberPayment } from './last-payment.server.ts'
import { PaymentForm } from './payment-form.tsx'
import { PaymentSummary } from './payment-summary.tsx'
import { type PaymentReply, paymentRefusals } from './refusal.server.ts'
import { unconfirmedLine } from './unconfirmed-line.server.ts'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  return adminQuery(context, async (admin) => {
    const { investmentId } = params
    const investment = isId(investmentId) ? await findInvestment(admin, investmentId) : null
    if (!investment) throw notFound()
    const agreed = await agreedPayments(admin, investment.id)
    const choices = await moneyChoices(admin)
    const accounts = await listOpenPaymentAccounts(admin)
    const last = lastPayment(request)
    return { investment, agreed, choices, accounts, last, today: clock.today(), key: randomUUID() }
  })
}

export function action(args: Route.ActionArgs) {
  const { url, params, context } = args
  const { investmentId } = params
  const proposing = (input: RecordPaymentInput) => ({
    command: 'record-payment' as const,
    input: { investmentId, input },
    key: input.key,
    to: pageBehindInvestmentDialog(url, investmentId),
  })
  return formAction(args, {
    guard: requireAdmin,
    parse: (form) => readPayment(form, context, investmentId),
    run: ({ value }) =>
      approvable(context, proposing(value), async (admin) => {
        const line = await unconfirmedLine(admin, value)
        if (line) return { refused: 'on-statement' as const, line }
        const answer = await recordPayment(admin, investmentId, value)
        if ('refused' in answer) return answer
        const investment = await findInvestment(admin, investmentId)
        const payment = await findReceivedPayment(admin, answer.paymentId)
        const amount = payment && formatPaid(payment.amount, payment.paid)
        const closed = closedSentence(payment?.closed ?? zero)
        const { receiptNumber: receipt } = answer
        return { receipt, amount, closed, investor: namedInvestor(investment?.investor) }
      }),
    refusals: paymentRefusals,
    done: ({ receipt, amount, closed, investor }, { value }) => ({
      to: pageBehindInvestmentDialog(url, investmentId),
      toast: {
        title: 'Payment recorded',
        text: `Payment of ${amount ?? formatMoney(value.amount)} has been recorded. ${investor}, receipt ${receipt}. ${closed}`.trim(),
        kind: 'success',
      },
      headers: rememberPayment(value),
    }),
    failed: 'Error recording payment',
  })
}

async function readPayment(
  form: FormData,
  context: Context,
  investmentId: string,
): Promise<ParsedForm<RecordPaymentInput>> {
  const parsed = withFutureDay(parsePayment(form), form, 'receivedOn')
  if (parsed.ok) return parsed
  const { remaining } = await requireInvestment(context, investmentId)
  const sentence = `Payment cannot exceed the remaining ${remainingWords({ remaining })}.`
  return withAmountAbove(parsed, form, { most: remaining, sentence })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Record Payment', args)

export default function RecordPayment({ loaderData, actionData: latest }: Route.ComponentProps) {
  const { answer: actionData, fetcher } = useAnswer<PaymentReply>(latest)
  const { investment, agreed, choices, accounts, last, today, key } = loaderData
  const { id, isArchived, isOwn, status } = investment
  const isClosed = isOwn || isArchived || status === 'completed' || status === 'cancelled'
  const [wasOpen] = useState(!isClosed)
  return (
    <RouteDialog title="Record Payment" subtitle={<InvestmentSubtitle investment={investment} />}>
      {/* Keeps typed values when the investment is closed concurrently; the form says so. */}
      {isClosed && !wasOpen && !actionData ? (
        <NoPayment investment={investment} />
      ) : (
        <PaymentForm
          key={id}
          investment={investment}
          agreed={agreed}
          choices={choices}
          accounts={accounts}
          last={last}
          today={today}
          formKey={key}
          reply={actionData?.reply}
          same={actionData?.same ?? null}
          line={actionData?.line ?? null}
          closed={isClosed}
          fetcher={fetcher}
        />
      )}
      <Toaster toast={actionData?.toast} />
    </RouteDialog>
  )
}

/** Replaces the form when no payment can be recorded. */
function NoPayment({ investment }: { investment: InvestmentForEdit }) {
  return (
    <>
      <DialogBody>
        <PaymentSummary investment={investment} />
        <Alert tone="info">{reasonOf(investment)}</Alert>
      </DialogBody>
      <DialogFoot>
        <DialogCancel>Close</DialogCancel>
      </DialogFoot>
    </>
  )
}

function reasonOf({ status, isOwn }: InvestmentForEdit) {
  if (isOwn) return ownInvestmentMessage
  if (status === 'completed')
    return 'This investment is completed: its whole amount has been received.'
  if (status === 'cancelled') return 'This investment is cancelled, so it takes no payments.'
  return 'This investment, its project or its investor is archived, so no payments can be recorded.'
}
