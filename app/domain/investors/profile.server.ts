import { sql } from 'kysely'
import type { InvestorReader } from '../../platform/database/database.server.ts'
import { shownPhone } from '../../platform/phone.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import type { InvestorStatus } from './investor.ts'

/** What an investor reads of themselves in Profile Settings; administrators change it. */
export type Profile = {
  fullName: string
  email: string
  phone: string | null
  joinedOn: CalendarDate
  status: InvestorStatus
}

/** The profile of the investor whose portal this is. The status is that of their account, or their own without one. */
export async function findProfile(reader: InvestorReader): Promise<Profile> {
  const row = await reader.tx
    .selectFrom('investor')
    .where('id', '=', reader.investorId)
    .select(['full_name', 'email', 'phone', 'joined_on'])
    .select(sql<InvestorStatus>`coalesce(auth.own_status(), own_status)`.as('status'))
    .executeTakeFirstOrThrow()
  const { full_name: fullName, joined_on: joinedOn, phone, ...rest } = row
  return { fullName, joinedOn, ...rest, phone: phone && shownPhone(phone) }
}
