import { useState } from 'react'
import { useLocation } from 'react-router'
import { PromoteSchema } from '../../../domain/accounts/administration-schema.ts'
import { changeRole } from '../../../domain/accounts/change-role.server.ts'
import { asAdmin } from '../../../platform/session.server.ts'
import { redirectWithToast } from '../../../platform/toast.server.ts'
import { readForm } from '../../../platform/upload.server.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { useAnswer } from '../../../ui/use-answer.ts'
import { parseForm, refuseForm } from '../../../values/form.ts'
import { demandConfirmation } from '../../parts/confirm-yourself.server.ts'
import { ConfirmYourself } from '../../parts/confirm-yourself.tsx'
import { fail, namedAccount, refuse, tabFacts } from '../answer.server.ts'
import { PersonField } from '../person-field.tsx'
import { errorToast } from '../reply.ts'
import { whyRefused } from '../sentences.ts'
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
  const parsed = parseForm(PromoteSchema, form)
  if (!parsed.ok)
    return refuse(parsed.reply, errorToast('Error', parsed.reply.errors.userId ?? failed))
  if ('refused' in named) {
    return refuse(
      refuseForm(form, { errors: { userId: named.sentence } }),
      errorToast('Error', named.sentence),
    )
  }
  const unconfirmed = await demandConfirmation(context, form)
  if (unconfirmed) return refuse(unconfirmed.reply)
  const { id: userId, name } = named.account
  try {
    const changed = await asAdmin(context, (admin) => changeRole(admin, { userId, role: 'admin' }))
    if ('refused' in changed) {
      const same = `${name} is an administrator already.`
      const message = whyRefused(changed.refused, { oneself: same, same })
      return refuse(refuseForm(form, { message }), errorToast('Error', message))
    }
  } catch (fault) {
    return fail(context, form, fault, errorToast('Error', failed))
  }
  const text = 'User has been promoted to admin role.'
  return redirectWithToast(`${usersHome}/promote`, { kind: 'success', title: 'Success!', text })
}

const failed = 'Failed to set admin role'

export const meta: Route.MetaFunction = (args) => pageTitle('Promote to Admin', args)

export default function Promote(props: Route.ComponentProps) {
  const { key } = useLocation()
  return (
    <UsersFrame tab="Promote to Admin">
      <PromoteForm key={key} {...props} />
    </UsersFrame>
  )
}

function PromoteForm({ loaderData, actionData }: Route.ComponentProps) {
  const { first, person, confirm } = loaderData
  const { answer, fetcher } = useAnswer(actionData)
  const [typed, setTyped] = useState(person?.id ?? '')
  useSpokenToast(answer)
  return (
    <TabForm
      reply={answer?.reply}
      fetcher={fetcher}
      act="Promote to Admin"
      pendingAct="Promoting"
      ready={typed.trim() !== ''}
    >
      <PersonField first={first} person={person} onValueChange={setTyped} />
      <p className="col-span-full text-xs text-muted">
        The person must log out and back in: every session of theirs ends. An investor keeps their
        record.
      </p>
      <ConfirmYourself {...confirm} />
    </TabForm>
  )
}
