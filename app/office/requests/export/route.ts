import { requestStatusLabels, unitsOf } from '../../../domain/investment-requests/request.ts'
import { requestIds, requestLines } from '../../../domain/investment-requests/requests.server.ts'
import { csvAmount } from '../../../values/csv.ts'
import { requestListParams } from '../../list-params.ts'
import { exportList, type ListFile } from '../../parts/export-list.server.ts'
import type { Route } from './+types/route.ts'

type Line = Awaited<ReturnType<typeof requestLines>>[number]

const columns: ListFile<Line>['columns'] = {
  'Sent (UTC)': ({ requested_at }) => requested_at.toISOString(),
  Investor: ({ full_name }) => full_name,
  Email: ({ email }) => email,
  Project: ({ name }) => name,
  Amount: ({ amount_cents }) => csvAmount(amount_cents),
  'Unit or share': ({ owned }) => owned,
  Units: ({ amount_cents, unit_price_cents }) =>
    unitsOf(amount_cents, unit_price_cents)?.toString() ?? null,
  Note: ({ note }) => note,
  Status: ({ status }) => requestStatusLabels[status],
  'Reserved until (UTC)': ({ reserved_until }) => reserved_until.toISOString(),
  'Decided (UTC)': ({ decided_at }) => decided_at?.toISOString() ?? null,
  'Decided by': ({ decided_by }) => decided_by,
  Reason: ({ reason }) => reason,
  'Investment id': ({ investment_id }) => investment_id,
  Id: ({ id }) => id,
}

export function loader({ request, url, context }: Route.LoaderArgs) {
  const { page: _, ...filters } = requestListParams(url)
  return exportList(
    { request, url, context },
    {
      name: 'requests',
      subject: 'investment_request',
      columns,
      ids: (admin) => requestIds(admin, filters),
      rows: (ids) => (admin) => requestLines(admin, ids),
    },
  )
}
