import { isMailFailing } from '../../../domain/accounts/administration/mail-availability.server.ts'
import { companyPhoneReader } from '../../../domain/company/company.server.ts'
import type { InvestorAdded } from '../../../domain/investors/add-investor.server.ts'
import { findInvestor } from '../../../domain/investors/find-investor.server.ts'
import { addInvestorSchema } from '../../../domain/investors/investor-schema.ts'
import type { Onward, Refusals } from '../../../platform/http/form-action.server.ts'
import {
  type AdminWork,
  adminQuery,
  type Context,
} from '../../../platform/session/session.server.ts'
import { parseForm } from '../../../values/form.ts'
import type { Toast } from '../../../values/toast.ts'
import { followInvitation } from '../../parts/followed-invitations.server.ts'
import { investorsHome } from '../../paths.ts'

type AddedNow = Exclude<InvestorAdded, { refused: string }>
type Account = { mailWorks: boolean; isClosed: boolean; hasPassword: boolean }
type Added = AddedNow & Account

/** Parses phone numbers by the company's default country. */
export async function readAdding(context: Context, form: FormData) {
  return parseForm(addInvestorSchema(await adminQuery(context, companyPhoneReader)), form)
}

/** Runs the given add command and prepares its toast. */
export function adding<Refused extends { refused: string }, Now extends AddedNow = AddedNow>(
  add: AdminWork<Now | Refused>,
): AdminWork<(Now & Account) | Refused> {
  return async (admin) => {
    const mailWorks = !(await isMailFailing(admin))
    const answer = await add(admin)
    if ('refused' in answer) return answer
    const added = await findInvestor(admin, answer.investorId)
    const hasPassword = added?.account?.hasPassword ?? false
    return { ...answer, mailWorks, isClosed: added?.status === 'inactive', hasPassword }
  }
}

/** Redirects to `home`, or to the invitation dialog when email is not set up. */
export function redirectAfterAdding(
  request: Request,
  added: Added,
  { home, search }: { home: string; search: string },
): Onward {
  const isUndelivered = added.invited && !added.mailWorks
  const toast: Toast = { title: 'Investor added', kind: 'success' }
  if (isUndelivered) return { to: `${investorsHome}/${added.investorId}/added${search}`, toast }
  // Delivery is unknown before the first attempt; the office is warned if it fails.
  const headers = added.invited ? followInvitation(request, added.investorId) : new Headers()
  return { to: home, toast: { ...toast, text: nextStep(added) }, headers }
}

function nextStep({ invited, isClosed, hasPassword }: Added): string {
  if (invited) return 'An invitation is on its way.'
  if (!hasPassword) {
    return `Before they can sign in, ${isClosed ? 'activate their account and ' : ''}set a password in Manage Users.`
  }
  return isClosed
    ? 'Their account is inactive. Activate it in Manage Users before they can sign in.'
    : 'They sign in with their existing account.'
}

/** A field error, or the next question of the dialog. */
export const addingRefusals: Refusals<InvestorAdded> = {
  'email-in-use': { errors: { email: 'Email Already In Use' } },
  archived: ({ investorId: id, name }) => ({
    errors: { email: 'Email Already In Use' },
    facts: { archived: { id, name } },
  }),
  'account-without-investor': (known) => ({
    errors: { linkedEmail: 'Tick this to link the account, or enter another email.' },
    facts: { known },
  }),
  'key-reused': 'The form was already sent with a different text. Reload the page and try again.',
}

export const addingFailed = 'Error adding investor'
