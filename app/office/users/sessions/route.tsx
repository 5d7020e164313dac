import { EndSessionsSchema } from '../../../domain/accounts/administration/administration-schema.ts'
import {
  type AccountSession,
  endSessionsOf,
  listSessionsOf,
} from '../../../domain/accounts/administration/sessions-of.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import { adminCommand, adminQuery } from '../../../platform/session/session.server.ts'
import { Moment } from '../../../ui/day.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { counted } from '../../../values/counted.ts'
import { accountSteps, addressAfter, loadAccountAction } from '../account-action.server.ts'
import { AccountDialog } from '../account-action.tsx'
import { accountRefusals, toastOf, unresolvedRefusals } from '../messages.ts'
import type { Route } from './+types/route.ts'

const title = 'Error ending sessions'

export async function loader(args: Route.LoaderArgs) {
  const { context, params } = args
  const facts = await loadAccountAction(args)
  const sessions = await adminQuery(context, (admin) => listSessionsOf(admin, params.userId))
  return { ...facts, sessions }
}

export function action(args: Route.ActionArgs) {
  return formAction(args, {
    ...accountSteps(args, EndSessionsSchema, ({ id: userId }, { session }) =>
      adminCommand(args.context, (admin) =>
        endSessionsOf(admin, { userId, sessionId: session || null }),
      ),
    ),
    refusals: { ...unresolvedRefusals(title), 'not-allowed': accountRefusals['not-allowed'] },
    refusedToast: toastOf(title),
    done: ({ ended, account: { name } }) => ({
      to: addressAfter(args),
      toast:
        ended === 0
          ? { kind: 'warning', title: 'Session already ended', text: 'It had already ended.' }
          : {
              kind: 'success',
              title: 'Sessions ended',
              text: `${counted(ended, 'session')} of ${name} ended. They must sign in again.`,
            },
    }),
    failed: { title, text: 'There was a problem ending the sessions.' },
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Sessions', args)

export default function UserSessions({ loaderData, actionData }: Route.ComponentProps) {
  const { account, sessions } = loaderData
  if (!account) return null
  return (
    <AccountDialog
      facts={loaderData}
      actionData={actionData}
      title="Where they are signed in"
      act="End all sessions"
      pendingAct="Ending sessions"
    >
      {sessions.length === 0 ? (
        <p className="col-span-full text-muted">
          No sessions. Devices appear here while they are signed in.
        </p>
      ) : (
        <ul className="col-span-full divide-y divide-line">
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
    </AccountDialog>
  )
}

function SessionRow({ session }: { session: AccountSession }) {
  const { id, device, address, usedAt } = session
  return (
    <li className="flex min-h-14 items-center gap-3 py-2.5">
      <Icon name={device.kind === 'phone' ? 'mobile' : 'laptop'} className="text-muted" />
      <div className="min-w-0 flex-1 leading-[1.35]">
        <b className="font-[550] wrap-anywhere">{device.name}</b>
        <span className="block text-xs text-muted">
          {address && <span className="break-all">{address}, </span>}
          last used <Moment at={usedAt} />
        </span>
      </div>
      <SubmitButton look="secondary" size="small" name="session" value={id}>
        End<span className="sr-only"> session, {device.name}</span>
      </SubmitButton>
    </li>
  )
}
