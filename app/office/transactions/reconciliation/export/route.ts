import {
  type AccountBalance,
  bucketLabels,
  inBuckets,
  outBuckets,
  type Reconciliation,
} from '../../../../domain/bank-transactions/reconciliation.ts'
import { audit } from '../../../../platform/events.server.ts'
import { csvResponse } from '../../../../platform/http/files-response.server.ts'
import { adminCommand, notFound } from '../../../../platform/session/session.server.ts'
import { csvAmount, csvHead, csvLine } from '../../../../values/csv.ts'
import { cents } from '../../../../values/money.ts'
import { loadReconciliation } from '../load.server.ts'
import type { Route } from './+types/route.ts'

const columns = ['Part', 'Figure', 'Amount', 'Currency', 'Transactions', 'Ledger (USD)']

/** The figures of a reconciliation, one a line. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const reconciliation = await adminCommand(
    context,
    async (admin) => {
      const loaded = await loadReconciliation(admin, url)
      if (!loaded) throw notFound('file')
      const { account, from, asOf } = loaded.reconciliation
      const facts = { reconciliation: true, from, as_of: asOf }
      await audit(admin, 'export', 'payment_account', account.id, facts)
      return loaded.reconciliation
    },
    'file',
  )
  const { account, from, asOf } = reconciliation
  const name = `reconciliation-${account.number.replace(/\W+/g, '-')}-${from.slice(0, 7)}-as-of-${asOf}.csv`
  return csvResponse(request, name, linesOf(reconciliation))
}

async function* linesOf(reconciliation: Reconciliation): AsyncGenerator<string> {
  const { account, from, to, asOf, opening, closing, difference, buckets } = reconciliation
  const line = (part: string, figure: string, minor: bigint | null, more: (string | null)[] = []) =>
    csvLine([
      part,
      figure,
      minor === null ? null : csvAmount(cents(minor)),
      account.currency,
      ...more,
    ])
  const balance = (known: AccountBalance | null) => known?.minor ?? null
  yield csvHead(columns)
  yield csvLine(['Account', `${account.name}, ${account.number}`])
  yield csvLine(['Period', `${from} to ${to}`])
  yield csvLine(['As of', asOf])
  for (const gap of reconciliation.gaps) yield csvLine(['No statement', `${gap.from} to ${gap.to}`])
  yield line('Balance', 'Opening', balance(opening))
  const { credited } = reconciliation
  const ledger = {
    matched: credited.payments,
    rounding: credited.rounding,
    refunds: credited.refunds,
  }
  for (const [part, side, names] of [
    ['Money in', 'in', inBuckets],
    ['Money out', 'out', outBuckets],
  ] as const) {
    for (const name of names) {
      const { minor, transactions } = buckets[name]
      const dollars = name in ledger ? csvAmount(ledger[name as keyof typeof ledger]) : null
      yield line(part, bucketLabels[name], minor, [String(transactions), dollars])
    }
    yield line(part, 'Total', reconciliation[side].minor, [
      String(reconciliation[side].transactions),
    ])
  }
  yield line('Balance', 'Closing', balance(closing))
  yield line('Balance', 'Difference', difference)
}
