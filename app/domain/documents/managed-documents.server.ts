import { type SqlBool, sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { foundFirst, matching } from '../../platform/database/search.server.ts'
import { shownPage } from '../../values/list-query.ts'
import { coversOf } from '../projects/covers.server.ts'
import type { ShownPicture } from '../projects/picture.ts'
import { type DocumentAudience, type DocumentType, documentTypes } from './document.ts'
import { isUnreadable } from './document-file.ts'
import {
  documentsInFull,
  type ListedDocumentRow,
  listedColumns,
  toListedDocumentRow,
} from './documents.server.ts'

/** `investor` is the only person it is for. */
export type ListedDocument = ListedDocumentRow & {
  description: string | null
  audience: DocumentAudience
  investor: string | null
  cover: ShownPicture | null
  isArchived: boolean
  /** Of the preview, once there is one. */
  preview: { width: number; height: number } | null
  /** A preview was tried and failed: the file may be damaged or locked. */
  isUnreadable: boolean
  fileNumber: number
}

/** `type` may be archived, in any type; `personal` keeps documents for one investor alone. */
export type ManagedSearch = {
  q: string
  type: DocumentType | 'archived' | null
  investorId?: string | null
  projectId?: string | null
  page: number
}

const pageSize = 12

/**
 * Active or archived documents, latest first, 12 a page, by title and description. `counts` are by
 * type and archived; `total` is of the filter. A page beyond the last shows the last.
 */
export async function listDocuments(admin: AdminActor, search: ManagedSearch) {
  const { counts, ids } = await lookUp(admin, search)
  const total =
    search.type === null
      ? documentTypes.reduce((sum, type) => sum + counts[type], 0)
      : counts[search.type]
  const shown = shownPage(search.page, total, pageSize)
  // Ids first: the indexes answer this without reading rows before the page.
  const onPage = inOrder(admin, search)
    .limit(pageSize)
    .offset((shown - 1) * pageSize)
  const rows = await documentsInFull(admin)
    .where(
      sql<SqlBool>`document.id = any(${shown === search.page ? sql`${ids}::uuid[]` : sql`array(${onPage})`})`,
    )
    .leftJoin('investor', 'investor.id', 'document.investor_id')
    .leftJoin('file_preview', 'file_preview.file_id', 'document.file_id')
    .select([
      ...listedColumns,
      'document.description',
      'document.project_id',
      'investor.full_name as investor',
    ])
    .select([
      'document.status',
      'document.file_number',
      'file_preview.width',
      'file_preview.height',
    ])
    .select('file_preview.file_id as drawn_of')
    .orderBy('document.uploaded_at', 'desc')
    .orderBy('document.id', 'desc')
    .execute()
  const covers = await coversOf(
    admin,
    rows.flatMap((row) => row.project_id ?? []),
  )
  const documents = rows.map(
    (row): ListedDocument => ({
      ...toListedDocumentRow(row),
      cover: (row.project_id && covers.get(row.project_id)) || null,
      description: row.description,
      audience: row.investor ? 'investor' : row.project_id ? 'project' : 'administrators',
      investor: row.investor,
      isArchived: row.status === 'archived',
      preview:
        row.width === null || row.height === null ? null : { width: row.width, height: row.height },
      isUnreadable: isUnreadable(row),
      fileNumber: row.file_number,
    }),
  )
  return { documents, counts, total, page: shown, pageSize }
}

/** All matching ids in list order, for an export. */
export async function documentIds(
  admin: AdminActor,
  search: Omit<ManagedSearch, 'page'>,
): Promise<string[]> {
  return (await inOrder(admin, search).execute()).map(({ id }) => id)
}

type Narrowed = Omit<ManagedSearch, 'page'>

function inOrder(admin: AdminActor, search: Narrowed) {
  const isArchived = search.type === 'archived'
  const type = search.type === 'archived' ? null : search.type
  return named(admin, search)
    .where('document.status', '=', isArchived ? 'archived' : 'active')
    .$if(type !== null, (all) => all.where('document.document_type', '=', type))
    .select('document.id')
    .orderBy('document.uploaded_at', 'desc')
    .orderBy('document.id', 'desc')
}

function named(admin: AdminActor, { q, investorId = null, projectId = null }: Narrowed) {
  return admin.tx
    .selectFrom('document')
    .where(matching(q, ['document.title', 'document.description']))
    .$if(investorId !== null, (all) => all.where('document.investor_id', '=', investorId))
    .$if(projectId !== null, (all) => all.where('document.project_id', '=', projectId))
}

/** Counts by type and archived, with the ids on the page, from one read of the matches. */
async function lookUp(admin: AdminActor, search: ManagedSearch) {
  const isOf = (type: DocumentType | 'archived' | null) => {
    if (type === 'archived') return sql`status = 'archived'`
    return type === null
      ? sql`status = 'active'`
      : sql`status = 'active' and document_type = ${type}`
  }
  const countOf = (type: DocumentType | 'archived') =>
    sql<number>`(count(*) filter (where ${isOf(type)}))::int`.as(type)
  const found = named(admin, search).select([
    'document.id',
    'document.uploaded_at',
    'document.status',
    'document.document_type',
  ])
  const isNarrowed =
    search.q.trim() !== '' || Boolean(search.investorId) || Boolean(search.projectId)
  const { ids, ...counts } = await foundFirst(admin, found, isNarrowed)
    .selectFrom('found')
    .select([
      countOf('legal'),
      countOf('financial'),
      countOf('tax'),
      countOf('report'),
      countOf('project'),
    ])
    .select(countOf('archived'))
    .select(
      sql<
        string[]
      >`array(select id from found where ${isOf(search.type)} order by uploaded_at desc, id desc
        limit ${pageSize} offset ${(search.page - 1) * pageSize})`.as('ids'),
    )
    .executeTakeFirstOrThrow()
  return { counts, ids }
}
