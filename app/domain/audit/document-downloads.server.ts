import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { shownPage } from '../../values/list-query.ts'

/** `fileNumber` is null for old entries; `viewed` is the investor in whose view an administrator downloaded. */
export type DocumentDownload = {
  id: string
  at: Date
  name: string
  by: 'investor' | 'administrator'
  viewed: string | null
  fileNumber: number | null
}

const pageSize = 25

/** Downloads of a document from the audit log, latest first, 25 a page. */
export async function listDownloads(admin: AdminActor, documentId: string, page: number) {
  const all = admin.tx
    .selectFrom('audit_log as log')
    .where('log.subject_id', '=', documentId)
    .where('log.subject', '=', 'document')
    .where('log.act', '=', 'download')
  const { count } = await all
    .select((row) => row.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  const total = Number(count)
  const shown = shownPage(page, total, pageSize)
  const rows = await all
    .leftJoin('auth.sign_in_account as account', 'account.id', 'log.actor_id')
    .leftJoin('investor as viewed', (join) =>
      join.on(sql<boolean>`viewed.id = (log.after ->> 'investorId')::uuid`),
    )
    .select(['log.id', 'log.at', 'log.actor', 'account.name', 'viewed.full_name as viewed'])
    .select(sql<number | null>`(log.after ->> 'file')::int`.as('file'))
    .orderBy('log.at', 'desc')
    .orderBy('log.id', 'desc')
    .limit(pageSize)
    .offset((shown - 1) * pageSize)
    .execute()
  const downloads = rows.map(
    ({ id, at, actor, name, viewed, file }): DocumentDownload => ({
      id: String(id),
      at,
      viewed,
      fileNumber: file,
      name: name ?? 'Someone',
      by: actor === 'investor' ? 'investor' : 'administrator',
    }),
  )
  return { downloads, total, page: shown, pageSize }
}
