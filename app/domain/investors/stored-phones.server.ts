import { type SqlBool, sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import type { PhoneReader } from '../../values/phone.ts'

const isRead = /^\+[1-9]\d{6,14}$/
/** Must match the condition of an index. */
const isUnread = sql<SqlBool>`phone !~ '^\\+[1-9][0-9]{6,14}$'`
const atATime = 2000

/**
 * Converts stored phone numbers to E.164, some thousand per call from `after` on; unreadable ones
 * stay. Returns the last id, or null at the end.
 */
export async function readStoredPhones(
  admin: AdminActor,
  table: 'investor' | 'inquiry',
  read: PhoneReader,
  after: string,
): Promise<string | null> {
  const rows = await admin.tx
    .selectFrom(table)
    .select(['id', 'phone'])
    .where(isUnread)
    .where('id', '>', after)
    .orderBy('id')
    .limit(atATime)
    .execute()
  const found = rows.flatMap(({ id, phone }) => {
    const e164 = phone === null ? null : read(phone)
    return e164 && isRead.test(e164) ? [{ id, e164 }] : []
  })
  if (found.length > 0) {
    const [ids, phones] = [found.map(({ id }) => id), found.map(({ e164 }) => e164)]
    await sql`update ${sql.table(table)} set phone = found.phone
      from unnest(${ids}::uuid[], ${phones}::text[]) as found (id, phone)
      where ${sql.table(table)}.id = found.id`.execute(admin.tx)
  }
  return rows.length < atATime ? null : (rows.at(-1)?.id ?? null)
}

/** `phone` is null where only the name is invalid. */
export type Unreadable = { id: string; fullName: string; email: string; phone: string | null }

const mostListed = 20

/** Investors with an unreadable phone number or an invisible name; at most twenty, with the total. */
export async function unreadableInvestors(
  admin: AdminActor,
): Promise<{ listed: Unreadable[]; count: number }> {
  const found = admin.tx
    .selectFrom('investor')
    .where('archived_at', 'is', null)
    .where(
      // Each uses its own index; with "or" PostgreSQL would read every investor.
      sql<SqlBool>`id = any(array(select id from investor where ${isUnread}
        union select id from investor where btrim(full_name_search) = ''))`,
    )
  const listed = await found
    .select(['id', 'full_name as fullName', 'email'])
    .select(sql<string | null>`case when ${isUnread} then phone end`.as('phone'))
    .orderBy('id')
    .limit(mostListed)
    .execute()
  if (listed.length < mostListed) return { listed, count: listed.length }
  const { count } = await found
    .select((row) => row.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return { listed, count: Number(count) }
}
