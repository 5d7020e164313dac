import {
  exclusionsByHand,
  openMinor,
  transactionExclusionLabels,
} from '../../../domain/bank-transactions/bank-transaction.ts'
import { excludeTransaction } from '../../../domain/bank-transactions/decide-transaction.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import { adminCommand, requireAdmin } from '../../../platform/session/session.server.ts'
import { Toaster } from '../../../ui/feedback/toaster.tsx'
import { FieldGrid } from '../../../ui/fields/field.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/layout/route-dialog.tsx'
import { NothingOpen } from '../nothing-open.tsx'
import { transactionsHome } from '../paths.ts'
import { refusalWords } from '../refusal-words.ts'
import { requireTransaction } from '../require-transaction.server.ts'
import { ExcludeSchema } from '../transaction-schema.ts'
import { TransactionSubtitle } from '../transaction-subtitle.tsx'
import type { Route } from './+types/route.ts'

export const loader = ({ params, context }: Route.LoaderArgs) =>
  requireTransaction(context, params.transactionId, async () => ({}))

export function action(args: Route.ActionArgs) {
  const { params, context, url } = args
  const { transactionId } = params
  return formAction(args, {
    guard: requireAdmin,
    schema: ExcludeSchema,
    run: ({ value }) =>
      adminCommand(context, (admin) => excludeTransaction(admin, { transactionId, ...value })),
    refusals: (refused) => refusalWords(refused),
    done: () => ({
      to: `${transactionsHome}${url.search}`,
      toast: { kind: 'success', title: 'Transaction excluded', text: 'Reopen it under Excluded.' },
    }),
    failed: 'The transaction was not excluded',
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Exclude transaction', args)

export default function Exclude({ loaderData, actionData }: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer(actionData)
  const { transaction } = loaderData
  const isOpen = transaction.exclusion === null && openMinor(transaction) !== 0n
  return (
    <RouteDialog
      title="Exclude transaction"
      closeTo={transactionsHome}
      subtitle={<TransactionSubtitle transaction={loaderData.transaction} />}
    >
      {!isOpen && !answer ? (
        <NothingOpen />
      ) : (
        <ActionForm reply={answer?.reply} fetcher={fetcher}>
          <DialogBody>
            <FieldGrid>
              <SelectField
                name="exclusion"
                label="Why this is not a payment"
                span="full"
                defaultValue="other"
              >
                {exclusionsByHand.map((exclusion) => (
                  <option key={exclusion} value={exclusion}>
                    {transactionExclusionLabels[exclusion]}
                  </option>
                ))}
              </SelectField>
              <TextField
                name="reason"
                label="Note"
                span="full"
                autoComplete="off"
                hint="Needed for “Not for an investment”"
              />
            </FieldGrid>
          </DialogBody>
          <DialogFoot>
            <DialogCancel to={transactionsHome} />
            <SubmitButton pendingLabel="Excluding">Exclude</SubmitButton>
          </DialogFoot>
        </ActionForm>
      )}
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}
