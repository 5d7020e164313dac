import { type SqlBool, sql } from 'kysely'
import type { Actor, AdminActor } from '../../platform/database/database.server.ts'
import type { Cents } from '../../values/money.ts'
import { type BasisPoints, basisPoints } from '../../values/percent.ts'
import { asUnit, type FreeUnit } from './unit.ts'

/** Who owns or requested a unit; `request` is the open request's id, else an investment names it. */
export type UnitHolder = {
  name: string
  investorId: string
  investmentId: string | null
  requestId: string | null
}

export type OfficeUnit = FreeUnit & { version: number; holder: UnitHolder | null }

/** Numbers in names count as numbers, so that A-9 comes before A-10. */
const inOrder = sql`unit.share_bp nulls first, regexp_replace(lower(unit.name), '[0-9]+', '', 'g'),
  (select array_agg(lpad(m[1], 9, '0')) from regexp_matches(unit.name, '[0-9]+', 'g') m), unit.name`

/** The units and offered shares of a project with who holds each unit; removed ones are left out. */
export async function listUnits(admin: AdminActor, projectId: string): Promise<OfficeUnit[]> {
  const rows = await unitsOf(admin)
    .where('unit.project_id', '=', projectId)
    .where('unit.archived_at', 'is', null)
    .orderBy(inOrder)
    .execute()
  return rows.map((row) => ({ ...asUnit(row), version: row.version, holder: row.holder }))
}

/** One unit or offered share of the project with its holder; null for any other id, and when it was removed. */
export async function findUnit(
  admin: AdminActor,
  projectId: string,
  unitId: string,
): Promise<OfficeUnit | null> {
  const row = await unitsOf(admin)
    .where('unit.id', '=', unitId)
    .where('unit.project_id', '=', projectId)
    .where('unit.archived_at', 'is', null)
    .executeTakeFirst()
  return row ? { ...asUnit(row), version: row.version, holder: row.holder } : null
}

const holder = sql<UnitHolder | null>`coalesce(
  (select jsonb_build_object('name', v.full_name, 'investorId', v.id, 'investmentId', i.id, 'requestId', null)
    from investment i join investor v on v.id = i.investor_id
    where i.unit_id = unit.id and i.status <> 'cancelled' limit 1),
  (select jsonb_build_object('name', v.full_name, 'investorId', v.id, 'investmentId', null, 'requestId', r.id)
    from investment_request r join investor v on v.id = r.investor_id
    where r.unit_id = unit.id and r.status = 'pending' and r.reserved_until > now() limit 1))`

const unitsOf = (admin: AdminActor) =>
  admin.tx
    .selectFrom('project_unit as unit')
    .select(['unit.id', 'unit.name', 'unit.share_bp', 'unit.price_cents', 'unit.version'])
    .select(holder.as('holder'))

export type ShareOwner = UnitHolder & { share: BasisPoints }

/** Who owns or requested which share of a project, the largest first, without cancelled investments. */
export async function listShareOwners(admin: AdminActor, projectId: string): Promise<ShareOwner[]> {
  const { rows } = await sql<Omit<ShareOwner, 'share'> & { share: number }>`
    select v.full_name as name, v.id as "investorId", s.investment_id as "investmentId", s.request_id as "requestId",
      s.share_bp as share
    from (
      select i.investor_id, i.id as investment_id, null::uuid as request_id, i.share_bp from investment i
      where i.project_id = ${projectId} and i.share_bp is not null and i.status <> 'cancelled'
      union all
      select r.investor_id, null, r.id, r.share_bp from investment_request r
      where r.project_id = ${projectId} and r.share_bp is not null and r.status = 'pending' and r.reserved_until > now()
    ) s join investor v on v.id = s.investor_id
    order by s.share_bp desc, v.full_name, v.id`.execute(admin.tx)
  return rows.map((row) => ({ ...row, share: basisPoints(row.share) }))
}

/**
 * The free units of a published project, and the shares that still fit into 100%, within what the project has available.
 * Empty for other projects. Reveals no owners, so that guests may ask.
 */
export async function freeUnits(actor: Actor, projectId: string): Promise<FreeUnit[]> {
  const { rows } = await sql<{
    id: string
    name: string
    share_bp: number | null
    price_cents: Cents | null
  }>`select unit.id, unit.name, unit.share_bp, unit.price_cents from app.free_units(${projectId}) unit order by ${inOrder}`.execute(
    actor.tx,
  )
  return rows.map(asUnit)
}

/** A unit or share that can be requested for its price. */
export type PricedUnit = FreeUnit & { price: Cents }

/** Those of the free units that have a price, from the project's minimum. */
export async function pricedUnits(actor: Actor, projectId: string): Promise<PricedUnit[]> {
  const { minimum_cents: minimum } = await actor.tx
    .selectFrom('project')
    .select('minimum_cents')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  const free = await freeUnits(actor, projectId)
  return free.flatMap(({ price, ...unit }) =>
    price === null || price < (minimum ?? price) ? [] : [{ ...unit, price }],
  )
}

/** The free units and shares of a published project by its slug. */
export async function freeUnitsOfSlug(actor: Actor, slug: string): Promise<FreeUnit[]> {
  const project = await actor.tx
    .selectFrom('project')
    .select('id')
    .where('slug', '=', slug)
    .where('published', '=', true)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return project ? freeUnits(actor, project.id) : []
}

export type UnitChoice = { projectId: string; name: string; price: Cents | null }

const mostSuggested = 1_000

/** Free units and offered shares of all projects that are not archived, for the office's forms. */
export async function suggestUnits(
  admin: AdminActor,
  projectId: string | null = null,
): Promise<UnitChoice[]> {
  const rows = await admin.tx
    .selectFrom('project_unit as unit')
    .innerJoin('project', 'project.id', 'unit.project_id')
    .select(['unit.project_id', 'unit.name', 'unit.price_cents'])
    .where('unit.archived_at', 'is', null)
    .where('project.archived_at', 'is', null)
    .$if(projectId !== null, (query) => query.where('unit.project_id', '=', projectId))
    .where(
      sql<SqlBool>`case when unit.share_bp is null then not app.unit_is_held(unit.id, null, null, null)
        else unit.share_bp + app.share_held(unit.project_id, null, null, null) <= 10000 end`,
    )
    .orderBy('unit.project_id')
    .orderBy(inOrder)
    .limit(mostSuggested)
    .execute()
  return rows.map(({ project_id, name, price_cents }) => ({
    projectId: project_id,
    name,
    price: price_cents,
  }))
}
