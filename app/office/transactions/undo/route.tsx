import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { undoMatch } from '../../../domain/bank-transactions/undo-match.server.ts'
import { voidReversed } from '../../../domain/bank-transactions/void-reversed.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import { revalidateWhenRefused } from '../../../ui/connection/revalidate-when-refused.ts'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { Toaster } from '../../../ui/feedback/toaster.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/layout/route-dialog.tsx'
import { approvable } from '../../approvals/approvable.server.ts'
import { WaitingProposal } from '../../approvals/waiting-proposal.tsx'
import { NothingOpen } from '../nothing-open.tsx'
import { transactionsHome } from '../paths.ts'
import { PaymentsNamed } from '../proposals.tsx'
import { refusalWords } from '../refusal-words.ts'
import { requireTransaction } from '../require-transaction.server.ts'
import { matchedByMistake, UndoSchema } from '../transaction-schema.ts'
import { TransactionSubtitle } from '../transaction-subtitle.tsx'
import type { Route } from './+types/route.ts'

export const loader = ({ params, context }: Route.LoaderArgs) =>
  requireTransaction(context, params.transactionId, async (_, { proposals }) => {
    const reversal = proposals.find((proposal) => proposal.kind === 'reversal')
    return { takenBack: reversal?.payments ?? null, key: randomUUID() }
  })

export function action(args: Route.ActionArgs) {
  const { params, context, url } = args
  const { transactionId } = params
  const to = `${transactionsHome}${url.search}`
  return formAction(args, {
    guard: () =>
      requireTransaction(context, transactionId, async (_, { proposals }) => ({
        isReversal: proposals.some(({ kind }) => kind === 'reversal'),
      })),
    schema: UndoSchema,
    run: ({ value: { key, reason }, subject: { isReversal } }) => {
      if (!isReversal) {
        const input = { key, transactionId, reason }
        const proposing = { command: 'undo-match' as const, input, key, to }
        return approvable(context, proposing, (admin) => undoMatch(admin, input))
      }
      const input = { key, reversalId: transactionId, reason }
      const proposing = { command: 'void-reversed' as const, input, key, to }
      return approvable(context, proposing, (admin) => voidReversed(admin, input))
    },
    refusals: (refused) => refusalWords(refused),
    done: (_, { subject: { isReversal } }) => ({
      to,
      toast: { kind: 'success', title: isReversal ? 'Payment voided' : 'Match undone' },
    }),
    failed: 'Nothing was changed',
  })
}

export const shouldRevalidate = revalidateWhenRefused

export const meta: Route.MetaFunction = (args) => pageTitle('Undo match', args)

/** Takes a match back; on the reversal of a matched payment, voids that payment. */
export default function Undo({ loaderData, actionData }: Route.ComponentProps) {
  const { transaction, takenBack } = loaderData
  const { answer, fetcher } = useAnswer(actionData)
  // Keeps the first idempotency key across revalidation, so that a double submit stays harmless.
  const [key] = useState(answer?.reply.values.key ?? loaderData.key)
  const payments = takenBack ?? transaction.parts
  return (
    <RouteDialog
      title={takenBack ? 'Void the payment' : 'Undo match'}
      closeTo={transactionsHome}
      subtitle={<TransactionSubtitle transaction={transaction} isWhole />}
    >
      {payments.length === 0 && !answer ? (
        <NothingOpen>{refusalWords({ refused: 'not-matched' })}</NothingOpen>
      ) : (
        <ActionForm reply={answer?.reply} fetcher={fetcher}>
          <DialogBody>
            <input type="hidden" name="key" value={key} />
            {transaction.waiting.map((proposal) => (
              <div key={proposal.id} className="mb-4">
                <Alert tone="warning">
                  <WaitingProposal proposal={proposal} />
                </Alert>
              </div>
            ))}
            <p className="mb-2">
              {takenBack
                ? 'The provider reversed this payment. It is voided with its receipt, and both lines are excluded:'
                : 'What was recorded for this transaction is voided with its receipt; what was recorded before stays:'}
            </p>
            <div className="mb-4">
              <PaymentsNamed payments={payments} />
            </div>
            <TextField
              name="reason"
              label="Reason"
              required
              defaultValue={takenBack ? 'Reversed by the provider' : matchedByMistake}
              hint="The investor reads it"
              autoComplete="off"
            />
          </DialogBody>
          <DialogFoot>
            <DialogCancel to={transactionsHome} />
            <SubmitButton look="danger" pendingLabel="Voiding">
              {takenBack ? 'Void the payment' : 'Undo match'}
            </SubmitButton>
          </DialogFoot>
        </ActionForm>
      )}
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}
