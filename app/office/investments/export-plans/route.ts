import { currentPlanLines } from '../../../domain/payment-plans/plan-lines-export.server.ts'
import { csvAmount } from '../../../values/csv.ts'
import { exportList, type ListFile } from '../../parts/export-list.server.ts'
import { matchingInvestmentIds } from '../matching-ids.server.ts'
import type { Route } from './+types/route.ts'

type Line = Awaited<ReturnType<typeof currentPlanLines>>[number]

const columns: ListFile<Line>['columns'] = {
  'Payment reference': ({ reference }) => reference,
  Investor: ({ investor }) => investor,
  'Investor email': ({ investor_email }) => investor_email,
  Project: ({ project }) => project,
  'Agreed on': ({ agreed_on }) => agreed_on,
  Version: ({ version }) => String(version),
  'Reason for this version': ({ reason }) => reason,
  Line: ({ position }) => String(position),
  Label: ({ label }) => label,
  'Amount (USD)': ({ amount_cents }) => csvAmount(amount_cents),
  'Due date': ({ due_on }) => due_on,
  Milestone: ({ milestone }) => milestone,
  'Days after milestone': ({ days_after }) => (days_after === null ? null : String(days_after)),
  'Still due (USD)': ({ open_cents }) => csvAmount(open_cents),
  // Empty, for the reason of a plan that is changed in the file and imported.
  Reason: () => null,
  Investment: ({ id }) => id,
}

/** The current payment plans of all listed investments, a row for each line. */
export function loader({ request, url, context }: Route.LoaderArgs) {
  return exportList(
    { request, url, context },
    {
      name: 'payment-plans',
      subject: 'payment_plan',
      columns,
      ids: matchingInvestmentIds(url),
      rows: (ids) => (admin) => currentPlanLines(admin, ids),
    },
  )
}
