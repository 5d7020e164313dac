import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import { UpdatePasswordSchema } from '../../../domain/accounts/administration-schema.ts'
import { passwordLengthFault, passwordMessages } from '../../../domain/accounts/password.ts'
import { setPassword } from '../../../domain/accounts/set-password.server.ts'
import { formAction } from '../../../platform/form-action.server.ts'
import { requireAdmin } from '../../../platform/session.server.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { PasswordField } from '../../../ui/password-field.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'
import type { FormReply } from '../../../values/form.ts'
import type { Toast } from '../../../values/toast.ts'
import { ConfirmYourself } from '../../parts/confirm-yourself.tsx'
import { forNamed, opener, tabFacts } from '../answer.server.ts'
import { PersonField } from '../person-field.tsx'
import { TabForm } from '../tab-form.tsx'
import { useSpokenToast } from '../use-spoken-toast.ts'
import { UsersFrame, usersHome } from '../users-frame.tsx'
import { errorToast, passwordRefusals, passwordUpdated, unresolvedRefusals } from '../words.ts'
import type { Route } from './+types/route.ts'

const title = 'Error with password'

export async function loader({ url, context }: Route.LoaderArgs) {
  return tabFacts(context, url)
}

export function action(args: Route.ActionArgs) {
  const { context } = args
  return formAction(args, {
    guard: requireAdmin,
    schema: UpdatePasswordSchema,
    run: ({ form, value: { userId: typed, key, password } }) =>
      forNamed(context, { form, typed }, async ({ id: userId, name }) => {
        const set = await setPassword(opener(context), { key, userId, password })
        return 'refused' in set ? set : { name }
      }),
    refusals: { ...passwordRefusals, ...unresolvedRefusals(title) },
    refusedToast: toastFor,
    done: ({ name }) => ({ to: `${usersHome}/update-password`, toast: passwordUpdated(name) }),
    failed: { title, text: 'The password could not be set. Nothing was changed.' },
  })
}

/** The titles the tab has for what is wrong with its inputs (MUS-037, MUS-038). */
function toastFor({ errors, message }: FormReply): Toast | null {
  if (errors.userId) return errorToast('User ID required', errors.userId)
  if (errors.password) {
    const isShort = errors.password.startsWith(passwordMessages.short)
    return errorToast(isShort ? 'Password too short' : title, errors.password)
  }
  if (errors.confirmPassword) return errorToast("Passwords don't match", errors.confirmPassword)
  return message ? errorToast(title, message) : null
}

export const meta: Route.MetaFunction = (args) => pageTitle('Update Password', args)

export default function UpdatePassword(props: Route.ComponentProps) {
  const { key } = useLocation()
  return (
    <UsersFrame tab="Update Password">
      <PasswordForm key={key} {...props} />
    </UsersFrame>
  )
}

function PasswordForm({ loaderData, actionData }: Route.ComponentProps) {
  const { first, person, confirm } = loaderData
  const { answer, fetcher } = useAnswer(actionData)
  const [key] = useState(answer?.reply.values.key ?? loaderData.key)
  const [typed, setTyped] = useState({
    userId: person?.id ?? '',
    password: '',
    confirmPassword: '',
  })
  useSpokenToast(answer)
  const fault = passwordLengthFault(typed.password)
  const differs = typed.password !== typed.confirmPassword
  return (
    <TabForm
      reply={answer?.reply}
      fetcher={fetcher}
      act="Update Password"
      pendingAct="Updating password"
      ready={typed.userId.trim() !== '' && fault === null && !differs}
    >
      <input type="hidden" name="key" value={key} />
      <PersonField
        first={first}
        person={person}
        onValueChange={(userId) => setTyped({ ...typed, userId })}
      />
      <PasswordField
        name="password"
        label="New password"
        required
        autoComplete="new-password"
        span="full"
        hint={
          fault && typed.password !== '' ? (
            <Wrong>
              {fault === 'short' ? `${passwordMessages.short} long` : passwordMessages[fault]}
            </Wrong>
          ) : (
            'At least 8 characters, without their name or email'
          )
        }
        onValueChange={(password) => setTyped({ ...typed, password })}
      />
      <PasswordField
        name="confirmPassword"
        label="Confirm password"
        required
        autoComplete="new-password"
        span="full"
        hint={
          differs &&
          typed.confirmPassword !== '' && <Wrong>Please make sure both passwords match</Wrong>
        }
        onValueChange={(confirmPassword) => setTyped({ ...typed, confirmPassword })}
      />
      <p className="col-span-full text-xs text-muted">
        Their sessions end, the next sign-in asks for a password of their own, and a mail tells
        them.
      </p>
      <ConfirmYourself {...confirm} />
    </TabForm>
  )
}

/** Said while one types, before anything is sent. */
function Wrong({ children }: { children: ReactNode }) {
  return <span className="font-medium text-negative">{children}</span>
}
