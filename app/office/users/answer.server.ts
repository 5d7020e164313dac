import { randomUUID } from 'node:crypto'
import { data } from 'react-router'
import {
  findAccount,
  type KnownAccount,
  resolveAccount,
  suggestAccounts,
} from '../../domain/accounts/find-account.server.ts'
import {
  type AdminWork,
  asAdmin,
  type Context,
  logFault,
  notFound,
  signedIn,
} from '../../platform/session.server.ts'
import { type FormReply, refuseForm } from '../../values/form.ts'
import type { Toast } from '../../values/toast.ts'
import { accountChoice } from '../parts/choice.ts'
import { needsConfirmation } from '../parts/confirm-yourself.server.ts'
import type { UserReply } from './reply.ts'

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

/** The form back as it was, with the words beside its fields and a toast. */
export function refuse(reply: FormReply, toast: Toast | null = null) {
  return data<UserReply>({ reply, toast }, { status: 422 })
}

/** A fault of ours: the form back, with the reference under which the log has it. */
export function fail(context: Context, form: FormData, fault: unknown, toast: Toast) {
  const reference = logFault(context, toast.title, fault)
  const reply = refuseForm(form, { message: `${toast.text ?? toast.title} Reference ${reference}` })
  return data<UserReply>({ reply, toast }, { status: 500 })
}

/** The account that a "User ID" field names, or the words for why none. */
export async function namedAccount(context: Context, typed: string): Promise<Named> {
  const resolved = await asAdmin(context, (admin) => resolveAccount(admin, typed))
  if ('account' in resolved) return { account: resolved.account }
  return { refused: resolved.refused, sentence: unresolved[resolved.refused] }
}

type Named =
  | { account: KnownAccount }
  | { refused: 'nobody' | 'several' | 'no-account'; sentence: string }

/** Why a "User ID" field names no account. */
export const unresolved = {
  nobody: 'Nobody has this ID, name or email.',
  several: 'More than one person has this name. Choose one, or enter the ID or email.',
  'no-account': 'This investor has no sign-in account. Nothing was changed.',
}
