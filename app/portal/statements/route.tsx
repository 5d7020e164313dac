import { issueStatement } from '../../domain/statements/issue-statement.server.ts'
import { periodsSince } from '../../domain/statements/statement-period.ts'
import { StatementSchema, statementRefusals } from '../../domain/statements/statement-schema.ts'
import { firstStatementDate, listStatements } from '../../domain/statements/statements.server.ts'
import { clock } from '../../platform/clock.server.ts'
import { formAction } from '../../platform/http/form-action.server.ts'
import { investorCommand, requireInvestor } from '../../platform/session/session.server.ts'
import { viewedInvestorId } from '../../platform/session/view-mode.server.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { useAnswer } from '../../ui/fields/use-answer.ts'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { pageTitle } from '../../ui/layout/page-title.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { viewerQuery } from '../guard.server.ts'
import { PortalFault } from '../parts/portal-fault.tsx'
import { usePortalAddress } from '../parts/portal-link.tsx'
import { investmentsHome, statementsHome } from '../paths.ts'
import type { Route } from './+types/route.ts'
import { IssueForm } from './issue-form.tsx'
import { StatementsTable } from './statements-table.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const found = await viewerQuery(context, async (reader) => ({
    statements: await listStatements(reader),
    first: await firstStatementDate(reader),
  }))
  // View mode cannot issue statements.
  const mayIssue = found.first !== null && (await viewedInvestorId(context)) === null
  const today = clock.today()
  const periods = mayIssue && found.first ? periodsSince(found.first, today) : []
  return {
    statements: found.statements,
    periods: periods.map(({ key, label }) => ({ key, label })),
  }
}

export function action(args: Route.ActionArgs) {
  return formAction(args, {
    guard: requireInvestor,
    schema: StatementSchema,
    run: ({ value: { period } }) =>
      investorCommand(args.context, (investor) =>
        issueStatement(investor, investor.investorId, period),
      ),
    refusals: ({ refused }) => ({ errors: { period: statementRefusals[refused] } }),
    done: ({ statementId, isNew }) => ({
      to: `${statementsHome}/${statementId}`,
      toast: {
        kind: 'success',
        title: isNew ? 'Statement issued' : 'This statement is up to date',
      },
    }),
    failed: 'The statement could not be issued',
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Statements', args)

export default function Statements({
  loaderData: { statements, periods },
  actionData,
}: Route.ComponentProps) {
  const address = usePortalAddress()
  const { answer, fetcher } = useAnswer(actionData)
  return (
    <>
      <PageHead
        back={{ to: address(investmentsHome), label: 'My Investments' }}
        title="Statements"
        lead="What you had paid by the end of each quarter and year."
      />
      <div className="grid gap-(--gap)">
        {periods.length > 0 && (
          <IssueForm periods={periods} reply={answer?.reply} fetcher={fetcher} />
        )}
        <Panel flush>
          {statements.length === 0 ? (
            <EmptyState icon="contract" title="No statements yet">
              Statements appear here after each quarter and year, once you have paid something.
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
