import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { AdminActor } from '../../platform/database.server.ts'
import { folded } from '../../values/folded.ts'
import { isId } from '../../values/id.ts'
import { normalized } from '../../values/typed-text.ts'
import { withoutInvisible } from '../../values/visible.ts'
import { isOwnInvestorIn } from '../investors/own-investor.server.ts'
import { nameKey } from './cells.ts'
import type { Refusal } from './check.server.ts'

/** An investor or project that a cell names. */
export type Party = { id: string; name: string; isArchived: boolean }

/** Which one a cell means, or the sentence for why that cannot be told. */
export type FindParty = (named: string) => Party | string

const keyOf = (text: string) => withoutInvisible(normalized(text)).toLowerCase()

type Row = { id: string; name: string; key: string; archived_at: Date | null }

/** Looks investors up by e-mail, id or whole name, all that a file names in one go. */
export async function investorsNamed(
  admin: AdminActor,
  named: readonly string[],
): Promise<FindParty> {
  const once = [...new Set(named.map((name) => withoutInvisible(normalized(name))))]
  const found = (where: RawBuilder<SqlBool>): Promise<Row[]> =>
    admin.tx
      .selectFrom('investor')
      .select(['id', 'full_name as name', 'email as key', 'archived_at'])
      .where(where)
      .execute()
  const byEmail = await found(sql`email = any(${once.map(keyOf)}::text[])`)
  const byId = await found(sql`id = any(${once.filter(isId)}::uuid[])`)
  // An address or id is sure: only what is neither is looked for among the names.
  const sure = new Set([...byEmail, ...byId].flatMap(({ id, key }) => [id, keyOf(key)]))
  const names = once.filter((name) => name !== '' && !sure.has(keyOf(name)))
  const search = names.map((name) => folded(name).trim())
  const byName =
    names.length === 0 ? [] : await found(sql`full_name_search = any(${search}::text[])`)
  return finder([...byEmail, ...byId, ...byName], {
    nobody: 'Nobody is known by this.',
    several: 'Several have this name: write the email.',
  })
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
  return finder([...projects, ...former], {
    nobody: 'No project is known by this.',
    several: 'Several have this name: write the slug.',
  })
}

/** By id or key first; a name only when one alone has it. */
function finder(rows: readonly Row[], words: { nobody: string; several: string }): FindParty {
  const sure = new Map<string, Party>()
  const byName = new Map<string, Map<string, Party>>()
  for (const { id, name, key, archived_at } of rows) {
    const party = { id, name, isArchived: archived_at !== null }
    sure.set(id, party).set(keyOf(key), party)
    byName.set(nameKey(name), (byName.get(nameKey(name)) ?? new Map()).set(id, party))
  }
  return (named) => {
    const party = sure.get(keyOf(named))
    if (party) return party
    const [first, ...others] = [...(byName.get(nameKey(named))?.values() ?? [])]
    if (!first) return words.nobody
    return others.length > 0 ? words.several : first
  }
}

/** The investments of these investors; all are asked for in one go. */
export function investmentsOf(admin: AdminActor, investorIds: readonly string[]) {
  return admin.tx
    .selectFrom('investment')
    .select(['id', 'investor_id', 'project_id', 'amount_cents', 'invested_on', 'status'])
    .where(sql<SqlBool>`investor_id = any(${investorIds}::uuid[])`)
    .execute()
}

/** Investments by their ids, as a file that was exported names them; all are asked for in one go. */
export function investmentsById(admin: AdminActor, ids: readonly string[]) {
  return admin.tx
    .selectFrom('investment')
    .innerJoin('investor', 'investor.id', 'investment.investor_id')
    .innerJoin('project', 'project.id', 'investment.project_id')
    .select(['investment.id', 'investor_id', 'project_id', 'amount_cents', 'invested_on'])
    .select(['investment.status', 'investor.full_name as investor', 'project.name as project'])
    .where(sql<SqlBool>`investment.id = any(${ids}::uuid[])`)
    .execute()
}

/** Investments with what payments of a file are judged by. All are asked for in one go, as in all that follows. */
export function investmentsToPay(admin: AdminActor, ids: readonly string[]) {
  return admin.tx
    .selectFrom('investment')
    .innerJoin('investor', 'investor.id', 'investment.investor_id')
    .innerJoin('project', 'project.id', 'investment.project_id')
    .select(['investment.id', 'amount_cents', 'received_cents', 'investment.status', 'invested_on'])
    .select(['investor.full_name as investor', 'project.name as project'])
    .select(isOwnInvestorIn('investor.id').as('is_own'))
    .select(
      sql<boolean>`coalesce(investment.archived_at, investor.archived_at, project.archived_at) is not null`.as(
        'is_archived',
      ),
    )
    .where(sql<SqlBool>`investment.id = any(${ids}::uuid[])`)
    .execute()
}

/** Keeps the investors and projects from being archived until the commit. */
export async function holdParties(
  admin: AdminActor,
  investments: readonly { investorId: string; projectId: string }[],
): Promise<void> {
  for (const [table, field] of [
    ['investor', 'investorId'],
    ['project', 'projectId'],
  ] as const) {
    const ids = [...new Set(investments.map((investment) => investment[field]))]
    await admin.tx
      .selectFrom(table)
      .select('id')
      .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
      .orderBy('id')
      .forShare()
      .execute()
  }
}

/** Keeps what has come in on these investments as it is until the commit. */
export async function holdInvestments(admin: AdminActor, ids: readonly string[]): Promise<void> {
  await admin.tx
    .selectFrom('investment')
    .select('id')
    .where(sql<SqlBool>`id = any(${ids}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** How a row of a file names an investment. */
export type Named = { investment: string | null; investor: string | null; project: string | null }
/** The investment that is meant, or which cells do not say so and why; none when those cells are a problem already. */
export type Meant = { id: string } | { why: Refusal[] }

/** Which investment each row means: the one that it names, or the only open one of that person in that project. */
export async function investmentsMeant(
  admin: AdminActor,
  named: readonly Named[],
): Promise<(row: Named) => Meant> {
  const people = named.flatMap(({ investor, investment }) =>
    investor !== null && investment === null ? investor : [],
  )
  const investorOf = await investorsNamed(admin, people)
  const projectOf = await projectsNamed(admin)
  const ids = people.map(investorOf).flatMap((party) => (typeof party === 'string' ? [] : party.id))
  const all = await investmentsOf(admin, [...new Set(ids)])
  const byPair = Map.groupBy(
    all,
    (investment) => `${investment.investor_id} ${investment.project_id}`,
  )
  const ofPair = ({ investor, project }: Named): Meant => {
    const person = investor === null ? null : investorOf(investor)
    const house = project === null ? null : projectOf(project)
    const why: Refusal[] = []
    if (typeof person === 'string') why.push(['investor', person])
    if (typeof house === 'string') why.push(['project', house])
    if (!person || !house || typeof person === 'string' || typeof house === 'string') return { why }
    return onlyOpen(byPair.get(`${person.id} ${house.id}`) ?? [], person.name, house.name)
  }
  return (row) => {
    if (row.investment === null) return ofPair(row)
    const id = row.investment.toLowerCase()
    return isId(id) ? { id } : { why: [['investment', 'Not an id of an investment.']] }
  }
}

type Investment = Awaited<ReturnType<typeof investmentsOf>>[number]

function onlyOpen(investments: readonly Investment[], person: string, project: string): Meant {
  const [first, ...others] = investments.filter(({ status }) => status !== 'cancelled')
  if (first && others.length === 0) return { id: first.id }
  if (first) {
    const says = `${person} has ${others.length + 1} investments in ${project}: write the id of one.`
    return { why: [['investment', says]] }
  }
  if (investments.length === 0)
    return { why: [['project', `${person} has no investment in ${project}.`]] }
  const [are, take] =
    investments.length === 1
      ? ['investment', 'is cancelled and takes']
      : ['investments', 'are cancelled and take']
  return { why: [['project', `The ${are} of ${person} in ${project} ${take} no payments.`]] }
}
