import { auditCsvHead, auditCsvLine } from '../../../domain/audit/audit-csv.ts'
import { auditBatch, lastEntry } from '../../../domain/audit/audit-log.server.ts'
import { auditSearchOf } from '../../../domain/audit/audit-search.ts'
import { clock } from '../../../platform/clock.server.ts'
import { audit } from '../../../platform/events.server.ts'
import { csvResponse } from '../../../platform/http/files-response.server.ts'
import { limitPerAccount } from '../../../platform/session/account-limit.server.ts'
import { adminCommand, adminQuery, notFound } from '../../../platform/session/session.server.ts'
import type { Route } from './+types/route.ts'

/** Streams the filtered log as CSV, a thousand entries per transaction. Audited first, outside the file. */
export async function loader({ url, request, context }: Route.LoaderArgs) {
  const search = auditSearchOf(url)
  if (search === null) throw notFound('file')
  const { q, ...filters } = search
  const facts = Object.entries(filters).filter(
    (filter): filter is [string, string] => filter[1] !== null,
  )
  const upTo = await adminCommand(
    context,
    async (admin) => {
      const last = await lastEntry(admin)
      // A search term may be a person's name, so only its presence is logged.
      await audit(admin, 'export', 'audit_log', null, {
        ...Object.fromEntries(facts),
        searched: q !== '',
      })
      return last
    },
    'file',
  )
  const batch = (after: bigint | null) =>
    limitPerAccount(context, () =>
      adminQuery(context, (admin) => auditBatch(admin, search, { upTo, after }), {
        answer: 'file',
        replica: true,
      }),
    )
  return csvResponse(request, `audit-log-${clock.today()}.csv`, linesOf(batch))
}

async function* linesOf(
  batch: (after: bigint | null) => ReturnType<typeof auditBatch>,
): AsyncGenerator<string> {
  yield auditCsvHead
  let entries = await batch(null)
  for (let last = entries.at(-1); last; last = entries.at(-1)) {
    yield entries.map(auditCsvLine).join('')
    entries = await batch(BigInt(last.id))
  }
}
