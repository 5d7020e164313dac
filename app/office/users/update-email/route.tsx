import { useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { UpdateEmailSchema } from '../../../domain/accounts/administration-schema.ts'
import { changeEmail } from '../../../domain/accounts/change-email.server.ts'
import { asAdmin } from '../../../platform/session.server.ts'
import { redirectWithToast } from '../../../platform/toast.server.ts'
import { readForm } from '../../../platform/upload.server.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'
import { type FormReply, parseForm, refuseForm } from '../../../values/form.ts'
import type { Toast } from '../../../values/toast.ts'
import { demandConfirmation } from '../../parts/confirm-yourself.server.ts'
import { ConfirmYourself } from '../../parts/confirm-yourself.tsx'
import { fail, namedAccount, refuse, tabFacts } from '../answer.server.ts'
import { emailRefusals } from '../email-refusals.ts'
import { PersonField } from '../person-field.tsx'
import { errorToast } from '../reply.ts'
import { TabForm } from '../tab-form.tsx'
import { useSpokenToast } from '../use-spoken-toast.ts'
import { UsersFrame, usersHome } from '../users-frame.tsx'
import type { Route } from './+types/route.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  return tabFacts(context, url)
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const named = await namedAccount(context, String(form.get('userId') ?? ''))
  const parsed = parseForm(UpdateEmailSchema, form)
  if (!parsed.ok) return refuse(parsed.reply, toastFor(parsed.reply))
  if ('refused' in named) {
    const title = named.refused === 'no-account' ? 'No auth account' : 'Error'
    return refuse(
      refuseForm(form, { errors: { userId: named.sentence } }),
      errorToast(title, named.sentence),
    )
  }
  const unconfirmed = await demandConfirmation(context, form)
  if (unconfirmed) return refuse(unconfirmed.reply)
  const { key, email } = parsed.value
  const userId = named.account.id
  try {
    const changed = await asAdmin(context, (admin) => changeEmail(admin, { key, userId, email }))
    if ('refused' in changed) {
      const sentence = emailRefusals[changed.refused]
      const isTheAddress = changed.refused === 'taken' || changed.refused === 'same'
      const why = isTheAddress ? { errors: { email: sentence } } : { message: sentence }
      return refuse(refuseForm(form, why), errorToast('Error', sentence))
    }
  } catch (fault) {
    return fail(context, form, fault, errorToast('Error', failed))
  }
  return redirectWithToast(`${usersHome}/update-email/${userId}/updated`, {
    kind: 'success',
    title: 'Email updated',
  })
}

const failed = 'Failed to update email'

/** The titles the tab has for what is wrong with its inputs (MUS-039, MUS-040). */
function toastFor({ errors, message }: FormReply): Toast {
  if (errors.userId) return errorToast('User ID required', errors.userId)
  if (errors.email) return errorToast('Invalid email', errors.email)
  return errorToast('Error', message ?? failed)
}

export const meta: Route.MetaFunction = (args) => pageTitle('Update Email', args)

export default function UpdateEmail(props: Route.ComponentProps) {
  const { pathname } = useLocation()
  return (
    <UsersFrame tab="Update Email">
      {/* The address of the dialog that confirms a change is a new beginning of the form behind it. */}
      <EmailForm key={pathname} {...props} />
      <Outlet />
    </UsersFrame>
  )
}

function EmailForm({ loaderData, actionData }: Route.ComponentProps) {
  const { first, person, confirm } = loaderData
  const { answer, fetcher } = useAnswer(actionData)
  const [key] = useState(answer?.reply.values.key ?? loaderData.key)
  const [userId, setUserId] = useState(person?.id ?? '')
  const [email, setEmail] = useState('')
  useSpokenToast(answer)
  return (
    <TabForm
      reply={answer?.reply}
      fetcher={fetcher}
      act="Update Email"
      pendingAct="Updating email"
      ready={userId.trim() !== '' && isAddress(email)}
      onInput={({ currentTarget }) =>
        setEmail(String(new FormData(currentTarget).get('email') ?? ''))
      }
    >
      <input type="hidden" name="key" value={key} />
      <PersonField first={first} person={person} onValueChange={setUserId} />
      <TextField
        name="email"
        type="email"
        label="New email"
        required
        span="full"
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="none"
      />
      <p className="col-span-full text-xs text-muted">
        It is unverified until confirmed by the mail that goes there. The former address is told;
        their sessions and every mailed link end. Who has no password yet cannot sign in by
        confirming it: send their invitation again.
      </p>
      <ConfirmYourself {...confirm} />
    </TabForm>
  )
}

/** As near as the browser can tell; the server decides. */
function isAddress(typed: string) {
  return typed.length < 300 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed.trim())
}
