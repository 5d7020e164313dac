import { type SqlBool, sql } from 'kysely'
import type { AdminActor } from '../../platform/database.server.ts'
import { matching } from '../../platform/search.server.ts'
import { tallyOf } from '../../platform/tally.server.ts'
import { shownPage } from '../../values/list-query.ts'
import { coversOf } from '../projects/covers.server.ts'
import type { ShownPicture } from '../projects/picture.ts'
import { type DocumentAudience, type DocumentType, documentTypes } from './document.ts'
import { isUnreadable } from './document-file.ts'
import { documentsInFull, type Listed, listed, listedColumns } from './documents.server.ts'

/** One card of Manage Documents. `investor` is the name of the only person it is for. */
export type ListedDocument = Listed & {
  description: string | null
  audience: DocumentAudience
  investor: string | null
  /** The cover of its project. */
  cover: ShownPicture | null
  isArchived: boolean
  /** The size of the small picture of its file, once there is one. */
  preview: { width: number; height: number } | null
  /** Whether its picture was tried and could not be made: it may be damaged or locked. */
  isUnreadable: boolean
  fileNumber: number
}

/**
 * What Manage Documents is asked for: words to search, one type, what is archived in any type, or all that is not; what is
 * for one investor alone; and which page.
 */
export type ManagedSearch = {
  q: string
  type: DocumentType | 'archived' | null
  investorId?: string | null
  page: number
}

const pageSize = 12

/**
 * Manage Documents: active ones or the archived, latest upload first, twelve a page, searched by title and description and
 * kept to one type (MDO-001..003). `counts` says how many of each type, and how many archived ones, the words find;
 * `total` how many of what was chosen. A page past the last is the last.
 */
export async function listDocuments(admin: AdminActor, search: ManagedSearch) {
  const { counts, ids } = await lookUp(admin, search)
  const total =
    search.type === null
      ? documentTypes.reduce((sum, one) => sum + counts[one], 0)
      : counts[search.type]
  const shown = shownPage(search.page, total, pageSize)
  // By id first: the indexes of 0019 hold all that this asks, so that no row before the page is read.
  const onPage = inOrder(admin, search)
    .limit(pageSize)
    .offset((shown - 1) * pageSize)
  const rows = await documentsInFull(admin)
    .where(
      sql<SqlBool>`document.id = any(${shown === search.page && ids ? sql`${ids}::uuid[]` : sql`array(${onPage})`})`,
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
      ...listed(row),
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

/** The ids of all that the list shows on all its pages, in its order: for a file of it. */
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

function named(admin: AdminActor, { q, investorId = null }: Narrowed) {
  return admin.tx
    .selectFrom('document')
    .where(matching(q, ['document.title', 'document.description']))
    .$if(investorId !== null, (all) => all.where('document.investor_id', '=', investorId))
}

type Counts = Record<DocumentType | 'archived', number>

/**
 * How many there are of each type, archived ones aside, and of those: kept, or counted when the list is narrowed. Then `ids`
 * are those on the page too: what a search finds is read once for both.
 */
async function lookUp(
  admin: AdminActor,
  search: ManagedSearch,
): Promise<{ counts: Counts; ids?: string[] }> {
  if (search.q.trim() !== '' || search.investorId) return lookUpNarrowed(admin, search)
  const counts = { legal: 0, financial: 0, tax: 0, report: 0, project: 0, archived: 0 }
  for (const { status, type, count } of await documentTally(admin)) {
    counts[status === 'archived' ? 'archived' : type] += count
  }
  return { counts }
}

type CountOfType = { type: DocumentType; status: 'active' | 'archived'; count: number }

/** How many documents there are of each type and status, as they are kept (migration 0038). */
export async function documentTally(admin: AdminActor): Promise<CountOfType[]> {
  const kept = await tallyOf(admin, 'document')
  return kept.map(({ kind, count }) => {
    const [type, status] = kind.split(' ') as [DocumentType, CountOfType['status']]
    return { type, status, count }
  })
}

async function lookUpNarrowed(admin: AdminActor, search: ManagedSearch) {
  const kind = sql<DocumentType | 'archived'>`case when document.status = 'archived' then 'archived'
    else document.document_type end`
  const asked = search.type === null ? sql`kind <> 'archived'` : sql`kind = ${search.type}`
  const countOf = (one: DocumentType | 'archived') =>
    sql<number>`(count(*) filter (where kind = ${one}))::int`.as(one)
  const { ids, ...counts } = await admin.tx
    .with(
      (name) => name('found').materialized(),
      () => named(admin, search).select(['document.id', 'document.uploaded_at', kind.as('kind')]),
    )
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
      sql<string[]>`array(select id from found where ${asked} order by uploaded_at desc, id desc
        limit ${pageSize} offset ${(search.page - 1) * pageSize})`.as('ids'),
    )
    .executeTakeFirstOrThrow()
  return { counts, ids }
}
