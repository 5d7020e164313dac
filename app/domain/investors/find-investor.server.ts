import type { AdminActor } from '../../platform/database/database.server.ts'
import { shownPhone } from '../../platform/phone.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import { formatHolderNumber } from '../../values/holder-number.ts'
import { isId } from '../../values/id.ts'
import type { InvestorStatus, SignInState } from './investor.ts'
import { signInNow, statusNow } from './investors.server.ts'

/** Archived ones included. `account` is null without one. */
export type KnownInvestor = {
  id: string
  fullName: string
  /** `H-001001` */
  holder: string
  email: string
  phone: string | null
  status: InvestorStatus
  signIn: SignInState
  joinedOn: CalendarDate
  isArchived: boolean
  version: number
  account: InvestorAccount | null
}

export type InvestorAccount = {
  id: string
  email: string
  isAdmin: boolean
  isOpen: boolean
  hasPassword: boolean
  mustChangePassword: boolean
  hasSecondFactor: boolean
  lastSignedInAt: Date | null
}

/** One investor by their record alone, for when the account cannot be read; null for an unknown id. */
export async function findInvestorAlone(
  admin: AdminActor,
  investorId: string,
): Promise<KnownInvestor | null> {
  if (!isId(investorId)) return null
  const row = await admin.tx
    .selectFrom('investor')
    .select([
      'id',
      'full_name',
      'email',
      'phone',
      'joined_on',
      'archived_at',
      'version',
      'own_status',
      'holder_number',
    ])
    .where('id', '=', investorId)
    .executeTakeFirst()
  if (!row) return null
  return { ...factsOf(row), status: row.own_status, signIn: 'verification-failed', account: null }
}

type FactsRow = {
  id: string
  holder_number: number
  full_name: string
  email: string
  phone: string | null
  joined_on: CalendarDate
  archived_at: Date | null
  version: number
}

function factsOf(row: FactsRow) {
  const { id, full_name: fullName, email, phone, joined_on: joinedOn, version } = row
  return {
    id,
    fullName,
    holder: formatHolderNumber(row.holder_number),
    email,
    phone: phone && shownPhone(phone),
    joinedOn,
    version,
    isArchived: row.archived_at !== null,
  }
}

/** One investor by record id; null for an unknown id. */
export async function findInvestor(
  admin: AdminActor,
  investorId: string,
): Promise<KnownInvestor | null> {
  if (!isId(investorId)) return null
  const row = await admin.tx
    .selectFrom('investor')
    .leftJoin('auth.sign_in_account as account', 'account.id', 'investor.user_id')
    .select([
      'investor.id',
      'investor.full_name',
      'investor.email',
      'investor.phone',
      'investor.joined_on',
    ])
    .select(['investor.archived_at', 'investor.version', 'investor.user_id'])
    .select('investor.holder_number')
    .select([statusNow.as('status'), signInNow.as('sign_in')])
    .select(['account.email as account_email', 'account.role', 'account.status as account_status'])
    .select(['account.has_password', 'account.must_change_password', 'account.has_second_factor'])
    .select('account.last_signed_in_at')
    .where('investor.id', '=', investorId)
    .executeTakeFirst()
  if (!row) return null
  const account: InvestorAccount | null =
    row.user_id === null || row.account_email === null
      ? null
      : {
          id: row.user_id,
          email: row.account_email,
          isAdmin: row.role === 'admin',
          isOpen: row.account_status !== 'inactive',
          hasPassword: row.has_password ?? false,
          mustChangePassword: row.must_change_password ?? false,
          hasSecondFactor: row.has_second_factor ?? false,
          lastSignedInAt: row.last_signed_in_at,
        }
  return { ...factsOf(row), status: row.status, signIn: row.sign_in, account }
}
