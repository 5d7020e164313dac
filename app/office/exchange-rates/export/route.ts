import {
  exchangeRateIds,
  exchangeRateLines,
  type ListedRate,
} from '../../../domain/exchange-rates/exchange-rates.server.ts'
import { exportList, type ListFile } from '../../parts/export-list.server.ts'
import { currencyFilter } from '../currency-filter.ts'
import type { Route } from './+types/route.ts'

const columns: ListFile<ListedRate>['columns'] = {
  Date: ({ on }) => on,
  Currency: ({ currency }) => currency,
  Rate: ({ rate }) => rate,
  Source: ({ source }) => (source === 'company' ? 'Company' : 'CBK'),
  'Entered by': ({ recordedBy }) => recordedBy,
  'Entered (UTC)': ({ recordedAt }) => recordedAt.toISOString(),
  Id: ({ id }) => id,
}

export function loader({ request, url, context }: Route.LoaderArgs) {
  return exportList(
    { request, url, context },
    {
      name: 'exchange-rates',
      subject: 'exchange_rate',
      columns,
      ids: (admin) => exchangeRateIds(admin, currencyFilter(url)),
      rows: (ids) => (admin) => exchangeRateLines(admin, ids),
    },
  )
}
