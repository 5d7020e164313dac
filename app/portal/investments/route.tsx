import { Outlet } from 'react-router'
import { companyFacts } from '../../domain/company/company.server.ts'
import { returnsOf } from '../../domain/distributions/my-returns.server.ts'
import { myDrafts, myRequests } from '../../domain/investment-requests/my-requests.server.ts'
import { listMyInvestments, portfolioOf } from '../../domain/investments/portfolio.server.ts'
import { heldMoney } from '../../domain/payments/held-money.server.ts'
import { paymentsOf } from '../../domain/payments/my-payments.server.ts'
import { clock } from '../../platform/clock.server.ts'
import { viewedInvestorId } from '../../platform/session/view-mode.server.ts'
import { Alert } from '../../ui/feedback/alert.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { pageTitle } from '../../ui/layout/page-title.ts'
import { Pagination } from '../../ui/layout/pagination.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { heldSentence } from '../../values/held-money.ts'
import { listQuery } from '../../values/list-query.ts'
import { zero } from '../../values/money.ts'
import { viewerQuery } from '../guard.server.ts'
import { PortalFault } from '../parts/portal-fault.tsx'
import { SeeProjects } from '../parts/see-projects.tsx'
import { StatementsLink } from '../parts/statements-link.tsx'
import { MyRequests } from '../requests/my-requests.tsx'
import type { Route } from './+types/route.ts'
import { InvestmentLine } from './investment-line.tsx'
import { Totals } from './totals.tsx'

export async function loader({ url, context }: Route.LoaderArgs) {
  const viewed = await viewedInvestorId(context)
  const found = await viewerQuery(context, async (investor) => {
    const list = await listMyInvestments(investor, { page: listQuery(url).page })
    return {
      list,
      payments: await paymentsOf(
        investor,
        list.investments.map(({ id }) => id),
      ),
      requests: await myRequests(investor),
      drafts: viewed === null ? await myDrafts(investor) : [],
      portfolio: await portfolioOf(investor),
      returns: await returnsOf(investor),
      held: heldSentence(await heldMoney(investor, investor.investorId)),
      supportEmail: (await companyFacts(investor)).supportEmail,
    }
  })
  return { ...found, today: clock.today() }
}

export const meta: Route.MetaFunction = (args) => pageTitle('My Investments', args)

export default function Investments({ loaderData }: Route.ComponentProps) {
  const { list, payments, requests, drafts, portfolio, returns, held, supportEmail, today } =
    loaderData
  const { investments, total, page, pageSize } = list
  return (
    <>
      <PageHead
        title="My Investments"
        lead="What you invested and what you received."
        actions={<StatementsLink />}
      />
      <div className="grid gap-(--gap)">
        {held && <Alert>{held}</Alert>}
        <Totals portfolio={portfolio} returns={returns} />
        <MyRequests requests={requests} drafts={drafts} />
        {investments.length > 0 ? (
          <div>
            <Panel flush>
              <ul aria-label="Investments" className="divide-y divide-line">
                {investments.map((investment) => (
                  <InvestmentLine
                    key={investment.id}
                    investment={investment}
                    returned={returns.byInvestment.get(investment.id) ?? zero}
                    payments={payments.get(investment.id) ?? []}
                    today={today}
                  />
                ))}
              </ul>
            </Panel>
            {total > pageSize && <Pagination page={page} pageSize={pageSize} total={total} />}
          </div>
        ) : (
          <Panel>
            <EmptyState icon="investments" title="No investments yet" action={<SeeProjects />}>
              Your investments appear here, with payments and receipts.
            </EmptyState>
          </Panel>
        )}
        <p className="text-xs text-muted">
          Something missing or wrong?{' '}
          {supportEmail === null ? (
            'Ask the person who invited you'
          ) : (
            <>
              Write to{' '}
              <a href={`mailto:${supportEmail}`} className="text-link underline underline-offset-2">
                {supportEmail}
              </a>
            </>
          )}
          .
        </p>
      </div>
      <Outlet />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <PortalFault error={error} title="Your investments could not be loaded" />
}
