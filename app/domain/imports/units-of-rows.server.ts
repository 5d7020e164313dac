import { type SqlBool, sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { type BasisPoints, basisPoints, hundredPercent } from '../../values/percent.ts'
import type { Owned } from '../investments/owned.server.ts'
import { readShare, shareText } from '../projects/unit.ts'
import { broken, type Refusal } from './check.server.ts'

type Row = {
  row: number
  projectId: string
  owned: string | null | undefined
  /** Whether it is added and takes what it names: neither an existing nor a cancelled investment does. */
  takes: boolean
}

type Unit = { id: string; is_held: boolean }
type Taking = { owned: Owned; refusals: Refusal[] }

const nothing: Owned = { unit_id: null, share_bp: null }
const unknown = 'This project has no such unit.'
const addFirst = 'Add it under Units and shares of the project first, or leave the cell empty.'

/** The same text for the same unit or share, however it is written; empty for none. */
export function ownedKey(text: string | null | undefined): string {
  const read = readShare(text ?? '')
  return read && 'share' in read ? shareText(read.share) : (text ?? '').trim().toLowerCase()
}

/** Takes units and shares for the rows of a file in order; each row sees what the database and rows before it hold. */
export async function unitsOfRows(admin: AdminActor, projectIds: readonly string[]) {
  const units = await unitsOf(admin, projectIds)
  const shares = await sharesOf(admin, projectIds)
  const rowOf = new Map<string, number>()
  const takeShare = (share: BasisPoints, { projectId, takes }: Row): Taking => {
    const owned = { unit_id: null, share_bp: share }
    if (!takes) return { owned, refusals: [] }
    const held = shares.get(projectId) ?? 0
    shares.set(projectId, held + share)
    if (held + share <= hundredPercent) return { owned, refusals: [] }
    const left = shareText(basisPoints(Math.max(hundredPercent - held, 0)))
    return { owned, refusals: [['owned', `Only ${left} of this project is available.`]] }
  }
  const takeUnit = (unit: Unit, { row, takes }: Row): Taking => {
    const owned = { unit_id: unit.id, share_bp: null }
    const before = rowOf.get(unit.id)
    if (takes) rowOf.set(unit.id, before ?? row)
    const refusals = broken(
      [takes && unit.is_held, 'owned', 'This unit is already sold or reserved.'],
      [takes && before, 'owned', `The same unit is in row ${before}.`],
    )
    return { owned, refusals }
  }
  return (row: Row): Taking => {
    const { projectId, owned } = row
    if (!owned || projectId === '') return { owned: nothing, refusals: [] }
    const read = readShare(owned)
    if (read)
      return 'message' in read
        ? { owned: nothing, refusals: [['owned', read.message]] }
        : takeShare(read.share, row)
    const unit = units.get(keyOf(projectId, owned))
    if (!unit) return { owned: nothing, refusals: [['owned', unknown, addFirst]] }
    return takeUnit(unit, row)
  }
}

const keyOf = (projectId: string, name: string) => `${projectId} ${name.toLowerCase()}`

async function unitsOf({ tx }: AdminActor, projectIds: readonly string[]) {
  const rows = await tx
    .selectFrom('project_unit as unit')
    .select(['unit.id', 'unit.project_id', 'unit.name'])
    .select(sql<boolean>`app.unit_is_held(unit.id, null, null, null)`.as('is_held'))
    .where(sql<SqlBool>`unit.project_id = any(${projectIds}::uuid[])`)
    .where('unit.archived_at', 'is', null)
    .where('unit.share_bp', 'is', null)
    .execute()
  return new Map(rows.map((row) => [keyOf(row.project_id, row.name), row]))
}

async function sharesOf({ tx }: AdminActor, projectIds: readonly string[]) {
  const { rows } = await sql<{ id: string; held: number }>`
    select id, app.share_held(id, null, null, null) as held from unnest(${projectIds}::uuid[]) id`.execute(
    tx,
  )
  return new Map(rows.map(({ id, held }) => [id, held]))
}
