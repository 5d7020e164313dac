import { sql } from 'kysely'
import type { AdminActor } from '../../../platform/database/database.server.ts'
import { type Device, parseDevice } from '../sign-in/device.ts'

/** A live session of an account. `address` is the client's; null when unknown. */
export type AccountSession = {
  id: string
  device: Device
  address: string | null
  beganAt: Date
  usedAt: Date
}

type Row = {
  id: string
  user_agent: string | null
  address: string | null
  began_at: Date
  used_at: Date
}

/** Where someone is signed in, by last use, at most 100. */
export async function listSessionsOf(admin: AdminActor, userId: string): Promise<AccountSession[]> {
  const { rows } = await sql<Row>`select id, user_agent, address, began_at, used_at
    from auth.sessions_of(${userId})`.execute(admin.tx)
  return rows.map((row) => ({
    id: row.id,
    device: parseDevice(row.user_agent),
    address: row.address || null,
    beganAt: row.began_at,
    usedAt: row.used_at,
  }))
}

/** Ends one session of an account, or all when `sessionId` is null. Returns how many ended. Audited. */
export async function endSessionsOf(
  admin: AdminActor,
  { userId, sessionId }: { userId: string; sessionId: string | null },
): Promise<{ ended: number } | { refused: 'not-allowed' }> {
  const { rows } = await sql<{ ended: number | null }>`
    select auth.end_sessions_of(${userId}, ${sessionId}) as ended`.execute(admin.tx)
  const ended = rows[0]?.ended ?? null
  return ended === null ? { refused: 'not-allowed' } : { ended }
}
