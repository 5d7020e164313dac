import { type MailLine, mailIds, mailLines } from '../../../domain/inquiries/outbox-list.server.ts'
import { mailStateLabels, mailTemplateLabels, unknownAddress } from '../../../domain/outbox/mail.ts'
import { outboxListParams } from '../../list-params.ts'
import { exportList, type ListFile } from '../../parts/export-list.server.ts'
import type { Route } from './+types/route.ts'

const columns: ListFile<MailLine>['columns'] = {
  'Queued (UTC)': ({ queuedAt }) => queuedAt.toISOString(),
  Name: ({ name }) => name,
  Email: (mail) => mail.email ?? unknownAddress(mail),
  Mail: ({ template }) => mailTemplateLabels[template],
  About: ({ about }) => about,
  State: ({ state }) => mailStateLabels[state],
  Tries: ({ attempts }) => String(attempts),
  'Last try (UTC)': ({ triedAt }) => triedAt?.toISOString() ?? null,
  'Sent (UTC)': ({ sentAt }) => sentAt?.toISOString() ?? null,
  'Last answer': ({ lastError }) => lastError,
  Id: ({ id }) => id,
}

/** Never contains the links of emails. */
export function loader({ request, url, context }: Route.LoaderArgs) {
  const { page: _, ...filters } = outboxListParams(url)
  return exportList(
    { request, url, context },
    {
      name: 'outbox',
      subject: 'outbox',
      columns,
      ids: (admin) => mailIds(admin, filters),
      rows: (ids) => (admin) => mailLines(admin, ids),
    },
  )
}
