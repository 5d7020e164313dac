import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { AdminActor } from '../../platform/database.server.ts'
import { folded } from '../../values/folded.ts'
import { isId } from '../../values/id.ts'
import { normalized } from '../../values/typed-text.ts'
import { withoutInvisible } from '../../values/visible.ts'
import { nameKey } from './name-key.ts'

/** Somebody or something that a cell may name. */
export type Party = { id: string; name: string; isArchived: boolean }

/** Whom a cell means, or the sentence for why nobody can tell. */
export type FindParty = (named: string) => Party | string

const plain = (text: string) => withoutInvisible(normalized(text)).toLowerCase()

type Row = { id: string; name: string; key: string; archived_at: Date | null }

/** Looks investors up by e-mail, id or whole name, all that a file names at once. */
export async function investorsNamed(
  admin: AdminActor,
  named: readonly string[],
): Promise<FindParty> {
  const once = [...new Set(named.map((one) => withoutInvisible(normalized(one))))]
  const found = (where: RawBuilder<SqlBool>): Promise<Row[]> =>
    admin.tx
      .selectFrom('investor')
      .select(['id', 'full_name as name', 'email as key', 'archived_at'])
      .where(where)
      .execute()
  const byEmail = await found(sql`email = any(${once.map(plain)}::text[])`)
  const byId = await found(sql`id = any(${once.filter(isId)}::uuid[])`)
  // An address or id is sure: only what is neither is looked for among the names.
  const sure = new Set([...byEmail, ...byId].flatMap(({ id, key }) => [id, plain(key)]))
  const names = once.filter((one) => one !== '' && !sure.has(plain(one)))
  const byName =
    names.length === 0
      ? []
      : await found(
          sql`full_name_search = any(${names.map((name) => folded(name).trim())}::text[])`,
        )
  const words = {
    nobody: 'Nobody is known by this.',
    several: 'Several have this name: write the email.',
  }
  return finder([...byEmail, ...byId, ...byName], words)
}

/** Looks projects up by slug, id or whole name; a former slug leads to the present project. */
export async function projectsNamed(admin: AdminActor): Promise<FindParty> {
  const projects = await admin.tx
    .selectFrom('project')
    .select(['id', 'name', 'slug as key', 'archived_at'])
    .execute()
  const former = await admin.tx
    .selectFrom('former_slug')
    .innerJoin('project', 'project.id', 'former_slug.project_id')
    .select(['project.id', 'project.name', 'former_slug.slug as key', 'project.archived_at'])
    .execute()
  const words = {
    nobody: 'No project is known by this.',
    several: 'Several have this name: write the slug.',
  }
  return finder([...projects, ...former], words)
}

/** By id or key first; a name only when one alone has it. */
function finder(rows: readonly Row[], words: { nobody: string; several: string }): FindParty {
  const sure = new Map<string, Party>()
  const byName = new Map<string, Map<string, Party>>()
  for (const { id, name, key, archived_at } of rows) {
    const party = { id, name, isArchived: archived_at !== null }
    sure.set(id, party).set(plain(key), party)
    byName.set(nameKey(name), (byName.get(nameKey(name)) ?? new Map()).set(id, party))
  }
  return (named) => {
    const party = sure.get(plain(named))
    if (party) return party
    const [one, ...others] = [...(byName.get(nameKey(named))?.values() ?? [])]
    if (!one) return words.nobody
    return others.length > 0 ? words.several : one
  }
}
