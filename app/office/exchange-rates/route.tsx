import { Outlet } from 'react-router'
import { foreignCurrencies } from '../../domain/exchange-rates/exchange-rate-schema.ts'
import {
  type ListedRate,
  listExchangeRates,
} from '../../domain/exchange-rates/exchange-rates.server.ts'
import { adminQuery } from '../../platform/session/session.server.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Day, Moment } from '../../ui/day.tsx'
import { ListFault } from '../../ui/feedback/area-fault.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { FilterSelect } from '../../ui/fields/filter-select.tsx'
import { opensWithN } from '../../ui/fields/new-shortcut.ts'
import { Toolbar } from '../../ui/layout/chips.tsx'
import { DialogLink } from '../../ui/layout/dialog-link.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { pageTitle } from '../../ui/layout/page-title.ts'
import { Pagination } from '../../ui/layout/pagination.tsx'
import { Table, Td, Th, Tr } from '../../ui/layout/table.tsx'
import { currencyLabels } from '../../values/currency.ts'
import { formatRate, rateSourceLabels } from '../../values/exchange-rate.ts'
import { listQuery } from '../../values/list-query.ts'
import { ExportLink } from '../parts/export-link.tsx'
import type { Route } from './+types/route.ts'
import { currencyFilter } from './currency-filter.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const { page } = listQuery(url)
  const currency = currencyFilter(url)
  return adminQuery(context, async (admin) => ({
    ...(await listExchangeRates(admin, { currency, page })),
    currency,
  }))
}

export const meta: Route.MetaFunction = (args) => pageTitle('Exchange Rates', args)

export default function ExchangeRates({ loaderData }: Route.ComponentProps) {
  const { rates, total, page, pageSize, currency } = loaderData
  return (
    <>
      <PageHead
        back={{ to: '/admin-dashboard/company', label: 'Company Settings' }}
        title="Exchange Rates"
        count={total}
        lead="Units of a currency for one US dollar. A payment uses the latest rate up to its day."
        actions={
          <>
            <ExportLink to="/admin-dashboard/exchange-rates/export" />
            <ButtonLink to="/admin-dashboard/import/exchange-rates" icon="upload">
              Import
            </ButtonLink>
            <AddRate />
          </>
        }
      />
      <Toolbar>
        <FilterSelect
          name="currency"
          label="Currency"
          everything="All currencies"
          choices={foreignCurrencies.map((code) => ({ value: code, label: currencyLabels[code] }))}
        />
      </Toolbar>
      {total === 0 ? (
        <EmptyState
          icon="history"
          title={currency ? `No rates for ${currency}` : 'No exchange rates yet'}
          action={<AddRate />}
        >
          Rates appear here once entered. Payments in other currencies need one.
        </EmptyState>
      ) : (
        <>
          <RatesTable rates={rates} />
          <Pagination page={page} pageSize={pageSize} total={total} />
        </>
      )}
      <Outlet />
    </>
  )
}

function AddRate() {
  return (
    <DialogLink to="/admin-dashboard/exchange-rates/new" {...opensWithN} look="primary" icon="plus">
      Add rate
    </DialogLink>
  )
}

function RatesTable({ rates }: { rates: ListedRate[] }) {
  return (
    <Table
      caption="Exchange rates, the latest day first"
      head={
        <>
          <Th>Date</Th>
          <Th>Currency</Th>
          <Th>Source</Th>
          <Th>Entered</Th>
          <Th end>Rate</Th>
        </>
      }
    >
      {rates.map(({ id, on, currency, source, recordedBy, recordedAt, rate }) => (
        <Tr key={id}>
          <Td className="@max-[48rem]/main:order-3">
            <Day on={on} />
          </Td>
          <Td wrap className="@max-[48rem]/main:order-1">
            {currencyLabels[currency]}
          </Td>
          <Td wrap className="@max-[48rem]/main:order-4">
            {rateSourceLabels[source]}
          </Td>
          <Td card="row" className="text-xs text-muted @max-[48rem]/main:order-5">
            {recordedBy ? <bdi>{recordedBy}</bdi> : 'Imported'}, <Moment at={recordedAt} />
          </Td>
          <Td end className="font-[560] @max-[48rem]/main:order-2">
            {formatRate(rate)}
          </Td>
        </Tr>
      ))}
    </Table>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListFault error={error} home="/admin-dashboard" title="Error fetching data" />
}
