import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import {
  findAccount,
  type KnownAccount,
  resolveAccount,
  suggestAccounts,
} from '../../domain/accounts/find-account.server.ts'
import { requestRecoveryFor } from '../../domain/accounts/recovery/mail-requests.server.ts'
import { mayActAlone } from '../../domain/approvals/acts-by-one-person.server.ts'
import {
  type AdminWork,
  adminCommand,
  adminQuery,
  type Context,
  currentUser,
  notFound,
  requireAdmin,
} from '../../platform/session/session.server.ts'
import { parseForm } from '../../values/form.ts'
import { accountChoice } from '../parts/choice.ts'
import { needsConfirmation, requireConfirmation } from '../parts/confirm-identity.server.ts'

/** A dialog names the account in its path; a tab has a "User ID" field. */
type Visit = { params: { userId?: string | undefined }; url: URL; context: Context }

/** Runs each work in a transaction of the administrator, for commands that need several. */
export function asAdmin(context: Context) {
  return <Result>(work: AdminWork<Result>) => adminCommand(context, work)
}

export type AccountActionFacts = Awaited<ReturnType<typeof loadAccountAction>>

/** What a dialog or tab of an account shows. `?user=` prefills the field of a tab. */
export async function loadAccountAction({ params: { userId }, url, context }: Visit) {
  const found = await adminQuery(context, async (admin) => {
    if (userId !== undefined) return { first: null, account: await findAccount(admin, userId) }
    const first = (await suggestAccounts(admin, '')).map(accountChoice)
    const named = await resolveAccount(admin, url.searchParams.get('user') ?? '')
    return { first, account: 'account' in named ? named.account : null }
  })
  if (userId !== undefined && !found.account) throw notFound()
  const person = await currentUser(context)
  const affected = found.account?.id ?? null
  const alone = await adminQuery(context, (admin) => mayActAlone(admin, affected))
  const isOneself = found.account?.id === person?.userId
  const confirm = await needsConfirmation(context)
  return { ...found, isOneself, alone, key: randomUUID(), confirm }
}

/** Where an action redirects: the list behind the dialog, or the empty tab. */
export function addressAfter({ params, url }: Visit) {
  return params.userId === undefined ? url.pathname : `/admin-dashboard/users${url.search}`
}

/**
 * First steps of every account action, for `formAction`: finds the account, then confirms the
 * administrator, then acts. A confirmation code is used only after the account was found.
 */
export function accountSteps<
  Schema extends z.ZodObject<{ userId: z.ZodType<string> }>,
  Result extends object,
>(
  { params: { userId }, context }: Visit,
  schema: Schema,
  act: (account: KnownAccount, value: z.output<Schema>) => Promise<Result>,
) {
  const findNamed = (named: string) => adminQuery(context, (admin) => resolveAccount(admin, named))
  return {
    guard: async () => {
      await requireAdmin(context)
      if (userId !== undefined && !('account' in (await findNamed(userId)))) throw notFound()
    },
    parse: (form: FormData) => {
      if (userId !== undefined) form.set('userId', userId)
      return parseForm(schema, form)
    },
    run: async ({ form, value }: { form: FormData; value: z.output<Schema> }) => {
      const named = await findNamed(value.userId as string)
      if (!('account' in named)) return { refused: named.refused }
      const { account } = named
      return (
        (await requireConfirmation(context, form)) ?? { ...(await act(account, value)), account }
      )
    },
  }
}

export async function mailResetLink(context: Context, userId: string) {
  const sent = await adminCommand(context, (admin) => requestRecoveryFor(admin, userId))
  return 'refused' in sent ? { refused: 'not-mailed' as const, why: sent.refused } : sent
}
