import { hasMailServer } from '../../../domain/accounts/administration/mail-availability.server.ts'
import { invitationLifetime } from '../../../domain/accounts/invitations/invitations.server.ts'
import { handOutInvestorInvitation } from '../../../domain/investors/invite-investor.server.ts'
import { findInvited } from '../../../domain/investors/invited-investor.server.ts'
import { type ActionReply, formAction } from '../../../platform/http/form-action.server.ts'
import {
  adminCommand,
  adminQuery,
  type Context,
  notFound,
} from '../../../platform/session/session.server.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { FieldGrid, inputClass } from '../../../ui/fields/field.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { DialogNotice } from '../../../ui/layout/dialog-notice.tsx'
import { DialogBody, DialogFoot } from '../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/layout/route-dialog.tsx'
import { needsConfirmation, requireConfirmation } from '../../parts/confirm-identity.server.ts'
import { ConfirmIdentity } from '../../parts/confirm-identity.tsx'
import { Consequence, Consequences } from '../../parts/consequences.tsx'
import { NamedInvestor } from '../../parts/named-investor.tsx'
import type { Route } from './+types/route.ts'

/** The link exists only in this response. */
type LinkReply = ActionReply<{ link: string }>

export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await adminQuery(context, async (admin) => {
    const invited = await findInvited(admin, params.investorId)
    if (!invited) throw notFound()
    return { invited, linkLifetime: await invitationLifetime(admin), isMailed: hasMailServer() }
  })
  return { ...found, confirm: await needsConfirmation(context) }
}

export function action(args: Route.ActionArgs) {
  const { params, context } = args
  const { investorId } = params
  return formAction(args, {
    guard: () => requireInvitee(context, investorId),
    run: async ({ form, subject: { userId } }) =>
      (await requireConfirmation(context, form)) ??
      adminCommand(context, (admin) => handOutInvestorInvitation(admin, { investorId, userId })),
    refusals: sentences,
    done: ({ link }) => ({ facts: { link } }),
    failed: 'The link could not be created',
  })
}

async function requireInvitee(context: Context, investorId: string) {
  const invited = await adminQuery(context, (admin) => findInvited(admin, investorId))
  if (!invited) throw notFound()
  return invited
}

const mailWorks =
  'A mail server is set up, so invitations are sent by email. Links of undelivered emails are in the outbox.'

const sentences = {
  unknown: 'This investor no longer exists or was archived.',
  'not-pending': 'They have set their password already, or their account was closed.',
  'email-in-use':
    'Another account signs in with this email. Change the email of one of them first.',
  administrator: 'This is the account of an administrator, whose links are never shown.',
  'not-allowed': 'You are no longer an administrator. Nothing was changed.',
  'mail-works': mailWorks,
}

export const meta: Route.MetaFunction = (args) => pageTitle('Invitation Link', args)

export default function InvitationLink({ loaderData, actionData }: Route.ComponentProps) {
  const { invited, linkLifetime, isMailed, confirm } = loaderData
  const { answer, fetcher } = useAnswer<LinkReply>(actionData)
  return (
    <RouteDialog title="Invitation link" subtitle={<NamedInvestor {...invited} />}>
      {answer?.link ? (
        <ShownLink link={answer.link} />
      ) : isMailed ? (
        <Closed />
      ) : (
        <ActionForm reply={answer?.reply} fetcher={fetcher}>
          <DialogBody>
            <FieldGrid>
              <ConfirmIdentity {...confirm} />
              <Consequences>
                <Consequence of="Show link">
                  creates a link, valid for {linkLifetime}, to set a password; earlier ones end
                </Consequence>
                {invited.userId === null && (
                  <Consequence of="Account">is opened and waits for the password</Consequence>
                )}
                <Consequence of="Audit log">records that you created it</Consequence>
              </Consequences>
            </FieldGrid>
          </DialogBody>
          <DialogFoot>
            <DialogCancel />
            <SubmitButton icon="eye" pendingLabel="Creating the link">
              Show link
            </SubmitButton>
          </DialogFoot>
        </ActionForm>
      )}
    </RouteDialog>
  )
}

function Closed() {
  return <DialogNotice tone="info">{mailWorks}</DialogNotice>
}

function ShownLink({ link }: { link: string }) {
  return (
    <>
      <DialogBody>
        <div className="grid gap-3">
          <p role="status">
            Copy it now: it is not shown again. It works once, for anyone who has it.
          </p>
          <textarea
            readOnly
            rows={3}
            value={link}
            aria-label="Invitation link"
            className={`${inputClass} py-2 font-mono text-xs wrap-anywhere`}
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton text={link} label="Copy link" />
        </div>
      </DialogBody>
      <DialogFoot>
        <DialogCancel>Close</DialogCancel>
      </DialogFoot>
    </>
  )
}
