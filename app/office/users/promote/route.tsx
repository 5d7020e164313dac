import { useState } from 'react'
import { useLocation } from 'react-router'
import { PromoteSchema } from '../../../domain/accounts/administration-schema.ts'
import { formAction } from '../../../platform/form-action.server.ts'
import { requireAdmin } from '../../../platform/session.server.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { useAnswer } from '../../../ui/use-answer.ts'
import { ConfirmYourself } from '../../parts/confirm-yourself.tsx'
import { forNamed, setRole, tabFacts } from '../answer.server.ts'
import { PersonField } from '../person-field.tsx'
import { TabForm } from '../tab-form.tsx'
import { useSpokenToast } from '../use-spoken-toast.ts'
import { UsersFrame, usersHome } from '../users-frame.tsx'
import { accountRefusals, errorToast, unresolvedRefusals } from '../words.ts'
import type { Route } from './+types/route.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  return tabFacts(context, url)
}

export function action(args: Route.ActionArgs) {
  const { context } = args
  return formAction(args, {
    guard: requireAdmin,
    schema: PromoteSchema,
    run: ({ form, value }) =>
      forNamed(context, { form, typed: value.userId }, (account) =>
        setRole(context, account, 'admin'),
      ),
    refusals: (refused) =>
      'same' in refused
        ? accountRefusals({ oneself: refused.same, same: refused.same })[refused.refused]
        : unresolvedRefusals('Error')[refused.refused],
    refusedToast: ({ errors, message }) => {
      const sentence = errors.userId ?? message
      return sentence ? errorToast('Error', sentence) : null
    },
    done: () => ({
      to: `${usersHome}/promote`,
      toast: {
        kind: 'success',
        title: 'Success!',
        text: 'User has been promoted to admin role.',
      },
    }),
    failed: { title: 'Error', text: 'Failed to set admin role' },
  })
}

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
