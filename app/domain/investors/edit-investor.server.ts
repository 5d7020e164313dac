import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { exactlyOnce } from '../../platform/database/exactly-once.server.ts'
import { publish } from '../../platform/events.server.ts'
import { changeEmail, type EmailRefusal } from '../accounts/administration/change-email.server.ts'
import { repairEmails } from '../accounts/administration/email-sync.server.ts'
import { lockAccounts, renameAccount } from '../accounts/administration/rename-account.server.ts'
import { findInvestor, type KnownInvestor } from './find-investor.server.ts'
import type { EditInvestorInput } from './investor-schema.ts'

/**
 * `repaired`: the record has the account's address again. `record-only`: there is no account.
 * `differs`: an import left two addresses, and both stayed.
 */
export type EmailOutcome = 'kept' | 'changed' | 'repaired' | 'record-only' | 'differs'

/** A conflict carries both versions. */
export type EditRefusal =
  | { refused: 'not-found' | 'archived' | 'key-reused' }
  | {
      refused: 'version-conflict'
      now: Pick<KnownInvestor, 'version' | 'fullName' | 'email' | 'phone'>
    }
  | { refused: 'email'; why: EmailRefusal }

export type InvestorEdited = { investorId: string; email: EmailOutcome } | EditRefusal

/**
 * Changes name, address and phone in record and account. A new address is unverified until
 * confirmed; the former one is notified, sessions and links end. Refused for an outdated `version`
 * or another's address. Idempotent per key. Publishes investor.changed.
 */
export function editInvestor(
  admin: AdminActor,
  investorId: string,
  input: EditInvestorInput,
): Promise<InvestorEdited> {
  const { key, ...facts } = input
  return exactlyOnce(admin, `edit-investor ${investorId}`, key, facts, () =>
    edit(admin, investorId, input),
  )
}

async function edit(
  admin: AdminActor,
  investorId: string,
  input: EditInvestorInput,
): Promise<InvestorEdited> {
  await lockAccounts(admin, input.email)
  await admin.tx
    .selectFrom('investor')
    .select('id')
    .where('id', '=', investorId)
    .forNoKeyUpdate()
    .execute()
  const was = await findInvestor(admin, investorId)
  if (!was) return { refused: 'not-found' }
  if (was.isArchived) return { refused: 'archived' }
  const { version, fullName, email, phone } = was
  if (version !== input.version)
    return { refused: 'version-conflict', now: { version, fullName, email, phone } }
  const outcome = await moveEmail(admin, was, input)
  if (typeof outcome === 'object') return outcome
  if (was.account) await renameAccount(admin, was.account.id, input.fullName)
  await admin.tx
    .updateTable('investor')
    .set({ full_name: input.fullName, phone: input.phone })
    .$if(outcome === 'record-only', (update) => update.set({ email: input.email }))
    .where('id', '=', investorId)
    .execute()
  await publish(admin, { kind: 'investor.changed', investorId })
  return { investorId, email: outcome }
}

async function moveEmail(
  admin: AdminActor,
  { account, email: was, signIn }: KnownInvestor,
  { key, email: typed, useAccountEmail }: EditInvestorInput,
): Promise<EmailOutcome | EditRefusal> {
  const email = useAccountEmail && account ? account.email : typed
  if (email === was) return signIn === 'email-mismatch' ? 'differs' : 'kept'
  if (!account)
    return (await isTaken(admin, email)) ? { refused: 'email', why: 'taken' } : 'record-only'
  if (email === account.email) {
    const repaired = await repairEmails(admin, account.id)
    return 'refused' in repaired ? { refused: 'email', why: repaired.refused } : 'repaired'
  }
  const changed = await changeEmail(admin, { key, userId: account.id, email })
  return 'refused' in changed ? { refused: 'email', why: changed.refused } : 'changed'
}

/** Whether another account or investor record has this address. */
async function isTaken(admin: AdminActor, email: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select from investor where email = ${email})
      or exists (select from auth.sign_in_account where email = ${email}) as taken`.execute(
    admin.tx,
  )
  return rows[0]?.taken ?? false
}
