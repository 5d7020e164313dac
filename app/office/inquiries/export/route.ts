import { inquiryIds, inquiryLines } from '../../../domain/inquiries/inquiries.server.ts'
import { inquirySourceLabels, inquiryStatusLabels } from '../../../domain/inquiries/inquiry.ts'
import { csvAmount } from '../../../values/csv.ts'
import { inquiryListParams } from '../../list-params.ts'
import { exportList, type ListFile } from '../../parts/export-list.server.ts'
import type { Route } from './+types/route.ts'

type Line = Awaited<ReturnType<typeof inquiryLines>>[number]

const columns: ListFile<Line>['columns'] = {
  'Received (UTC)': ({ received_at }) => received_at.toISOString(),
  Name: ({ name }) => name,
  Email: ({ email }) => email,
  Phone: ({ phone }) => phone,
  Subject: ({ subject }) => subject,
  Message: ({ message }) => message,
  Project: ({ project }) => project,
  Amount: ({ amount_cents }) => (amount_cents === null ? null : csvAmount(amount_cents)),
  'Unit or share': ({ unit }) => unit,
  'Payment plan': ({ plan }) => plan,
  Source: ({ source }) => inquirySourceLabels[source],
  Status: ({ status }) => inquiryStatusLabels[status],
  'Suspected spam': ({ suspected_spam }) => (suspected_spam ? 'yes' : 'no'),
  Id: ({ id }) => id,
}

export function loader({ request, url, context }: Route.LoaderArgs) {
  const { page: _, ...filters } = inquiryListParams(url)
  return exportList(
    { request, url, context },
    {
      name: 'inquiries',
      subject: 'inquiry',
      columns,
      ids: (admin) => inquiryIds(admin, filters),
      rows: (ids) => (admin) => inquiryLines(admin, ids),
    },
  )
}
