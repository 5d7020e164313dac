import { data } from 'react-router'
import { hasMailTrouble } from '../../../domain/accounts/mail-trouble.server.ts'
import { companyPhoneReader } from '../../../domain/company/company.server.ts'
import type { InvestorAdded } from '../../../domain/investors/add-investor.server.ts'
import { findInvestor } from '../../../domain/investors/find-investor.server.ts'
import {
  type AddInvestorInput,
  addInvestorSchema,
} from '../../../domain/investors/investor-schema.ts'
import {
  type AdminWork,
  asAdmin,
  type Context,
  logFault,
} from '../../../platform/session.server.ts'
import { redirectWithToast } from '../../../platform/toast.server.ts'
import { type FormReply, parseForm, refuseForm } from '../../../values/form.ts'
import type { Toast } from '../../../values/toast.ts'
import { followInvitation } from '../../parts/followed-invitations.server.ts'
import type { AddReply } from './add-investor-form.tsx'
import { investorsHome } from './investors-home.ts'

const failed: Toast = {
  title: 'Error adding investor',
  text: 'Please try again later.',
  kind: 'error',
}
const sentBefore = 'This was sent before with other words. Reload the page and try again.'

type AddedNow = Exclude<InvestorAdded, { refused: string }>
type Added = AddedNow & { mailWorks: boolean; isClosed: boolean; hasPassword: boolean }
type Refused =
  | { refused: 'unreadable'; reply: FormReply }
  | Extract<InvestorAdded, { refused: string }>

/** Adds an investor by the form of the dialog, through the command that is given; what else it refuses comes back too. */
export function addFromForm<Other extends { refused: string }>(
  context: Context,
  form: FormData,
  add: (input: AddInvestorInput) => AdminWork<InvestorAdded | Other>,
): Promise<Added | Refused | Other> {
  return asAdmin(context, async (admin): Promise<Added | Refused | Other> => {
    const parsed = parseForm(addInvestorSchema(await companyPhoneReader(admin)), form)
    if (!parsed.ok) return { refused: 'unreadable', reply: parsed.reply }
    const mailWorks = !(await hasMailTrouble(admin))
    const answer = await add(parsed.value)(admin)
    if ('refused' in answer) return answer
    const added = await findInvestor(admin, answer.investorId)
    const hasPassword = added?.account?.hasPassword ?? false
    return { ...answer, mailWorks, isClosed: added?.status === 'inactive', hasPassword }
  })
}

/**
 * Leads on after an investor was added: to `home`, or where mail does not go out to the dialog of the invitation, which
 * says so and sends it again (decisions §2).
 */
export function leadOn(
  request: Request,
  added: Added,
  { home, search }: { home: string; search: string },
): Response {
  const isUndelivered = added.invited && !added.mailWorks
  const toast: Toast = { title: 'Investor added', kind: 'success' }
  if (isUndelivered)
    return redirectWithToast(`${investorsHome}/${added.investorId}/added${search}`, toast)
  // Nobody knows before the first attempt: the office follows it and warns when the mail is not taken.
  const headers = added.invited ? followInvitation(request, added.investorId) : new Headers()
  return redirectWithToast(home, { ...toast, text: whatNow(added) }, headers)
}

function whatNow({ invited, isClosed, hasPassword }: Added): string {
  if (invited) return 'An invitation is on its way.'
  if (!hasPassword) {
    return `Before they can sign in, ${isClosed ? 'make their account active and ' : ''}set a password in Manage Users.`
  }
  return isClosed
    ? 'Their account is inactive. Make it active in Manage Users before they can sign in.'
    : 'They sign in with the account they have.'
}

/** The form back, with a sentence beside the field, or with what the dialog asks next. */
export function refuseAdding(form: FormData, refused: Refused) {
  return data<AddReply>({ ...refusal(form, refused), toast: null }, { status: 422 })
}

/** A fault of ours: the form back, with the reference under which the log has it. */
export function failAdding(context: Context, form: FormData, fault: unknown) {
  const message = `${failed.title}. Reference ${logFault(context, 'an investor was not added', fault)}`
  return data<AddReply>(
    { ...refuse(refuseForm(form, { message })), toast: failed },
    { status: 500 },
  )
}

const refuse = (reply: FormReply) => ({ reply, known: null, archived: null })

function refusal(form: FormData, refused: Refused): Omit<AddReply, 'toast'> {
  switch (refused.refused) {
    case 'unreadable':
      return refuse(refused.reply)
    case 'email-in-use':
      return refuse(refuseForm(form, { errors: { email: 'Email Already In Use' } }))
    case 'archived': {
      const reply = refuseForm(form, { errors: { email: 'Email Already In Use' } })
      return { ...refuse(reply), archived: { id: refused.investorId, name: refused.name } }
    }
    case 'account-without-investor': {
      const errors = { linkedEmail: 'Tick this to link the account, or enter another email.' }
      return { ...refuse(refuseForm(form, { errors })), known: refused }
    }
    case 'key-reused':
      return refuse(refuseForm(form, { message: sentBefore }))
    default:
      return refused satisfies never
  }
}
