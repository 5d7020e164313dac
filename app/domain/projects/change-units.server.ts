import { type SqlBool, sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { exactlyOnce } from '../../platform/database/exactly-once.server.ts'
import { publish } from '../../platform/events.server.ts'
import { readShare } from './unit.ts'
import type { AddUnitsInput, EditUnitInput } from './unit-schema.ts'
import { findUnit, type OfficeUnit } from './units.server.ts'

const mostUnits = 2_000

export type UnitsAdded =
  | { added: number }
  | { refused: 'not-found' | 'key-reused' }
  | { refused: 'known'; names: string[] }
  | { refused: 'too-many'; most: number }

/** Adds units and offered shares to a project, all or none. Refused for names it has. Publishes project.changed. */
export function addUnits(
  admin: AdminActor,
  projectId: string,
  { key, units }: AddUnitsInput,
): Promise<UnitsAdded> {
  return exactlyOnce(admin, 'add-units', key, { units: textOf(units), projectId }, () =>
    add(admin, projectId, units),
  )
}

const textOf = (units: AddUnitsInput['units']) =>
  units.map(({ name, price }) => `${name}, ${price ?? ''}`).join('\n')

async function add(
  admin: AdminActor,
  projectId: string,
  units: AddUnitsInput['units'],
): Promise<UnitsAdded> {
  if (!(await lockProject(admin, projectId))) return { refused: 'not-found' }
  const rows = await admin.tx
    .selectFrom('project_unit')
    .select('name')
    .where('project_id', '=', projectId)
    .where('archived_at', 'is', null)
    .execute()
  const known = new Set(rows.map(({ name }) => name.toLowerCase()))
  const names = units.flatMap(({ name }) => (known.has(name.toLowerCase()) ? [name] : []))
  if (names.length > 0) return { refused: 'known', names }
  if (rows.length + units.length > mostUnits) return { refused: 'too-many', most: mostUnits }
  await admin.tx
    .insertInto('project_unit')
    .values(
      units.map(({ name, share, price }) => ({
        project_id: projectId,
        name,
        share_bp: share,
        price_cents: price,
      })),
    )
    .execute()
  await publish(admin, { kind: 'project.changed', projectId })
  return { added: units.length }
}

type Whose = { projectId: string; unitId: string }

export type UnitEdited =
  | { unitId: string }
  | { refused: 'not-found' | 'known' | 'is-share' }
  | { refused: 'version-conflict'; now: OfficeUnit }

/**
 * Renames a unit, also one that is owned, or changes its price; the name of a share stays. Refused for an outdated
 * `version`, the name of another unit and a percentage as the name of a unit. Publishes project.changed.
 */
export async function editUnit(
  admin: AdminActor,
  { projectId, unitId }: Whose,
  { version, name, price }: EditUnitInput,
): Promise<UnitEdited> {
  await lockProject(admin, projectId)
  const now = await findUnit(admin, projectId, unitId)
  if (!now) return { refused: 'not-found' }
  if (now.version !== version) return { refused: 'version-conflict', now }
  if (now.share === null && readShare(name)) return { refused: 'is-share' }
  const other = await admin.tx
    .selectFrom('project_unit')
    .select('id')
    .where('project_id', '=', projectId)
    .where('archived_at', 'is', null)
    .where('id', '<>', unitId)
    .where(sql<SqlBool>`lower(name) = lower(${name})`)
    .executeTakeFirst()
  if (other) return { refused: 'known' }
  await admin.tx
    .updateTable('project_unit')
    .set({ name: now.share === null ? name : now.name, price_cents: price })
    .where('id', '=', unitId)
    .execute()
  await publish(admin, { kind: 'project.changed', projectId })
  return { unitId }
}

export type UnitRemoved =
  | { unitId: string }
  | { refused: 'not-found' | 'version-conflict' }
  | { refused: 'held'; by: string; isRequested: boolean }

/**
 * Removes a unit that no one holds, or an offered share. What a cancelled investment or an ended request named stays for
 * them. Publishes project.changed.
 */
export async function removeUnit(
  admin: AdminActor,
  { projectId, unitId }: Whose,
  version: number,
): Promise<UnitRemoved> {
  await lockProject(admin, projectId)
  const unit = await findUnit(admin, projectId, unitId)
  if (!unit) return { refused: 'not-found' }
  const { holder } = unit
  if (holder) return { refused: 'held', by: holder.name, isRequested: holder.investmentId === null }
  if (unit.version !== version) return { refused: 'version-conflict' }
  const { rows } = await sql<{ named: boolean }>`
    select exists (select from investment i where i.unit_id = ${unitId})
      or exists (select from investment_request r where r.unit_id = ${unitId}) as named`.execute(
    admin.tx,
  )
  if (rows[0]?.named)
    await admin.tx
      .updateTable('project_unit')
      .set({ archived_at: sql<Date>`now()` })
      .where('id', '=', unitId)
      .execute()
  else await admin.tx.deleteFrom('project_unit').where('id', '=', unitId).execute()
  await publish(admin, { kind: 'project.changed', projectId })
  return { unitId }
}

/** Locks the project as selling a unit of it does. */
async function lockProject(admin: AdminActor, projectId: string): Promise<boolean> {
  const project = await admin.tx
    .selectFrom('project')
    .select('id')
    .where('id', '=', projectId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return project !== undefined
}
