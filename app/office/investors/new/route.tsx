import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { data } from 'react-router'
import { invitationLifetime } from '../../../domain/accounts/invitations.server.ts'
import { hasMailTrouble } from '../../../domain/accounts/mail-trouble.server.ts'
import { addInvestor, type InvestorAdded } from '../../../domain/investors/add-investor.server.ts'
import { findInvestor } from '../../../domain/investors/find-investor.server.ts'
import { AddInvestorSchema } from '../../../domain/investors/investor-schema.ts'
import { asAdmin, logFault } from '../../../platform/session.server.ts'
import { redirectWithToast } from '../../../platform/toast.server.ts'
import { readForm } from '../../../platform/upload.server.ts'
import { DialogBody, DialogFoot } from '../../../ui/dialog-parts.tsx'
import { FieldGrid } from '../../../ui/field.tsx'
import { ActionForm } from '../../../ui/form.tsx'
import { DialogCancel, RouteDialog } from '../../../ui/route-dialog.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Toaster } from '../../../ui/toaster.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'
import { type FormReply, parseForm, refuseForm } from '../../../values/form.ts'
import type { Toast } from '../../../values/toast.ts'
import { followInvitation } from '../../parts/followed-invitations.server.ts'
import type { Route } from './+types/route.ts'
import { ArchivedNamesake } from './archived-namesake.tsx'
import { LinkQuestion } from './link-question.tsx'
import { WhatFollows } from './what-follows.tsx'

/** An account that the address belongs to already; the dialog asks whether to link it. */
type Known = { name: string; email: string; isClosed: boolean }

const failed: Toast = { title: 'Error adding investor', text: 'Please try again later.', kind: 'error' }
const sentBefore = 'This was sent before with other words. Reload the page and try again.'

export async function loader({ context }: Route.LoaderArgs) {
  return asAdmin(context, async (admin) => ({ key: randomUUID(), linkLifetime: await invitationLifetime(admin) }))
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await readForm(request)
  try {
    const added = await asAdmin(context, async (admin): Promise<Added | Refused> => {
      const parsed = parseForm(AddInvestorSchema, form)
      if (!parsed.ok) return { refused: 'unreadable', reply: parsed.reply }
      const mailWorks = !(await hasMailTrouble(admin))
      const answer = await addInvestor(admin, parsed.value)
      if ('refused' in answer) return answer
      const added = await findInvestor(admin, answer.investorId)
      return { ...answer, mailWorks, isClosed: added?.status === 'inactive' }
    })
    if ('refused' in added) return data({ ...refusal(form, added), toast: null }, { status: 422 })
    // Where mail does not go out, the dialog of the invitation says so and sends it again (decisions §2).
    const isUndelivered = added.invited && !added.mailWorks
    const next = isUndelivered ? `/${added.investorId}/added` : ''
    const toast: Toast = { title: 'Investor added', kind: 'success' }
    if (!isUndelivered) toast.text = whatNow(added)
    // Elsewhere nobody knows before the first attempt: the office follows it and warns when the mail is not taken.
    const headers = added.invited && !isUndelivered ? followInvitation(request, added.investorId) : new Headers()
    return redirectWithToast(`/admin-dashboard/investors${next}${url.search}`, toast, headers)
  } catch (fault) {
    const message = `${failed.title}. Reference ${logFault(context, 'an investor was not added', fault)}`
    return data({ ...refuse(refuseForm(form, { message })), toast: failed }, { status: 500 })
  }
}

function whatNow({ invited, isClosed }: Added): string {
  if (invited) return 'An invitation is on its way.'
  return isClosed
    ? 'Their account is inactive. Make it active in Manage Users before they can sign in.'
    : 'They sign in with the account they have.'
}

type Added = Exclude<InvestorAdded, { refused: string }> & { mailWorks: boolean; isClosed: boolean }
type Refused = { refused: 'unreadable'; reply: FormReply } | Extract<InvestorAdded, { refused: string }>

type Reply = { reply: FormReply; known: Known | null; archived: { id: string; name: string } | null }
const refuse = (reply: FormReply): Reply => ({ reply, known: null, archived: null })

function refusal(form: FormData, refused: Refused): Reply {
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

export const meta: Route.MetaFunction = () => [{ title: 'Add Investor · Msingi' }]

export default function AddInvestor({ loaderData, actionData: latest }: Route.ComponentProps) {
  const { answer: actionData, fetcher } = useAnswer(latest)
  const { known = null, archived = null } = actionData ?? {}
  // The first key stays, however often the page is read again: it is what makes sending twice harmless.
  const [key] = useState(actionData?.reply.values.key ?? loaderData.key)
  return (
    <RouteDialog title="Add Investor">
      <ActionForm reply={actionData?.reply} fetcher={fetcher}>
        <DialogBody>
          <input type="hidden" name="key" value={key} />
          <FieldGrid>
            <TextField name="fullName" label="Full Name" required span="full" autoComplete="off" />
            <TextField
              name="email"
              type="email"
              label="Email"
              required
              span="full"
              autoComplete="off"
              spellCheck={false}
              autoCapitalize="none"
            />
            {known && <LinkQuestion {...known} />}
            {archived && <ArchivedNamesake {...archived} />}
            <TextField name="phone" type="tel" label="Phone" optional span="full" autoComplete="off" />
            <WhatFollows linked={known !== null} linkLifetime={loaderData.linkLifetime} />
          </FieldGrid>
        </DialogBody>
        <DialogFoot>
          <DialogCancel />
          <SubmitButton pendingLabel="Adding investor">
            {known ? 'Add investor and link the account' : 'Add investor and send invitation'}
          </SubmitButton>
        </DialogFoot>
      </ActionForm>
      <Toaster toast={actionData?.toast} />
    </RouteDialog>
  )
}
