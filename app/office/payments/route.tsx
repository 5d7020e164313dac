import { Link, useLocation, useSearchParams } from 'react-router'
import { listPaymentAccounts } from '../../domain/payment-accounts/payment-accounts.server.ts'
import { listPayments, type PaymentTotals } from '../../domain/payments/payment-list.server.ts'
import {
  entryKindLabels,
  entryKinds,
  type PaymentListSearch,
  paymentListSearch,
} from '../../domain/payments/payment-list-search.ts'
import { listProjectNames } from '../../domain/projects/project-names.server.ts'
import { clock } from '../../platform/clock.server.ts'
import { adminQuery } from '../../platform/session/session.server.ts'
import { Amount } from '../../ui/amount.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { ListFault } from '../../ui/feedback/area-fault.tsx'
import { EmptyState, SearchAdvice } from '../../ui/feedback/empty-state.tsx'
import { SearchForm } from '../../ui/fields/search-form.tsx'
import { withSearchParam } from '../../ui/fields/search-params.ts'
import { Chip, ChipRow, Toolbar } from '../../ui/layout/chips.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { pageTitle } from '../../ui/layout/page-title.ts'
import { Pagination } from '../../ui/layout/pagination.tsx'
import { Figures, Stat } from '../../ui/layout/stat.tsx'
import { counted } from '../../values/counted.ts'
import { formatCurrency } from '../../values/exchange-rate.ts'
import { grouped } from '../../values/grouped.ts'
import { listQuery } from '../../values/list-query.ts'
import { add } from '../../values/money.ts'
import { ExportLink } from '../parts/export-link.tsx'
import type { Route } from './+types/route.ts'
import { PaymentsFilters } from './payments-filters.tsx'
import { PaymentsTable } from './payments-table.tsx'

export async function loader({ url, context }: Route.LoaderArgs) {
  const search = paymentListSearch(url, clock.today())
  return adminQuery(context, async (admin) => ({
    ...(await listPayments(admin, { ...search, page: listQuery(url).page })),
    accounts: await listPaymentAccounts(admin),
    projects: await listProjectNames(admin),
    search,
    today: clock.today(),
  }))
}

export const meta: Route.MetaFunction = (args) => pageTitle('Payments', args)

export default function Payments({ loaderData }: Route.ComponentProps) {
  const { entries, totals, total, page, pageSize, search } = loaderData
  return (
    <>
      <PageHead
        title="Payments"
        count={total}
        lead="Payments, refunds, adjustments and voids of all investments."
        actions={
          <>
            <ExportLink to="/admin-dashboard/payments/export" />
            <ButtonLink to="/admin-dashboard/payments/journal">Journal</ButtonLink>
          </>
        }
      />
      <Toolbar>
        <SearchForm label="Receipt, reference or name..." />
        <KindChips totals={totals} search={search} />
      </Toolbar>
      <PaymentsFilters {...loaderData} />
      <Totals totals={totals} />
      {total === 0 ? (
        <EmptyState icon="search" title="No entries found">
          <SearchAdvice>Try another period or fewer filters.</SearchAdvice>
        </EmptyState>
      ) : (
        <>
          <PaymentsTable entries={entries} />
          <Pagination page={page} pageSize={pageSize} total={total} />
        </>
      )}
      {loaderData.accounts.length > 0 && (
        <p className="mt-4 text-xs">
          <Link
            to="/admin-dashboard/transactions/reconciliation"
            className="tall-target text-link underline underline-offset-2"
          >
            Reconciliation with the bank
          </Link>
        </p>
      )}
    </>
  )
}

function KindChips({ totals, search }: { totals: PaymentTotals; search: PaymentListSearch }) {
  const [params] = useSearchParams()
  const { pathname } = useLocation()
  const address = (kind: string) => `${pathname}${withSearchParam(params, 'kind', kind)}`
  return (
    <ChipRow label="Kind">
      <Chip to={address('')} isCurrent={search.kind === null}>
        All
      </Chip>
      {entryKinds.map((kind) => (
        <Chip key={kind} to={address(kind)} isCurrent={search.kind === kind}>
          {entryKindLabels[kind]}
          {search.kind === null && (
            <span className="num opacity-85">{grouped(totals.byKind[kind].count)}</span>
          )}
        </Chip>
      ))}
    </ChipRow>
  )
}

function Totals({ totals: { byKind, net, byCurrency } }: { totals: PaymentTotals }) {
  return (
    <section aria-label="Totals" className="mb-4">
      <Figures columns={4}>
        <Stat
          label="Payments"
          figure={<Amount cents={byKind.payment.amount} show="when-needed" />}
          context={counted(byKind.payment.count, 'payment')}
        />
        <Stat
          label="Refunds"
          figure={<Amount cents={byKind.refund.amount} show="when-needed" />}
          context={counted(byKind.refund.count, 'refund')}
        />
        <Stat
          label="Adjustments and voids"
          figure={<Amount cents={correctionsOf(byKind)} show="when-needed" />}
          context={counted(byKind.adjustment.count + byKind.void.count, 'correction')}
        />
        <Stat
          label="Net received"
          figure={<Amount cents={net} show="when-needed" />}
          context={
            byCurrency.length === 0
              ? 'All in US dollars'
              : `of which ${byCurrency.map(({ minor, currency }) => formatCurrency(minor, currency)).join(', ')}`
          }
        />
      </Figures>
    </section>
  )
}

function correctionsOf({ adjustment, void: voids }: PaymentTotals['byKind']) {
  return add(adjustment.amount, voids.amount)
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListFault error={error} home="/admin-dashboard" title="Error fetching data" />
}
