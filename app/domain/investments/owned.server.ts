import { type SqlBool, sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { type BasisPoints, basisPoints, hundredPercent } from '../../values/percent.ts'
import { readShare } from '../projects/unit.ts'

/** What a row owns, in words: `Apartment A-1203` or `25%`; null when it names nothing. For queries of any list. */
export const ownedText = (table: 'investment' | 'investment_request' | 'request' | 'draft') =>
  sql<
    string | null
  >`app.owned_text(${sql.ref(`${table}.unit_id`)}, ${sql.ref(`${table}.share_bp`)})`

/** The columns that say what an investment owns. */
export type Owned = { unit_id: string | null; share_bp: number | null }

export type OwnedRefused =
  | { refused: 'unknown-unit' }
  | { refused: 'invalid-share'; message: string }
  | { refused: 'unit-taken'; name: string; holder: string; isRequested: boolean }
  | { refused: 'share-exceeds'; left: BasisPoints }

const ownedRefusals = ['unknown-unit', 'invalid-share', 'unit-taken', 'share-exceeds']

/** Whether a command was refused for the unit or share. */
export function isOwnedRefusal<Refusal extends { refused: string }>(
  refusal: Refusal,
): refusal is Extract<Refusal, OwnedRefused> {
  return ownedRefusals.includes(refusal.refused)
}

type Naming = {
  projectId: string
  /** A unit's name or a percentage; null for neither. */
  text: string | null
  /** Whether it takes what it names: a cancelled investment does not. */
  isOpen: boolean
  /** The investment that is changed, and the request that is approved; neither counts against itself. */
  investmentId?: string | null
  requestId?: string | null
}

/**
 * The unit or share that a text names. Refused for an unknown unit, and unless it is cancelled for a unit that another
 * investment or open request holds and a share beyond 100%. The caller holds the project's lock.
 */
export async function nameOwned(
  admin: AdminActor,
  { projectId, text, isOpen, investmentId = null, requestId = null }: Naming,
): Promise<Owned | OwnedRefused> {
  if (text === null) return { unit_id: null, share_bp: null }
  const read = readShare(text)
  if (read && 'message' in read) return { refused: 'invalid-share', message: read.message }
  if (read) {
    const left = await shareLeft(admin, { projectId, investmentId, requestId })
    if (isOpen && read.share > left) return { refused: 'share-exceeds', left }
    return { unit_id: null, share_bp: read.share }
  }
  const unit = await unitNamed(admin, { projectId, text, isOpen, investmentId })
  if (!unit) return { refused: 'unknown-unit' }
  const holder = isOpen ? await holderOf(admin, unit.id, { investmentId, requestId }) : null
  if (holder) return { refused: 'unit-taken', name: unit.name, ...holder }
  return { unit_id: unit.id, share_bp: null }
}

/** A cancelled investment may keep the unit that it named, also when that was removed. */
function unitNamed(
  { tx }: AdminActor,
  { projectId, text, isOpen, investmentId }: Omit<Naming, 'text'> & { text: string },
) {
  return tx
    .selectFrom('project_unit')
    .select(['id', 'name'])
    .where('project_id', '=', projectId)
    .where('share_bp', 'is', null)
    .where(sql<SqlBool>`lower(name) = lower(${text})`)
    .where(
      sql<SqlBool>`(archived_at is null or not ${isOpen}::boolean
        and id = (select i.unit_id from investment i where i.id = ${investmentId ?? null}))`,
    )
    .orderBy(sql`archived_at nulls first`)
    .limit(1)
    .executeTakeFirst()
}

async function holderOf(
  { tx }: AdminActor,
  unitId: string,
  { investmentId, requestId }: { investmentId: string | null; requestId: string | null },
) {
  const { rows } = await sql<{ holder: string; isRequested: boolean }>`
    select v.full_name as holder, false as "isRequested" from investment i join investor v on v.id = i.investor_id
    where i.unit_id = ${unitId} and i.status <> 'cancelled' and i.id is distinct from ${investmentId}
    union all
    select v.full_name, true from investment_request r join investor v on v.id = r.investor_id
    where r.unit_id = ${unitId} and r.status = 'pending' and r.reserved_until > now() and r.id is distinct from ${requestId}
    limit 1`.execute(tx)
  return rows[0] ?? null
}

async function shareLeft(
  { tx }: AdminActor,
  {
    projectId,
    investmentId,
    requestId,
  }: Record<'projectId', string> & Record<'investmentId' | 'requestId', string | null>,
): Promise<BasisPoints> {
  const { rows } = await sql<{ held: number }>`
    select app.share_held(${projectId}, ${investmentId}, ${requestId}, null) as held`.execute(tx)
  return basisPoints(Math.max(hundredPercent - (rows[0]?.held ?? 0), 0))
}
