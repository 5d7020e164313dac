import { type SqlBool, sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import type { InvestorStatus } from './investor.ts'

/** An investor as a file has them; who has no day joins today. */
export type ImportedInvestor = {
  fullName: string
  email: string
  phone: string | null
  status: InvestorStatus
  joinedOn: CalendarDate | null
}

const atATime = 1000

/**
 * Adds investors of a file, without accounts and without a word to them (decisions §4): their status is their own until
 * they are invited. The caller holds what keeps others from adding anybody meanwhile; a taken address is a fault here.
 */
export async function importInvestors(
  admin: AdminActor,
  investors: readonly ImportedInvestor[],
  importId: string,
): Promise<void> {
  const today = clock.today()
  for (let at = 0; at < investors.length; at += atATime) {
    const rows = investors
      .slice(at, at + atATime)
      .map(({ fullName, email, phone, status, joinedOn }) => ({
        full_name: fullName,
        email,
        phone,
        own_status: status,
        joined_on: joinedOn ?? today,
        import_id: importId,
      }))
    await admin.tx.insertInto('investor').values(rows).execute()
  }
}

/** Who has one of these addresses, in their record or in the account they sign in with. */
export type AddressHolder = {
  email: string
  name: string
  /** Null for an account that is nobody's record: an administrator's. */
  investorId: string | null
  isArchived: boolean
}

/** By address; those that nobody has are missing. All are asked for at once: a file may have a hundred thousand. */
export async function holdersOf(
  admin: AdminActor,
  emails: readonly string[],
): Promise<Map<string, AddressHolder>> {
  const accounts = await admin.tx
    .selectFrom('auth.sign_in_account as account')
    .leftJoin('investor', 'investor.user_id', 'account.id')
    .select(['account.email', 'account.name', 'investor.id', 'investor.archived_at'])
    .where(sql<SqlBool>`account.email = any(${emails}::text[])`)
    .execute()
  const own = await admin.tx
    .selectFrom('investor')
    .select(['email', 'full_name as name', 'id', 'archived_at'])
    .where(sql<SqlBool>`email = any(${emails}::text[])`)
    .execute()
  const found = new Map<string, AddressHolder>()
  for (const { email, name, id, archived_at } of [...accounts, ...own]) {
    const holder = {
      email: email ?? '',
      name: name ?? '',
      investorId: id,
      isArchived: archived_at !== null,
    }
    if (!found.get(holder.email)?.investorId) found.set(holder.email, holder)
  }
  return found
}
