import { redirect } from 'react-router'
import type { StatementTotals } from '../../../domain/bank-statements/statement.ts'
import { findDraft } from '../../../domain/bank-transactions/statement-draft.server.ts'
import { checkDraft } from '../../../domain/bank-transactions/statement-preview.server.ts'
import { stateTotals } from '../../../domain/bank-transactions/upload-statement.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import {
  adminCommand,
  adminQuery,
  type Context,
  notFound,
} from '../../../platform/session/session.server.ts'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { ListFault } from '../../../ui/feedback/area-fault.tsx'
import { AmountField } from '../../../ui/fields/amount-field.tsx'
import { FieldGrid } from '../../../ui/fields/field.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import type { Currency } from '../../../values/currency.ts'
import { parseCurrencyAmount } from '../../../values/exchange-rate.ts'
import { type ParsedForm, refuseForm } from '../../../values/form.ts'
import { DraftFoot, DraftHead, draftPath, Period, statementsHome } from '../parts.tsx'
import type { Route } from './+types/route.ts'

async function requireDraft(context: Context, draftId: string) {
  return adminQuery(context, async (admin) => {
    const draft = await findDraft(admin, draftId)
    if (!draft) throw notFound()
    return draft
  })
}

export function loader({ params, context }: Route.LoaderArgs) {
  return adminQuery(context, async (admin) => {
    const draft = await findDraft(admin, params.draftId)
    if (!draft) throw notFound()
    const step = await checkDraft(admin, { ...draft, totals: null })
    if (step.step !== 'totals') throw redirect(draftPath(draft.id))
    const { name, currency } = draft.account
    return { file: draft.name, account: { name, currency }, period: step.statement.period }
  })
}

export function action(args: Route.ActionArgs) {
  const { params, context } = args
  const { draftId } = params
  return formAction(args, {
    guard: () => requireDraft(context, draftId),
    parse: (form, { account }) => readTotals(form, account.currency),
    run: ({ value }) => adminCommand(context, (admin) => stateTotals(admin, draftId, value)),
    refusals: {
      differs: ({ side, problem }) => ({
        errors: { [side === 'in' ? 'totalIn' : 'totalOut']: problem },
      }),
    },
    done: () => redirect(draftPath(draftId)),
    failed: 'The totals could not be saved',
  })
}

/** Money out is often printed with a minus. */
function readTotals(form: FormData, currency: Currency): ParsedForm<StatementTotals> {
  const read = (typed: FormDataEntryValue | null) =>
    parseCurrencyAmount(
      String(typed ?? '')
        .trim()
        .replace(/^[-−–]\s*/, ''),
      currency,
    )
  const [paidIn, paidOut] = [read(form.get('totalIn')), read(form.get('totalOut'))]
  if (paidIn !== null && paidOut !== null) return { ok: true, value: { in: paidIn, out: paidOut } }
  const message =
    'Enter the total as the statement shows it, like 1,250.00. Enter 0 if there is none.'
  const errors = {
    ...(paidIn === null && { totalIn: message }),
    ...(paidOut === null && { totalOut: message }),
  }
  return { ok: false, reply: refuseForm(form, { errors }) }
}

export const meta: Route.MetaFunction = (args) => pageTitle('Totals of the statement', args)

export default function StateTotals({ loaderData, actionData }: Route.ComponentProps) {
  const { file, account, period } = loaderData
  const { answer, fetcher } = useAnswer(actionData)
  return (
    <>
      <DraftHead title="Totals of the statement" />
      <ActionForm reply={answer?.reply} fetcher={fetcher} className="max-w-180">
        <Alert>
          <bdi className="font-[560] wrap-anywhere">{file}</bdi> does not state its opening and
          closing balance, which show whether it is complete. Enter the totals that the bank shows
          for {period ? <Period from={period.from} to={period.to} /> : 'this period'}.
        </Alert>
        <p className="my-3 text-sm text-muted">
          Every line counts, including charges, reversals and transfers between own accounts.
        </p>
        <FieldGrid>
          <AmountField name="totalIn" label="Total money in" required currency={account.currency} />
          <AmountField
            name="totalOut"
            label="Total money out"
            required
            currency={account.currency}
          />
        </FieldGrid>
        <DraftFoot />
      </ActionForm>
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListFault error={error} home={statementsHome} title="The statement could not be read" />
}
