import { data } from 'react-router'
import { issueStatement } from '../../domain/distributions/issue-statement.server.ts'
import { periodsSince } from '../../domain/distributions/statement-period.ts'
import { StatementSchema, statementRefusals } from '../../domain/distributions/statement-schema.ts'
import { firstStatedOn, listStatements } from '../../domain/distributions/statements.server.ts'
import { clock } from '../../platform/clock.server.ts'
import { asInvestor, viewedInvestor } from '../../platform/session.server.ts'
import { redirectWithToast } from '../../platform/toast.server.ts'
import { readForm } from '../../platform/upload.server.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { pageTitle } from '../../ui/page-title.ts'
import { Panel } from '../../ui/panel.tsx'
import { useAnswer } from '../../ui/use-answer.ts'
import { parseForm, refuseForm } from '../../values/form.ts'
import { asReader } from '../guard.server.ts'
import { PortalFault } from '../parts/portal-fault.tsx'
import { usePortalAddress } from '../parts/portal-link.tsx'
import type { Route } from './+types/route.ts'
import { IssueForm } from './issue-form.tsx'
import { StatementsTable } from './statements-table.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const found = await asReader(context, async (reader) => ({
    statements: await listStatements(reader),
    first: await firstStatedOn(reader),
  }))
  // Whoever looks on is offered what was issued, and issues nothing.
  const mayIssue = found.first !== null && (await viewedInvestor(context)) === null
  const today = clock.today()
  const periods = mayIssue && found.first ? periodsSince(found.first, today) : []
  return {
    statements: found.statements,
    periods: periods.map(({ key, label }) => ({ key, label })),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const issued = await asInvestor(context, async (investor) => {
    const parsed = parseForm(StatementSchema, form)
    if (!parsed.ok) return parsed
    return issueStatement(investor, investor.investorId, parsed.value.period)
  })
  if ('ok' in issued) return issued.ok ? null : data(issued.reply, { status: 422 })
  if ('refused' in issued) {
    const errors = { period: statementRefusals[issued.refused] }
    return data(refuseForm(form, { errors }), { status: 422 })
  }
  return redirectWithToast(`/investment-dashboard/statements/${issued.statementId}`, {
    kind: 'success',
    title: issued.isNew ? 'Statement issued' : 'This statement is up to date',
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Statements', args)

export default function Statements({
  loaderData: { statements, periods },
  actionData,
}: Route.ComponentProps) {
  const address = usePortalAddress()
  const { answer, fetcher } = useAnswer(actionData ?? undefined)
  return (
    <>
      <PageHead
        back={{ to: address('/investment-dashboard/investments'), label: 'My Investments' }}
        title="Statements"
        lead="What you had paid in, quarter by quarter and year by year."
      />
      <div className="grid gap-(--gap)">
        {periods.length > 0 && <IssueForm periods={periods} reply={answer} fetcher={fetcher} />}
        <Panel flush>
          {statements.length === 0 ? (
            <EmptyState icon="contract" title="No statements yet">
              A statement appears here after each quarter and each year in which something of yours
              was on the books.
            </EmptyState>
          ) : (
            <StatementsTable statements={statements} />
          )}
        </Panel>
      </div>
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <PortalFault error={error} title="Your statements could not be loaded" />
}
