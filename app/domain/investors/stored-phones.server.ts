import { type SqlBool, sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import type { PhoneReader } from '../../values/phone.ts'

const isRead = /^\+[1-9]\d{6,14}$/
/** An index has the condition in these words. */
const isUnread = sql<SqlBool>`phone !~ '^\\+[1-9][0-9]{6,14}$'`
const atATime = 2000

/**
 * Brings phone numbers of investors and inquiries that were stored as they were typed into E.164, some thousand from `after`
 * on; what cannot be read stays as it is. Gives the last id it looked at, or null when there are no more.
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

/** An investor whose name or phone number is not as it should be; `phone` is null where only the name is meant. */
export type Unreadable = { id: string; fullName: string; email: string; phone: string | null }

const mostListed = 20

/**
 * Investors whose phone number cannot be read, or in whose name there is nothing to see: the office corrects them. At most
 * twenty, with how many there are in all.
 */
export async function unreadableInvestors(
  admin: AdminActor,
): Promise<{ listed: Unreadable[]; count: number }> {
  const found = admin.tx
    .selectFrom('investor')
    .where('archived_at', 'is', null)
    .where(
      // Each by its own index; with "or" PostgreSQL reads every investor.
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
