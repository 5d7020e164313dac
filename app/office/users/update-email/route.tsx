import { useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { UpdateEmailSchema } from '../../../domain/accounts/administration-schema.ts'
import { changeEmail } from '../../../domain/accounts/change-email.server.ts'
import { formAction } from '../../../platform/form-action.server.ts'
import { asAdmin, requireAdmin } from '../../../platform/session.server.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'
import type { FormReply } from '../../../values/form.ts'
import type { Toast } from '../../../values/toast.ts'
import { ConfirmYourself } from '../../parts/confirm-yourself.tsx'
import { forNamed, tabFacts } from '../answer.server.ts'
import { PersonField } from '../person-field.tsx'
import { TabForm } from '../tab-form.tsx'
import { useSpokenToast } from '../use-spoken-toast.ts'
import { UsersFrame, usersHome } from '../users-frame.tsx'
import { emailRefusals, errorToast, unresolvedRefusals } from '../words.ts'
import type { Route } from './+types/route.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  return tabFacts(context, url)
}

export function action(args: Route.ActionArgs) {
  const { context } = args
  return formAction(args, {
    guard: requireAdmin,
    schema: UpdateEmailSchema,
    run: ({ form, value: { userId: typed, key, email } }) =>
      forNamed(context, { form, typed }, async ({ id: userId }) => {
        const changed = await asAdmin(context, (admin) =>
          changeEmail(admin, { key, userId, email }),
        )
        return 'refused' in changed ? changed : { userId }
      }),
    refusals: {
      ...emailRefusals,
      ...unresolvedRefusals('Error', 'No auth account'),
      taken: refuseAddress('taken'),
      same: refuseAddress('same'),
    },
    refusedToast: toastFor,
    done: ({ userId }) => ({
      to: `${usersHome}/update-email/${userId}/updated`,
      toast: { kind: 'success', title: 'Email updated' },
    }),
    failed: { title: 'Error', text: 'Failed to update email' },
  })
}

function refuseAddress(code: 'taken' | 'same') {
  const sentence = emailRefusals[code]
  return { errors: { email: sentence }, toast: errorToast('Error', sentence) }
}

/** The titles the tab has for what is wrong with its inputs (MUS-039, MUS-040). */
function toastFor({ errors, message }: FormReply): Toast | null {
  if (errors.userId) return errorToast('User ID required', errors.userId)
  if (errors.email) return errorToast('Invalid email', errors.email)
  return message ? errorToast('Error', message) : null
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
