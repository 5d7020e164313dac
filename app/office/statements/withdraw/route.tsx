import { findStatementUpload } from '../../../domain/bank-transactions/statement-files.server.ts'
import {
  type StatementWithdrawn,
  whyNotWithdrawn,
  withdrawStatement,
} from '../../../domain/bank-transactions/withdraw-statement.server.ts'
import { formAction, type Refusals } from '../../../platform/http/form-action.server.ts'
import {
  adminCommand,
  adminQuery,
  type Context,
  notFound,
} from '../../../platform/session/session.server.ts'
import { revalidateWhenRefused } from '../../../ui/connection/revalidate-when-refused.ts'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextareaField } from '../../../ui/fields/textarea-field.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/layout/route-dialog.tsx'
import { howMany, Period, statementsHome } from '../parts.tsx'
import type { Route } from './+types/route.ts'
import { WithdrawSchema } from './withdraw-schema.ts'

async function requireStatement(context: Context, id: string) {
  const found = await adminQuery(context, async (admin) => {
    const statement = await findStatementUpload(admin, id)
    return statement && { statement, refused: await whyNotWithdrawn(admin, id) }
  })
  if (!found) throw notFound()
  return found
}

export const loader = ({ params, context }: Route.LoaderArgs) =>
  requireStatement(context, params.statementFileId)

export function action(args: Route.ActionArgs) {
  const { params, context } = args
  const { statementFileId } = params
  return formAction(args, {
    guard: () => requireStatement(context, statementFileId),
    schema: WithdrawSchema,
    run: ({ value }) =>
      adminCommand(context, (admin) => withdrawStatement(admin, statementFileId, value.reason)),
    refusals,
    done: () => ({
      to: statementsHome,
      toast: {
        kind: 'success',
        title: 'Statement withdrawn',
        text: 'The file can be uploaded again, for this account or another.',
      },
    }),
    failed: 'The statement was not withdrawn',
  })
}

const refusals = {
  matched:
    'Money of this statement is matched, held for an investor or sent back. Undo that first.',
  'seen-again': 'A later statement has lines of this one. Withdraw the later one first.',
} satisfies Refusals<StatementWithdrawn>

export const shouldRevalidate = revalidateWhenRefused

export const meta: Route.MetaFunction = (args) => pageTitle('Withdraw statement', args)

export default function WithdrawStatement({ loaderData, actionData }: Route.ComponentProps) {
  const { statement, refused } = loaderData
  const { id, account, from, to, newLines } = statement
  const { answer, fetcher } = useAnswer(actionData)
  const back = `${statementsHome}/${id}`
  const dialog = {
    title: 'Withdraw statement',
    closeTo: back,
    subtitle: (
      <>
        <bdi>{account.name}</bdi>, <Period from={from} to={to} />
      </>
    ),
  }
  if (refused !== null)
    return (
      <RouteDialog {...dialog}>
        <DialogBody>
          <p>{refusals[refused]}</p>
        </DialogBody>
        <DialogFoot>
          <DialogCancel to={back} />
        </DialogFoot>
      </RouteDialog>
    )
  return (
    <RouteDialog {...dialog}>
      <ActionForm reply={answer?.reply} fetcher={fetcher}>
        <DialogBody>
          <p className="mb-4">
            {newLines === 0
              ? 'The statement is withdrawn. It added no transactions.'
              : `The statement is withdrawn with the ${howMany(newLines, 'transaction')} that it added.`}{' '}
            It stays in the history.
          </p>
          <TextareaField
            name="reason"
            label="Reason"
            required
            hint="For example: uploaded to the wrong account"
          />
        </DialogBody>
        <DialogFoot>
          <DialogCancel to={back} />
          <SubmitButton look="danger" pendingLabel="Withdrawing">
            Withdraw
          </SubmitButton>
        </DialogFoot>
      </ActionForm>
    </RouteDialog>
  )
}
