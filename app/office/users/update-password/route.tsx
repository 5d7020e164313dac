import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import { UpdatePasswordSchema } from '../../../domain/accounts/administration-schema.ts'
import { passwordLengthFault, passwordMessages } from '../../../domain/accounts/password.ts'
import { setPassword } from '../../../domain/accounts/set-password.server.ts'
import { redirectWithToast } from '../../../platform/toast.server.ts'
import { readForm } from '../../../platform/upload.server.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { PasswordField } from '../../../ui/password-field.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'
import { type FormReply, parseForm, refuseForm } from '../../../values/form.ts'
import type { Toast } from '../../../values/toast.ts'
import { demandConfirmation } from '../../parts/confirm-yourself.server.ts'
import { ConfirmYourself } from '../../parts/confirm-yourself.tsx'
import { fail, namedAccount, opener, refuse, tabFacts } from '../answer.server.ts'
import { whyNotSet } from '../password-refusal.ts'
import { PersonField } from '../person-field.tsx'
import { errorToast } from '../reply.ts'
import { TabForm } from '../tab-form.tsx'
import { useSpokenToast } from '../use-spoken-toast.ts'
import { UsersFrame, usersHome } from '../users-frame.tsx'
import type { Route } from './+types/route.ts'

const title = 'Error with password'

export async function loader({ url, context }: Route.LoaderArgs) {
  return tabFacts(context, url)
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const named = await namedAccount(context, String(form.get('userId') ?? ''))
  const parsed = parseForm(UpdatePasswordSchema, form)
  if (!parsed.ok) return refuse(parsed.reply, toastFor(parsed.reply))
  if ('refused' in named) {
    return refuse(
      refuseForm(form, { errors: { userId: named.sentence } }),
      errorToast(title, named.sentence),
    )
  }
  const unconfirmed = await demandConfirmation(context, form)
  if (unconfirmed) return refuse(unconfirmed.reply)
  const { key, password } = parsed.value
  const { id: userId, name } = named.account
  try {
    const set = await setPassword(opener(context), { key, userId, password })
    if ('refused' in set) {
      const why = whyNotSet(set)
      return refuse(
        refuseForm(form, why),
        errorToast(title, why.message ?? why.errors?.password ?? failed),
      )
    }
  } catch (fault) {
    return fail(context, form, fault, errorToast(title, failed))
  }
  const text = `${name} signs in with it once, and then chooses another.`
  return redirectWithToast(`${usersHome}/update-password`, {
    kind: 'success',
    title: 'Password updated',
    text,
  })
}

const failed = 'The password could not be set. Nothing was changed.'

/** The titles the tab has for what is wrong with its inputs (MUS-037, MUS-038). */
function toastFor({ errors, message }: FormReply): Toast {
  if (errors.userId) return errorToast('User ID required', errors.userId)
  if (errors.password) {
    const isShort = errors.password.startsWith(passwordMessages.short)
    return errorToast(isShort ? 'Password too short' : title, errors.password)
  }
  if (errors.confirmPassword) return errorToast("Passwords don't match", errors.confirmPassword)
  return errorToast(title, message ?? failed)
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
