import { randomUUID } from 'node:crypto'
import type { AccountRole } from '../../domain/accounts/account.ts'
import { changeRole } from '../../domain/accounts/change-role.server.ts'
import {
  findAccount,
  type KnownAccount,
  resolveAccount,
  suggestAccounts,
} from '../../domain/accounts/find-account.server.ts'
import { requestRecoveryFor } from '../../domain/accounts/mail-requests.server.ts'
import {
  type AdminWork,
  asAdmin,
  type Context,
  notFound,
  signedIn,
} from '../../platform/session.server.ts'
import { accountChoice } from '../parts/choice.ts'
import { demandConfirmation, needsConfirmation } from '../parts/confirm-yourself.server.ts'

/** Opens one transaction as the administrator of this request, for commands that need more than one. */
export function opener(context: Context) {
  return <Result>(work: AdminWork<Result>) => asAdmin(context, work)
}

/** The account a dialog is about, and whether it is the administrator's own; a 404 when nobody has this id. */
export async function demandAccount(context: Context, userId: string) {
  const account = await asAdmin(context, (admin) => findAccount(admin, userId))
  if (!account) throw notFound()
  const person = await signedIn(context)
  return { ...account, isOneself: account.id === person?.userId }
}

/** What a dialog shows: whom it is about, a key for its act, and whether the administrator has to confirm it. */
export async function dialogFacts(context: Context, userId: string) {
  const account = await demandAccount(context, userId)
  return { account, key: randomUUID(), confirm: await needsConfirmation(context) }
}

/** What a tab with a "User ID" field shows; `?user=` fills it in. */
export async function tabFacts(context: Context, url: URL) {
  const asked = url.searchParams.get('user') ?? ''
  const { first, person } = await asAdmin(context, async (admin) => {
    const resolved = asked === '' ? null : await resolveAccount(admin, asked)
    const account = resolved && 'account' in resolved ? resolved.account : null
    return {
      first: (await suggestAccounts(admin, '')).map(accountChoice),
      person: account && accountChoice(account),
    }
  })
  return { first, person, key: randomUUID(), confirm: await needsConfirmation(context) }
}

/** Acts on the account that a "User ID" field names, once the administrator has confirmed who they are. */
export async function forNamed<Result>(
  context: Context,
  { form, typed }: { form: FormData; typed: string },
  act: (account: KnownAccount) => Promise<Result>,
) {
  const resolved = await asAdmin(context, (admin) => resolveAccount(admin, typed))
  // A code is good once: who is meant is found out before it is spent.
  if (!('account' in resolved)) return { refused: resolved.refused }
  return (await demandConfirmation(context, form)) ?? act(resolved.account)
}

const articles: Record<AccountRole, string> = { admin: 'an administrator', investor: 'an investor' }

/** Gives somebody a role; a refusal brings the words for one they have already. */
export async function setRole(
  context: Context,
  { id: userId, name }: { id: string; name: string },
  role: AccountRole,
) {
  const changed = await asAdmin(context, (admin) => changeRole(admin, { userId, role }))
  return 'refused' in changed
    ? { ...changed, same: `${name} is ${articles[role]} already.` }
    : changed
}

/** Mails a link to choose a new password. */
export async function mailResetLink(context: Context, userId: string) {
  const sent = await asAdmin(context, (admin) => requestRecoveryFor(admin, userId))
  return 'refused' in sent ? { refused: 'not-mailed' as const, why: sent.refused } : sent
}
