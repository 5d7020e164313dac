import { findInvestor } from '../../../../domain/investors/find-investor.server.ts'
import { issueStatement } from '../../../../domain/statements/issue-statement.server.ts'
import { periodsSince } from '../../../../domain/statements/statement-period.ts'
import {
  StatementSchema,
  statementRefusals,
} from '../../../../domain/statements/statement-schema.ts'
import { firstStatementDate } from '../../../../domain/statements/statements.server.ts'
import { clock } from '../../../../platform/clock.server.ts'
import { formAction } from '../../../../platform/http/form-action.server.ts'
import {
  adminCommand,
  adminQuery,
  notFound,
  requireAdmin,
} from '../../../../platform/session/session.server.ts'
import { Alert } from '../../../../ui/feedback/alert.tsx'
import { FieldGrid } from '../../../../ui/fields/field.tsx'
import { ActionForm } from '../../../../ui/fields/form.tsx'
import { SelectField } from '../../../../ui/fields/select-field.tsx'
import { SubmitButton } from '../../../../ui/fields/submit-button.tsx'
import { useAnswer } from '../../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../../ui/layout/route-dialog.tsx'
import { investorsHome } from '../../../paths.ts'
import type { Route } from './+types/route.ts'

export async function loader({ params: { investorId }, context }: Route.LoaderArgs) {
  return adminQuery(context, async (admin) => {
    const investor = await findInvestor(admin, investorId)
    if (!investor) throw notFound()
    const first = await firstStatementDate({ ...admin, investorId })
    const periods = first ? periodsSince(first, clock.today()) : []
    return { name: investor.fullName, periods: periods.map(({ key, label }) => ({ key, label })) }
  })
}

export function action(args: Route.ActionArgs) {
  const { params, context } = args
  const { investorId } = params
  const home = `${investorsHome}/${investorId}`
  return formAction(args, {
    guard: requireAdmin,
    schema: StatementSchema,
    run: ({ value }) =>
      adminCommand(context, async (admin) =>
        (await findInvestor(admin, investorId))
          ? issueStatement(admin, investorId, value.period)
          : { refused: 'not-found' as const },
      ),
    refusals: ({ refused }) => ({ errors: { period: statementRefusals[refused] } }),
    done: ({ isNew }) => ({
      to: home,
      toast: {
        kind: 'success',
        title: isNew ? 'Statement issued' : 'This statement is up to date',
      },
    }),
    failed: { title: 'The statement was not issued', to: home },
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Issue Statement', args)

export default function IssueStatement({
  loaderData: { name, periods },
  actionData,
}: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer(actionData)
  const isEmpty = periods.length === 0
  return (
    <RouteDialog title="Issue Statement" subtitle={<bdi>{name}</bdi>}>
      <ActionForm reply={answer?.reply} fetcher={fetcher}>
        <DialogBody>
          {isEmpty ? (
            <Alert tone="info">Nothing was received from this investor yet.</Alert>
          ) : (
            <FieldGrid>
              <SelectField
                name="period"
                label="Period"
                hint="Statements for the current period run to today. They will find it in their portal; no email is sent."
                span="full"
                required
              >
                {periods.map(({ key, label }) => (
                  <option key={key} value={key}>
                    {label}
                  </option>
                ))}
              </SelectField>
            </FieldGrid>
          )}
        </DialogBody>
        <DialogFoot>
          <DialogCancel>{isEmpty ? 'Close' : 'Cancel'}</DialogCancel>
          {!isEmpty && <SubmitButton pendingLabel="Issuing">Issue statement</SubmitButton>}
        </DialogFoot>
      </ActionForm>
    </RouteDialog>
  )
}
