import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { folded } from '../../values/folded.ts'
import { isId } from '../../values/id.ts'
import { normalizeText } from '../../values/typed-text.ts'
import { withoutInvisible } from '../../values/visible.ts'
import { ownedText } from '../investments/owned.server.ts'
import { nameKey } from './cells.ts'

export type Party = { id: string; name: string; isArchived: boolean }

/** The party, or the message why it is unclear; undefined for an unreadable cell. */
export type FindParty = (named: string | null | undefined) => Party | string | undefined

export const idOf = (party: ReturnType<FindParty>) =>
  typeof party === 'object' ? party.id : undefined

export type Parties = { investorOf: FindParty; projectOf: FindParty }

const keyOf = (text: string) => withoutInvisible(normalizeText(text)).toLowerCase()

/** The parties named in the rows, found in one query. */
export async function partiesNamed(
  admin: AdminActor,
  rows: readonly { cells: Record<string, string> }[],
): Promise<Parties> {
  const names = rows.map(({ cells }) => cells.investor ?? '')
  return { investorOf: await investorsNamed(admin, names), projectOf: await projectsNamed(admin) }
}

type Row = { id: string; name: string; key: string; archived_at: Date | null }

/** Looks investors up by email, id or whole name. */
async function investorsNamed(admin: AdminActor, named: readonly string[]): Promise<FindParty> {
  const once = [...new Set(named.map((name) => withoutInvisible(normalizeText(name))))]
  const found = (where: RawBuilder<SqlBool>): Promise<Row[]> =>
    admin.tx
      .selectFrom('investor')
      .select(['id', 'full_name as name', 'email as key', 'archived_at'])
      .where(where)
      .execute()
  const byEmail = await found(sql`email = any(${once.map(keyOf)}::text[])`)
  const byId = await found(sql`id = any(${once.filter(isId)}::uuid[])`)
  // Only cells that are neither an address nor an id are looked up as names.
  const sure = new Set([...byEmail, ...byId].flatMap(({ id, key }) => [id, keyOf(key)]))
  const names = once.filter((name) => name !== '' && !sure.has(keyOf(name)))
  const search = names.map((name) => folded(name).trim())
  const byName =
    names.length === 0 ? [] : await found(sql`full_name_search = any(${search}::text[])`)
  return finder([...byEmail, ...byId, ...byName], {
    none: 'Enter the investor.',
    nobody: 'No investor found.',
    several: 'Several investors have this name. Enter the email.',
  })
}

/** By slug, former slug, id or whole name. */
async function projectsNamed({ tx }: AdminActor): Promise<FindParty> {
  const projects = await tx
    .selectFrom('project')
    .select(['id', 'name', 'slug as key', 'archived_at'])
    .execute()
  const former = await tx
    .selectFrom('former_slug')
    .innerJoin('project', 'project.id', 'former_slug.project_id')
    .select(['project.id', 'project.name', 'former_slug.slug as key', 'project.archived_at'])
    .execute()
  return finder([...projects, ...former], {
    none: 'Enter the project.',
    nobody: 'No project found.',
    several: 'Several projects have this name. Enter the slug.',
  })
}

/** By id or key first; names must be unique. */
function finder(
  rows: readonly Row[],
  words: { none: string; nobody: string; several: string },
): FindParty {
  const sure = new Map<string, Party>()
  const byName = new Map<string, Map<string, Party>>()
  for (const { id, name, key, archived_at } of rows) {
    const party = { id, name, isArchived: archived_at !== null }
    sure.set(id, party).set(keyOf(key), party)
    byName.set(nameKey(name), (byName.get(nameKey(name)) ?? new Map()).set(id, party))
  }
  return (named) => {
    if (named === undefined) return undefined
    if (named === null) return words.none
    const party = sure.get(keyOf(named))
    if (party) return party
    const [first, ...others] = [...(byName.get(nameKey(named))?.values() ?? [])]
    if (!first) return words.nobody
    return others.length > 0 ? words.several : first
  }
}

type Named = { investor_id: string; investor: string; project_id: string; project: string }

/** Cells that name another party than the recorded one; a former email or slug matches none. */
export function otherParties(
  { investorOf, projectOf }: Parties,
  cells: Record<string, string>,
  recorded: Named,
): [field: string, recorded: string][] {
  const isOther = (party: ReturnType<FindParty>, id: string) =>
    typeof party === 'object' && party.id !== id
  const found: [string, string][] = []
  if (isOther(investorOf(cells.investor), recorded.investor_id))
    found.push(['investor', recorded.investor])
  if (isOther(projectOf(cells.project), recorded.project_id))
    found.push(['project', recorded.project])
  return found
}

/** Investments with the facts rows are compared with, by their ids or their investors' ids, in one query. */
export function investmentsBy(
  { tx }: AdminActor,
  column: 'investment.id' | 'investor.id',
  ids: readonly string[],
) {
  return tx
    .selectFrom('investment')
    .innerJoin('investor', 'investor.id', 'investment.investor_id')
    .innerJoin('project', 'project.id', 'investment.project_id')
    .select(['investment.id', 'investor_id', 'project_id', 'amount_cents', 'received_cents'])
    .select(['investment.status', 'invested_on', ownedText('investment').as('owned')])
    .select(['investor.full_name as investor', 'project.name as project'])
    .select(
      sql<boolean>`coalesce(investment.archived_at, investor.archived_at, project.archived_at) is not null`.as(
        'is_archived',
      ),
    )
    .where(sql<SqlBool>`${sql.ref(column)} = any(${ids}::uuid[])`)
    .execute()
}

/**
 * Locks these investors and projects against archiving, and investments and milestones against changes, until commit;
 * projects also against others who take their units.
 */
export async function hold(
  { tx }: AdminActor,
  table: 'investor' | 'project' | 'investment' | 'milestone',
  ids: readonly string[],
): Promise<void> {
  const rows = tx
    .selectFrom(table)
    .select('id')
    .where(sql<SqlBool>`id = any(${[...new Set(ids)]}::uuid[])`)
    .orderBy('id')
  const isChanged = table === 'investment' || table === 'project'
  await (isChanged ? rows.forNoKeyUpdate() : rows.forShare()).execute()
}
