import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { agreedPayments } from '../../../domain/payments/agreed-payments.server.ts'
import { VoidSchema } from '../../../domain/payments/correction-schema.ts'
import { dueOnceReceived } from '../../../domain/payments/due-payment.ts'
import { type LedgerLine, ledgerOf } from '../../../domain/payments/ledger.server.ts'
import { ownInvestmentMessage } from '../../../domain/payments/own-investment.ts'
import { type EntryVoided, voidEntry } from '../../../domain/payments/void-entry.server.ts'
import { clock } from '../../../platform/clock.server.ts'
import { asAdmin, lookAsAdmin, notFound } from '../../../platform/session.server.ts'
import { redirectWithToast } from '../../../platform/toast.server.ts'
import { readForm } from '../../../platform/upload.server.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Day } from '../../../ui/day.tsx'
import { DialogBody, DialogFoot } from '../../../ui/dialog-parts.tsx'
import { FieldGrid } from '../../../ui/field.tsx'
import { ActionForm } from '../../../ui/form.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/route-dialog.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextareaField } from '../../../ui/textarea-field.tsx'
import { Toaster } from '../../../ui/toaster.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'
import { parseForm, refuseForm } from '../../../values/form.ts'
import { isId } from '../../../values/id.ts'
import { subtract, zero } from '../../../values/money.ts'
import { demandInvestment, fail, refuse } from '../../investments/parts/answer.server.ts'
import { investmentHome } from '../../investments/parts/investment-home.ts'
import { namedInvestor } from '../../investments/parts/named-investor.ts'
import { NextPaymentDue } from '../../investments/parts/next-payment-due.tsx'
import { Whose } from '../../investments/parts/whose.tsx'
import { Consequence, Consequences } from '../../parts/consequences.tsx'
import { ToldOfCorrection } from '../told-of-correction.tsx'
import type { Route } from './+types/route.ts'

const words = { payment: 'Payment', refund: 'Refund', adjustment: 'Adjustment' }

export async function loader({ params, context }: Route.LoaderArgs) {
  const investment = await demandInvestment(context, params.investmentId)
  const ledger = await lookAsAdmin(context, (admin) => ledgerOf(admin, investment.id))
  const entry = ledger.find(({ id }) => id === params.entryId)
  if (!entry || entry.kind === 'void') throw notFound()
  const agreed = await lookAsAdmin(context, (admin) => agreedPayments(admin, investment.id))
  // What was imported never met a payment that was due.
  const counted = entry.isImported
    ? investment.received
    : subtract(investment.received, entry.amount)
  const due = dueOnceReceived(agreed, counted)
  return { investment, entry: { ...entry, kind: entry.kind }, due, key: randomUUID() }
}

export async function action({ request, url, params, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const parsed = parseForm(VoidSchema, form)
  const { investor } = await demandInvestment(context, params.investmentId)
  if (!parsed.ok) return refuse(parsed.reply)
  try {
    const answer = await asAdmin(context, async (admin) => {
      if (!isId(params.entryId)) throw notFound()
      const ledger = await ledgerOf(admin, params.investmentId)
      if (!ledger.some(({ id, kind }) => id === params.entryId && kind !== 'void')) throw notFound()
      return voidEntry(admin, { ...parsed.value, entryId: params.entryId, voidedOn: clock.today() })
    })
    if ('refused' in answer) return refuse(refuseForm(form, { message: whyKept(answer) }))
  } catch (fault) {
    return fail(context, form, fault, 'Error voiding entry')
  }
  return redirectWithToast(investmentHome(url, params.investmentId), {
    title: 'Entry voided',
    text: `The investor is ${namedInvestor(investor)}.`,
    kind: 'success',
  })
}

function whyKept(refused: Extract<EntryVoided, { refused: string }>): string {
  switch (refused.refused) {
    case 'not-found':
      throw notFound()
    case 'already-voided':
      return 'This entry has been voided already.'
    case 'below-zero':
      return 'Later refunds or adjustments use this money. Void those first.'
    case 'above-amount':
      return 'Without this entry more than the amount would be received. Void a payment first.'
    case 'own-investor':
      return ownInvestmentMessage
    case 'key-reused':
      return 'This was sent before with another reason. Reload the page and try again.'
    case 'in-the-future':
    case 'before-entry':
      return 'This entry is dated after today. Try again on that day.'
    default:
      return refused satisfies never
  }
}

export const meta: Route.MetaFunction = (args) => pageTitle('Void Entry', args)

export default function VoidEntry({ loaderData, actionData }: Route.ComponentProps) {
  const { investment, entry, due } = loaderData
  const { answer, fetcher } = useAnswer(actionData)
  // The first key stays, however often the page is read again: it is what makes sending twice harmless.
  const [key] = useState(answer?.reply.values.key ?? loaderData.key)
  const word = words[entry.kind]
  return (
    <RouteDialog title={`Void ${word}`} subtitle={<Whose investment={investment} />}>
      {entry.voided && !answer ? (
        <Already voided={entry.voided} />
      ) : (
        <ActionForm reply={answer?.reply} fetcher={fetcher}>
          <DialogBody>
            <input type="hidden" name="key" value={key} />
            <FieldGrid>
              <p className="col-span-full">
                {word} of{' '}
                <Amount
                  cents={entry.kind === 'refund' ? subtract(zero, entry.amount) : entry.amount}
                  show="when-needed"
                  className="font-[560]"
                />
                , <Day on={entry.datedOn} />
                {entry.receiptNumber && `, receipt ${entry.receiptNumber}`}
              </p>
              <TextareaField
                name="reason"
                label="Reason"
                required
                rows={2}
                span="full"
                hint="The investor reads it."
              />
              <Consequences>
                <Consequence of="Ledger">
                  keeps the entry, struck through, with the reason, and takes it back today
                </Consequence>
                {entry.receiptNumber && <Consequence of="Receipt">is marked as voided</Consequence>}
                <Consequence of="Status">follows what is then received</Consequence>
                {due && investment.status !== 'cancelled' && <NextPaymentDue due={due} />}
                {!due && leavesUndated(investment, entry) && (
                  <Consequence of="Next payment">
                    none is set: name one under Edit afterwards
                  </Consequence>
                )}
                <ToldOfCorrection investor={investment.investor} />
              </Consequences>
            </FieldGrid>
          </DialogBody>
          <DialogFoot>
            <DialogCancel />
            <SubmitButton look="danger" pendingLabel="Voiding entry">
              Void {word.toLowerCase()}
            </SubmitButton>
          </DialogFoot>
        </ActionForm>
      )}
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}

type Loaded = Route.ComponentProps['loaderData']

/** A date without an amount was cleared by the payment, and its void does not bring that back. */
const leavesUndated = (
  { status, nextPaymentOn }: Loaded['investment'],
  { kind }: Loaded['entry'],
) => kind === 'payment' && status !== 'cancelled' && nextPaymentOn === null

function Already({ voided }: { voided: NonNullable<LedgerLine['voided']> }) {
  return (
    <>
      <DialogBody>
        <p>
          Voided on <Day on={voided.on} />: <bdi>{voided.reason}</bdi>
        </p>
      </DialogBody>
      <DialogFoot>
        <DialogCancel>Close</DialogCancel>
      </DialogFoot>
    </>
  )
}
