import { sql } from 'kysely'
import type { InvestorReader } from '../../platform/database/database.server.ts'
import { shownPhone } from '../../platform/phone.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import { formatHolderNumber } from '../../values/holder-number.ts'
import type { InvestorStatus } from './investor.ts'

export type Profile = {
  fullName: string
  /** `H-001001` */
  holder: string
  email: string
  phone: string | null
  joinedOn: CalendarDate
  status: InvestorStatus
}

/** The investor's own profile, with the account's status or, without one, the record's. */
export async function findProfile(reader: InvestorReader): Promise<Profile> {
  const row = await reader.tx
    .selectFrom('investor')
    .where('id', '=', reader.investorId)
    .select(['full_name', 'email', 'phone', 'joined_on', 'holder_number'])
    .select(sql<InvestorStatus>`coalesce(auth.own_status(), own_status)`.as('status'))
    .executeTakeFirstOrThrow()
  const { full_name: fullName, joined_on: joinedOn, holder_number: number, phone, ...rest } = row
  const holder = formatHolderNumber(number)
  return { fullName, holder, joinedOn, ...rest, phone: phone && shownPhone(phone) }
}
