import { ledgerLines } from '../../../domain/payments/payment-lines.server.ts'
import { csvAmount } from '../../../values/csv.ts'
import { exchangeRate, formatRate } from '../../../values/exchange-rate.ts'
import { cents, isPositive } from '../../../values/money.ts'
import { exportList, type ListFile } from '../../parts/export-list.server.ts'
import { matchingInvestmentIds } from '../matching-ids.server.ts'
import type { Route } from './+types/route.ts'

type Line = Awaited<ReturnType<typeof ledgerLines>>[number]

const columns: ListFile<Line>['columns'] = {
  Date: ({ dated_on }) => dated_on,
  Kind: ({ kind }) => kind,
  'Amount (USD)': ({ amount_cents }) => csvAmount(amount_cents),
  'Paid amount': ({ paid_minor }) => (paid_minor === null ? null : csvAmount(cents(paid_minor))),
  'Paid currency': ({ paid_currency }) => paid_currency,
  'Exchange rate': ({ rate }) => rate && formatRate(exchangeRate(rate)).replaceAll(',', ''),
  'Rate source': ({ rate_source }) => rate_source,
  'Rate date': ({ rate_on }) => rate_on,
  Project: ({ project }) => project,
  Investor: ({ investor }) => investor,
  'Investor email': ({ investor_email }) => investor_email,
  Method: ({ method }) => method,
  'Paid by': ({ payer_name }) => payer_name,
  'Payment account': ({ account }) => account,
  Reference: ({ reference }) => reference,
  Note: ({ note }) => note,
  Reason: ({ reason }) => reason,
  Receipt: ({ receipt }) => receipt,
  'Recorded (UTC)': ({ recorded_at }) => recorded_at.toISOString(),
  'Voids entry': ({ voids_id }) => voids_id,
  'Rounding (USD)': ({ rounding_cents }) => {
    const rounding = cents(BigInt(rounding_cents))
    return isPositive(rounding) ? csvAmount(rounding) : null
  },
  Entry: ({ entry_id }) => entry_id,
  Investment: ({ id }) => id,
}

/** The ledgers of all listed investments, one after another. */
export function loader({ request, url, context }: Route.LoaderArgs) {
  return exportList(
    { request, url, context },
    {
      name: 'payments',
      subject: 'ledger_entry',
      columns,
      ids: matchingInvestmentIds(url),
      rows: (ids) => (admin) => ledgerLines(admin, ids),
    },
  )
}
