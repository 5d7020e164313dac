import { data } from 'react-router'
import { issueStatement } from '../../../domain/distributions/issue-statement.server.ts'
import { periodsSince } from '../../../domain/distributions/statement-period.ts'
import {
  StatementSchema,
  statementRefusals,
} from '../../../domain/distributions/statement-schema.ts'
import { firstStatedOn } from '../../../domain/distributions/statements.server.ts'
import { findInvestor } from '../../../domain/investors/find-investor.server.ts'
import { clock } from '../../../platform/clock.server.ts'
import {
  asAdmin,
  type Context,
  logFault,
  lookAsAdmin,
  notFound,
} from '../../../platform/session.server.ts'
import { redirectWithToast } from '../../../platform/toast.server.ts'
import { readForm } from '../../../platform/upload.server.ts'
import { Alert } from '../../../ui/alert.tsx'
import { DialogBody, DialogFoot } from '../../../ui/dialog-parts.tsx'
import { FieldGrid } from '../../../ui/field.tsx'
import { ActionForm } from '../../../ui/form.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/route-dialog.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'
import { parseForm, refuseForm } from '../../../values/form.ts'
import { investorsHome } from '../../investors/parts/investors-home.ts'
import type { Route } from './+types/route.ts'

export async function loader({ params: { investorId }, context }: Route.LoaderArgs) {
  return lookAsAdmin(context, async (admin) => {
    const investor = await findInvestor(admin, investorId)
    if (!investor) throw notFound()
    const first = await firstStatedOn({ ...admin, investorId })
    const periods = first ? periodsSince(first, clock.today()) : []
    return { name: investor.fullName, periods: periods.map(({ key, label }) => ({ key, label })) }
  })
}

export async function action({ request, params: { investorId }, context }: Route.ActionArgs) {
  const form = await readForm(request)
  try {
    return await issue(context, investorId, form)
  } catch (fault) {
    const reference = logFault(context, 'a statement was not issued', fault)
    const text = `Please try again later. Reference ${reference}`
    return redirectWithToast(`${investorsHome}/${investorId}`, {
      kind: 'error',
      title: 'The statement was not issued',
      text,
    })
  }
}

async function issue(context: Context, investorId: string, form: FormData) {
  const issued = await asAdmin(context, async (admin) => {
    if (!(await findInvestor(admin, investorId))) throw notFound()
    const parsed = parseForm(StatementSchema, form)
    return parsed.ok ? issueStatement(admin, investorId, parsed.value.period) : parsed
  })
  if ('ok' in issued) return data(issued.reply, { status: 422 })
  if ('refused' in issued) {
    return data(refuseForm(form, { errors: { period: statementRefusals[issued.refused] } }), {
      status: 422,
    })
  }
  return redirectWithToast(`${investorsHome}/${investorId}`, {
    kind: 'success',
    title: issued.isNew ? 'Statement issued' : 'This statement is up to date',
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Issue Statement', args)

export default function IssueStatement({
  loaderData: { name, periods },
  actionData,
}: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer(actionData ?? undefined)
  const isEmpty = periods.length === 0
  return (
    <RouteDialog title="Issue Statement" subtitle={<bdi>{name}</bdi>}>
      <ActionForm reply={answer} fetcher={fetcher}>
        <DialogBody>
          {isEmpty ? (
            <Alert tone="info">
              Nothing was received from this investor yet, so there is nothing to state.
            </Alert>
          ) : (
            <FieldGrid>
              <SelectField
                name="period"
                label="Period"
                hint="A period that still runs is stated up to today. They find it in their portal; nothing is mailed."
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
