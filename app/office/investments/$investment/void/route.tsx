import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { dueOnceVoided } from '../../../../domain/payments/agreed-payments.server.ts'
import { VoidSchema } from '../../../../domain/payments/correction-schema.ts'
import { type LedgerLine, ledgerOf } from '../../../../domain/payments/ledger.server.ts'
import { ownInvestmentMessage } from '../../../../domain/payments/own-investment.ts'
import { findVoidedEntry } from '../../../../domain/payments/received-payment.server.ts'
import { type EntryVoided, voidEntry } from '../../../../domain/payments/void-entry.server.ts'
import { clock } from '../../../../platform/clock.server.ts'
import { formAction, type Refusals } from '../../../../platform/http/form-action.server.ts'
import { adminQuery, notFound } from '../../../../platform/session/session.server.ts'
import { Amount } from '../../../../ui/amount.tsx'
import { Day } from '../../../../ui/day.tsx'
import { Toaster } from '../../../../ui/feedback/toaster.tsx'
import { FieldGrid } from '../../../../ui/fields/field.tsx'
import { ActionForm } from '../../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../../ui/fields/submit-button.tsx'
import { TextareaField } from '../../../../ui/fields/textarea-field.tsx'
import { useAnswer } from '../../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../../ui/layout/route-dialog.tsx'
import {
  formatExchange,
  formatPaid,
  type PaidInCurrency,
} from '../../../../values/exchange-rate.ts'
import { add, isPositive, subtract, zero } from '../../../../values/money.ts'
import { approvable } from '../../../approvals/approvable.server.ts'
import { Consequence, Consequences } from '../../../parts/consequences.tsx'
import { pageBehindInvestmentDialog } from '../../../paths.ts'
import { InvestmentSubtitle } from '../../parts/investment-subtitle.tsx'
import { namedInvestor } from '../../parts/named-investor.ts'
import { NextPaymentDue } from '../../parts/next-payment-due.tsx'
import { requireInvestment } from '../../parts/require-investment.server.ts'
import { CorrectionEffects } from '../correction-effects.tsx'
import type { Route } from './+types/route.ts'

const words = { payment: 'Payment', refund: 'Refund', adjustment: 'Adjustment' }

export async function loader({ params, context }: Route.LoaderArgs) {
  const investment = await requireInvestment(context, params.investmentId)
  const ledger = await adminQuery(context, (admin) => ledgerOf(admin, investment.id))
  const entry = ledger.find(({ id }) => id === params.entryId)
  if (!entry || entry.kind === 'void') throw notFound()
  const closing = ledger.find(({ roundsId, voided }) => roundsId === entry.id && !voided)
  const closed = closing?.amount ?? zero
  const taken = { id: entry.id, amount: add(entry.amount, closed) }
  const due = await adminQuery(context, (admin) => dueOnceVoided(admin, investment, taken))
  return { investment, entry: { ...entry, kind: entry.kind }, closed, due, key: randomUUID() }
}

export function action(args: Route.ActionArgs) {
  const { url, params, context } = args
  const { investmentId, entryId } = params
  return formAction(args, {
    guard: () => requireInvestment(context, investmentId),
    schema: VoidSchema,
    run: ({ value }) => {
      const input = { ...value, entryId, voidedOn: clock.today() }
      const proposing = {
        command: 'void-entry' as const,
        input: { ...input, investmentId },
        key: value.key,
        to: pageBehindInvestmentDialog(url, investmentId),
      }
      return approvable(context, proposing, async (admin) => {
        const ledger = await ledgerOf(admin, investmentId)
        if (!ledger.some(({ id, kind }) => id === entryId && kind !== 'void'))
          return { refused: 'not-found' as const }
        const answer = await voidEntry(admin, input)
        return 'refused' in answer
          ? answer
          : { voided: await findVoidedEntry(admin, answer.voidId) }
      })
    },
    refusals,
    done: ({ voided }, { subject }) => ({
      to: pageBehindInvestmentDialog(url, investmentId),
      toast: {
        title: 'Entry voided',
        text: `${voided ? `${words[voided.kind]} of ${formatPaid(voided.amount, voided.paid)} has been voided. ` : ''}The investor is ${namedInvestor(subject.investor)}.`,
        kind: 'success',
      },
    }),
    failed: 'Error voiding entry',
  })
}

const datedLater = 'This entry is dated after today. Try again on that day.'
const refusals: Refusals<EntryVoided> = {
  'already-voided': 'This entry was already voided.',
  'below-zero': 'Later refunds or adjustments use this money. Void those first.',
  'above-amount':
    'Without this entry the received total would exceed the amount. Void a payment first.',
  'own-investor': ownInvestmentMessage,
  'key-reused': 'The form was already sent with a different reason. Reload the page and try again.',
  'in-the-future': datedLater,
  'before-entry': datedLater,
}

export const meta: Route.MetaFunction = (args) => pageTitle('Void Entry', args)

export default function VoidEntry({ loaderData, actionData }: Route.ComponentProps) {
  const { investment, entry, closed, due } = loaderData
  const { answer, fetcher } = useAnswer(actionData)
  // Keeps the first idempotency key across revalidation, so that a double submit stays harmless.
  const [key] = useState(answer?.reply.values.key ?? loaderData.key)
  const word = words[entry.kind]
  return (
    <RouteDialog title={`Void ${word}`} subtitle={<InvestmentSubtitle investment={investment} />}>
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
                {entry.paid && ` (${exchangeOf(entry.paid)})`}, <Day on={entry.datedOn} />
                {entry.receiptNumber && `, receipt ${entry.receiptNumber}`}
              </p>
              <TextareaField
                name="reason"
                label="Reason"
                required
                rows={2}
                span="full"
                hint="The investor sees it."
              />
              <Consequences>
                <Consequence of="Ledger">
                  keeps the entry, struck through, with the reason, and reverses it today
                </Consequence>
                {isPositive(closed) && (
                  <Consequence of="Exchange rate difference">
                    the adjustment of <Amount cents={closed} show="always" /> is voided too
                  </Consequence>
                )}
                {entry.receiptNumber && <Consequence of="Receipt">is marked as voided</Consequence>}
                <Consequence of="Status">follows the received total</Consequence>
                {due && investment.status !== 'cancelled' && <NextPaymentDue due={due} />}
                {!due && leavesUndated(investment, entry) && (
                  <Consequence of="Next payment">
                    none is set; set one under Edit afterwards
                  </Consequence>
                )}
                <CorrectionEffects investor={investment.investor} />
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

/** A refund is stated as what was sent back. */
const exchangeOf = (paid: PaidInCurrency) =>
  formatExchange({ ...paid, minor: paid.minor < 0n ? -paid.minor : paid.minor })

/** The payment cleared a date without an amount, and its void does not restore it. A plan says what is next by itself. */
const leavesUndated = (
  { status, nextPaymentOn, hasPlan }: Loaded['investment'],
  { kind }: Loaded['entry'],
) => kind === 'payment' && status !== 'cancelled' && nextPaymentOn === null && !hasPlan

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
