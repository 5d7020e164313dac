import { UpdateEmailSchema } from '../../../domain/accounts/administration/administration-schema.ts'
import { changeEmail } from '../../../domain/accounts/administration/change-email.server.ts'
import { mayActAlone } from '../../../domain/approvals/acts-by-one-person.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import { adminQuery } from '../../../platform/session/session.server.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { approvable } from '../../approvals/approvable.server.ts'
import { usersHome } from '../../paths.ts'
import { accountSteps, addressAfter, loadAccountAction } from '../account-action.server.ts'
import { AccountTab, EmailConsequences, NeedsApproval } from '../account-action.tsx'
import { emailRefusals, toastOf, unresolvedRefusals } from '../messages.ts'
import type { Route } from './+types/route.ts'

export async function loader(args: Route.LoaderArgs) {
  // The account in the path belongs to the dialog in front of this tab.
  const facts = await loadAccountAction({ ...args, params: {} })
  // Whose address it is may approve the change of it.
  return { ...facts, alone: await adminQuery(args.context, (admin) => mayActAlone(admin)) }
}

export function action(args: Route.ActionArgs) {
  return formAction(args, {
    ...accountSteps(
      { ...args, params: {} },
      UpdateEmailSchema,
      ({ id: userId }, { key, email }) => {
        const input = { key, userId, email }
        const proposing = { command: 'change-email' as const, input, key, to: addressAfter(args) }
        return approvable(args.context, proposing, (admin) => changeEmail(admin, input))
      },
    ),
    refusals: {
      ...emailRefusals,
      ...unresolvedRefusals('Error', 'No auth account'),
      taken: refuseEmail(emailRefusals.taken),
      same: refuseEmail(emailRefusals.same),
    },
    refusedToast: toastOf('Error', { userId: 'User ID required', email: 'Invalid email' }),
    done: ({ account }) => ({
      to: `${usersHome}/update-email/${account.id}/updated`,
      toast: { kind: 'success', title: 'Email updated' },
    }),
    failed: { title: 'Error', text: 'Failed to update email' },
  })
}

function refuseEmail(sentence: string) {
  const toast = { kind: 'error', title: 'Error', text: sentence } as const
  return { errors: { email: sentence }, toast }
}

export const meta: Route.MetaFunction = (args) => pageTitle('Update Email', args)

export default function UpdateEmail({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AccountTab
      facts={loaderData}
      actionData={actionData}
      tab={'Update Email'}
      act={'Update Email'}
      pendingAct="Updating email"
      isReady={(form) => form.get('userId') !== '' && isEmail(String(form.get('email')))}
    >
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
      <EmailConsequences>
        <NeedsApproval of="For a member of staff" alone={loaderData.alone} />
      </EmailConsequences>
    </AccountTab>
  )
}

/** Approximate; the server decides. */
function isEmail(typed: string) {
  return typed.length < 300 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed.trim())
}
