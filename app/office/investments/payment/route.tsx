import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { data } from 'react-router'
import { findInvestment } from '../../../domain/investments/investments.server.ts'
import { agreedPayments } from '../../../domain/payments/agreed-payments.server.ts'
import { RecordPaymentSchema } from '../../../domain/payments/payment-schema.ts'
import { recordPayment } from '../../../domain/payments/record-payment.server.ts'
import { clock } from '../../../platform/clock.server.ts'
import { asAdmin, logFault, lookAsAdmin, notFound } from '../../../platform/session.server.ts'
import { redirectWithToast } from '../../../platform/toast.server.ts'
import { readForm } from '../../../platform/upload.server.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { RouteDialog } from '../../../ui/route-dialog.tsx'
import { Toaster } from '../../../ui/toaster.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'
import { parseForm, refuseForm } from '../../../values/form.ts'
import { isId } from '../../../values/id.ts'
import { type Cents, formatAmount } from '../../../values/money.ts'
import type { Toast } from '../../../values/toast.ts'
import { investmentHome } from '../parts/investment-home.ts'
import { namedInvestor } from '../parts/named-investor.ts'
import { Whose } from '../parts/whose.tsx'
import type { Route } from './+types/route.ts'
import { NoPayment } from './no-payment.tsx'
import { PaymentForm } from './payment-form.tsx'
import { type PaymentRefused, refusePayment } from './refusal.server.ts'

const failed: Toast = {
  title: 'Error recording payment',
  text: 'Please try again later.',
  kind: 'error',
}

type Recorded = { amount: Cents; receipt: string; investor: string }

export async function loader({ params, context }: Route.LoaderArgs) {
  return lookAsAdmin(context, async (admin) => {
    const { investmentId } = params
    const investment = isId(investmentId) ? await findInvestment(admin, investmentId) : null
    if (!investment) throw notFound()
    const agreed = await agreedPayments(admin, investment.id)
    return { investment, agreed, today: clock.today(), key: randomUUID() }
  })
}

export async function action({ request, url, params, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const { investmentId } = params
  try {
    const recorded = await asAdmin(context, async (admin): Promise<PaymentRefused | Recorded> => {
      if (!isId(investmentId)) throw notFound()
      const parsed = parseForm(RecordPaymentSchema, form)
      if (!parsed.ok) return { refused: 'unreadable', reply: parsed.reply }
      const answer = await recordPayment(admin, investmentId, parsed.value)
      if ('refused' in answer) return answer
      const investment = await findInvestment(admin, investmentId)
      return {
        amount: parsed.value.amount,
        receipt: answer.receiptNumber,
        investor: namedInvestor(investment?.investor),
      }
    })
    if ('refused' in recorded) {
      const same = recorded.refused === 'same-reference' ? recorded.same : null
      return data({ reply: refusePayment(form, recorded), same, toast: null }, { status: 422 })
    }
    return redirectWithToast(investmentHome(url, investmentId), {
      title: 'Payment recorded',
      text: paymentRecorded(recorded),
      kind: 'success',
    })
  } catch (fault) {
    const reference = logFault(context, 'a payment was not recorded', fault)
    const message = `${failed.title}. Reference ${reference}`
    return data(
      { reply: refuseForm(form, { message }), same: null, toast: failed },
      { status: 500 },
    )
  }
}

function paymentRecorded({ amount, investor, receipt }: Recorded): string {
  return `Payment of ${formatAmount(amount, 'when-needed')} has been recorded. ${investor}, receipt ${receipt}.`
}

export const meta: Route.MetaFunction = (args) => pageTitle('Record Payment', args)

export default function RecordPayment({ loaderData, actionData: latest }: Route.ComponentProps) {
  const { answer: actionData, fetcher } = useAnswer(latest)
  const { investment, agreed, today, key } = loaderData
  const { id, isArchived, isOwn, status } = investment
  const isClosed = isOwn || isArchived || status === 'completed' || status === 'cancelled'
  const [wasOpen] = useState(!isClosed)
  return (
    <RouteDialog title="Record Payment" subtitle={<Whose investment={investment} />}>
      {/* What was typed stays when the investment is closed behind the form's back: the form says so. */}
      {isClosed && !wasOpen && !actionData ? (
        <NoPayment investment={investment} />
      ) : (
        <PaymentForm
          key={id}
          investment={investment}
          agreed={agreed}
          today={today}
          formKey={key}
          reply={actionData?.reply}
          same={actionData?.same ?? null}
          closed={isClosed}
          fetcher={fetcher}
        />
      )}
      <Toaster toast={actionData?.toast} />
    </RouteDialog>
  )
}
