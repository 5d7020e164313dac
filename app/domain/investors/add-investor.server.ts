import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { exactlyOnce } from '../../platform/database/exactly-once.server.ts'
import { publish } from '../../platform/events.server.ts'
import { lockAudienceForNewInvestor } from './audience-lock.server.ts'
import type { AddInvestorInput } from './investor-schema.ts'

/** Refused with what the screen asks next. */
export type InvestorAdded =
  | { investorId: string; invited: boolean }
  | { refused: 'email-in-use' }
  | { refused: 'archived'; investorId: string; name: string }
  | {
      refused: 'account-without-investor'
      name: string
      email: string
      isClosed: boolean
      hasPassword: boolean
    }
  | { refused: 'key-reused' }

/**
 * Adds an investor with a pending account and its invitation. Refused for another investor's email, with their name if
 * archived; an administrator's account is linked once `linkedEmail` confirms it. Publishes investor.added.
 */
export function addInvestor(admin: AdminActor, input: AddInvestorInput): Promise<InvestorAdded> {
  const { key, ...facts } = input
  return exactlyOnce(admin, 'add-investor', key, facts, () => add(admin, input))
}

async function add(
  admin: AdminActor,
  { fullName, email, phone, linkedEmail }: AddInvestorInput,
): Promise<InvestorAdded> {
  await lockAudienceForNewInvestor(admin)
  // Serialises additions of one address, so that the second gets a refusal instead of a database
  // error.
  await sql`select pg_advisory_xact_lock(hashtext(${`email:${email}`}))`.execute(admin.tx)
  const holder = await holderOf(admin, email)
  if (holder) {
    const { id, full_name: name, archived_at } = holder
    return archived_at ? { refused: 'archived', investorId: id, name } : { refused: 'email-in-use' }
  }
  const account = await admin.tx
    .selectFrom('auth.sign_in_account')
    .select(['id', 'name', 'status', 'has_password'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (account && linkedEmail !== email) {
    const isClosed = account.status === 'inactive'
    const { name, has_password } = account
    return {
      refused: 'account-without-investor',
      name,
      email,
      isClosed,
      hasPassword: has_password === true,
    }
  }
  const userId = account?.id ?? (await openAccount(admin, fullName, email))
  const { id: investorId } = await admin.tx
    .insertInto('investor')
    .values({ user_id: userId, email, full_name: fullName, phone, joined_on: clock.today() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const invited = !account
  await publish(admin, { kind: 'investor.added', investorId, userId, invited })
  return { investorId, invited }
}

/** The investor whose record or account has this address. */
function holderOf(admin: AdminActor, email: string) {
  const columns = ['investor.id', 'investor.full_name', 'investor.archived_at'] as const
  return admin.tx
    .selectFrom('investor')
    .select(columns)
    .where('investor.email', '=', email)
    .union(
      admin.tx
        .selectFrom('investor')
        .innerJoin('auth.sign_in_account as account', 'account.id', 'investor.user_id')
        .select(columns)
        .where('account.email', '=', email),
    )
    .executeTakeFirst()
}

/** Opens a pending account; the caller has checked that the email is unused. */
export async function openAccount(admin: AdminActor, name: string, email: string): Promise<string> {
  const { rows } = await sql<{
    id: string
  }>`select auth.open_account(${name}, ${email}, 'investor') as id`.execute(admin.tx)
  const [opened] = rows
  if (!opened) throw new Error('auth.open_account answered nothing')
  return opened.id
}
