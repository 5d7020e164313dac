import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { useLocation } from 'react-router'
import {
  hasMailServer,
  hasMailTransport,
  isMailFailing,
} from '../../../domain/accounts/administration/mail-availability.server.ts'
import type { InvitationState } from '../../../domain/accounts/invitations/invitation.ts'
import { InvitationActSchema } from '../../../domain/accounts/invitations/invitation-schema.ts'
import { invitationLifetime } from '../../../domain/accounts/invitations/invitations.server.ts'
import {
  resendInvitation,
  withdrawInvitation,
} from '../../../domain/accounts/invitations/resend-invitation.server.ts'
import { inviteInvestor } from '../../../domain/investors/invite-investor.server.ts'
import {
  findInvited,
  type InvitedInvestor,
} from '../../../domain/investors/invited-investor.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import {
  adminCommand,
  adminQuery,
  type Context,
  notFound,
} from '../../../platform/session/session.server.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Toaster } from '../../../ui/feedback/toaster.tsx'
import { FieldGrid } from '../../../ui/fields/field.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/layout/route-dialog.tsx'
import type { Toast } from '../../../values/toast.ts'
import { Consequence, Consequences } from '../../parts/consequences.tsx'
import { pageBehindInvestorDialog } from '../../paths.ts'
import { undeliveredTitle } from '../invitation-labels.ts'
import type { Route } from './+types/route.ts'
import { InvitationPanel } from './invitation-panel.tsx'

function undelivered(state: InvitationState): Toast {
  const text =
    state === 'held'
      ? 'No mail server is set up. It will be sent once there is one.'
      : 'Email is not being delivered at the moment. Send it again later.'
  return { title: undeliveredTitle, text, kind: 'warning', seconds: 10 }
}

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const invited = await requireInvitee(context, params.investorId)
  const { linkLifetime, trouble, canCopy } = await adminQuery(context, async (admin) => ({
    linkLifetime: await invitationLifetime(admin),
    trouble: await isMailFailing(admin),
    canCopy: !hasMailServer(),
  }))
  const warning = url.pathname.endsWith('/added') ? undelivered(invited.standing.state) : null
  return { invited, linkLifetime, trouble, canCopy, warning, key: randomUUID() }
}

async function requireInvitee(context: Context, investorId: string): Promise<InvitedInvestor> {
  const invited = await adminQuery(context, (admin) => findInvited(admin, investorId))
  if (!invited) throw notFound()
  return invited
}

export function action(args: Route.ActionArgs) {
  const { url, params, context } = args
  const { investorId } = params
  return formAction(args, {
    guard: () => requireInvitee(context, investorId),
    schema: InvitationActSchema,
    run: async ({ value: { act, key }, subject: { userId } }) => {
      const done = await adminCommand(context, async (admin) =>
        userId === null
          ? first(admin, act, { key, investorId })
          : again(admin, act, { key, userId }),
      )
      return 'refused' in done ? done : { mayGoOut: await adminQuery(context, hasMailTransport) }
    },
    refusals: sentences,
    done: ({ mayGoOut }, { value, subject }) => ({
      to: pageBehindInvestorDialog(url, investorId),
      toast:
        value.act === 'send'
          ? {
              kind: 'success',
              title: 'Invitation queued',
              text: mayGoOut ? `It goes to ${subject.email}.` : unsent,
            }
          : {
              kind: 'success',
              title: 'Invitation withdrawn',
              text: `The invitation link sent to ${subject.name} no longer works.`,
            },
    }),
    failed: { title: 'The invitation was not changed', text: 'Nothing was changed.' },
  })
}

type Act = 'send' | 'withdraw'
type Admin = Parameters<typeof resendInvitation>[0]

const again = (admin: Admin, act: Act, { key, userId }: { key: string; userId: string }) =>
  act === 'send' ? resendInvitation(admin, { key, userId }) : withdrawInvitation(admin, userId)

/** People without an account have no invitation to withdraw. */
const first = async (admin: Admin, act: Act, facts: { key: string; investorId: string }) =>
  act === 'send' ? inviteInvestor(admin, facts) : { refused: 'not-pending' as const }

const unsent = 'No mail server is set up. The email will be sent once there is one.'

const sentences = {
  unknown: 'This account no longer exists.',
  'not-pending': 'They have set their password already, or their account was closed.',
  'email-in-use':
    'Another account signs in with this email. Change the email of one of them first.',
  'not-allowed': 'You are no longer an administrator. Nothing was changed.',
  'key-reused': 'The form was already sent with a different text. Reload the page and try again.',
}

export const meta: Route.MetaFunction = (args) => pageTitle('Invitation', args)

export default function Invitation({ loaderData, actionData }: Route.ComponentProps) {
  const { invited, linkLifetime, trouble, canCopy, warning } = loaderData
  const { answer, fetcher } = useAnswer(actionData)
  // Keeps the first idempotency key across revalidation, so that a double submit stays harmless.
  const [key] = useState(answer?.reply.values.key ?? loaderData.key)
  const { pathname, search } = useLocation()
  const linkHome = `${pathname.replace(/\/(invitation|added)$/, '')}/invitation-link`
  const { state } = invited.standing
  const mayWithdraw = state !== 'none' && state !== 'moved' && state !== 'withdrawn'
  return (
    <RouteDialog title="Invitation" subtitle={`${invited.name}, ${invited.email}`}>
      <ActionForm reply={answer?.reply} fetcher={fetcher}>
        <DialogBody>
          <input type="hidden" name="key" value={key} />
          <FieldGrid>
            <InvitationPanel standing={invited.standing} trouble={trouble} />
            <Consequences>
              {invited.userId === null ? (
                <Consequence of="Send">
                  opens their account and emails a link, valid for {linkLifetime}, to set a password
                </Consequence>
              ) : (
                <Consequence of="Send again">
                  emails a new link, valid for {linkLifetime}; the earlier one ends
                </Consequence>
              )}
              {mayWithdraw && (
                <Consequence of="Withdraw">
                  ends the link immediately; they can be invited again later
                </Consequence>
              )}
            </Consequences>
          </FieldGrid>
        </DialogBody>
        <DialogFoot>
          <DialogCancel />
          {canCopy && (
            <ButtonLink to={{ pathname: linkHome, search }} preventScrollReset>
              Copy invitation link
            </ButtonLink>
          )}
          {mayWithdraw && (
            <SubmitButton look="secondary" name="act" value="withdraw">
              Withdraw invitation
            </SubmitButton>
          )}
          <SubmitButton name="act" value="send">
            {state === 'none' ? 'Send invitation' : 'Send invitation again'}
          </SubmitButton>
        </DialogFoot>
      </ActionForm>
      <Toaster toast={warning} />
    </RouteDialog>
  )
}
