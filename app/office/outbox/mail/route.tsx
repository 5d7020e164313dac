import { useLocation } from 'react-router'
import { showMailLink } from '../../../domain/accounts/recovery/show-mail-link.server.ts'
import { findMail, type ListedMail } from '../../../domain/inquiries/outbox-list.server.ts'
import { mailTemplateLabels } from '../../../domain/outbox/mail.ts'
import { type ActionReply, formAction } from '../../../platform/http/form-action.server.ts'
import {
  adminCommand,
  adminQuery,
  type Context,
  notFound,
} from '../../../platform/session/session.server.ts'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/layout/route-dialog.tsx'
import { isId } from '../../../values/id.ts'
import { needsConfirmation, requireConfirmation } from '../../parts/confirm-identity.server.ts'
import { SendAgain } from '../send-again.tsx'
import type { Route } from './+types/route.ts'
import { LinkInMail } from './link-in-mail.tsx'
import { MailFacts } from './mail-facts.tsx'

/** The link exists only in this response. */
type LinkReply = ActionReply<{ link: string }>

export async function loader({ params, context }: Route.LoaderArgs) {
  const mail = await requireMail(context, params.mailId)
  return { mail, confirm: await needsConfirmation(context) }
}

async function requireMail(context: Context, mailId: string): Promise<ListedMail> {
  const mail = await adminQuery(context, async (admin) =>
    isId(mailId) ? findMail(admin, mailId) : null,
  )
  if (!mail) throw notFound()
  return mail
}

export function action(args: Route.ActionArgs) {
  const { params, context } = args
  return formAction(args, {
    guard: () => requireMail(context, params.mailId),
    run: async ({ form, subject }) =>
      (await requireConfirmation(context, form)) ??
      adminCommand(context, (admin) => showMailLink(admin, subject.id)),
    refusals: sentences,
    done: ({ link }) => ({ facts: { link } }),
    failed: 'The link could not be created',
  })
}

const sentences = {
  unknown: 'This email has no link.',
  deliverable:
    'This email was sent or is being retried. Links are shown for undelivered email only.',
  administrator: 'This is the account of an administrator, whose links are never shown here.',
  inactive: 'This account is inactive, so a link would not work. Activate it first.',
  pointless: 'A link would no longer work: the password is already set or the address confirmed.',
  'not-allowed': 'You are no longer an administrator. Nothing was changed.',
}

export const meta: Route.MetaFunction = (args) => pageTitle('Email', args)

export default function Mail({ loaderData, actionData }: Route.ComponentProps) {
  const { mail, confirm } = loaderData
  const { search } = useLocation()
  const { answer, fetcher } = useAnswer<LinkReply>(actionData)
  return (
    <RouteDialog title={mailTemplateLabels[mail.template]} subtitle={<bdi>{mail.name}</bdi>}>
      <DialogBody>
        <MailFacts mail={mail} />
        <LinkInMail
          mail={mail}
          link={answer?.link ?? null}
          reply={answer?.reply}
          fetcher={fetcher}
          confirm={confirm}
        />
      </DialogBody>
      <DialogFoot>
        <DialogCancel>Close</DialogCancel>
        {mail.canResend && (
          <SendAgain mail={mail.id} search={search}>
            {mail.state === 'retrying' ? 'Send now' : 'Send again'}
          </SendAgain>
        )}
      </DialogFoot>
    </RouteDialog>
  )
}
