import type { ReactNode } from 'react'
import type { FetcherWithComponents } from 'react-router'
import type { ListedMail } from '../../../domain/inquiries/outbox-list.server.ts'
import { carriesLink } from '../../../domain/outbox/mail.ts'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { inputClass } from '../../../ui/fields/field.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import type { FormReply } from '../../../values/form.ts'
import { type Confirmation, ConfirmIdentity } from '../../parts/confirm-identity.tsx'

type Props = {
  mail: ListedMail
  /** The new link, shown only once. */
  link: string | null
  reply: FormReply | undefined
  fetcher: FetcherWithComponents<unknown>
  confirm: Confirmation
}

/** A new link for an undelivered email: hidden, then shown once. */
export function LinkInMail({ mail, link, reply, fetcher, confirm }: Props) {
  if (!carriesLink(mail.template)) return null
  if (link) return <ShownLink link={link} />
  if (mail.canShowLink) {
    return (
      <Frame>
        <ActionForm reply={reply} fetcher={fetcher}>
          <p className="col-span-full text-muted">
            You can give it to {mail.name} in another way. Earlier links stop working, the audit log
            records it, and the person is notified by email.
          </p>
          <ConfirmIdentity {...confirm} />
          <SubmitButton
            look="secondary"
            icon="eye"
            pendingLabel="Creating the link"
            className="justify-self-start"
          >
            Show link
          </SubmitButton>
        </ActionForm>
      </Frame>
    )
  }
  // The email was sent or became obsolete between the page and the click.
  if (reply?.message) {
    return (
      <Frame>
        <Alert tone="negative">{reply.message}</Alert>
      </Frame>
    )
  }
  if (mail.state !== 'failed' || mail.role !== 'admin') return null
  return (
    <Frame>
      <p className="text-muted">A link to an administrator’s account is never shown here.</p>
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <section className="mt-5 grid gap-3 border-t border-line pt-4">
      <h3 className="font-semibold">Link in the email</h3>
      {children}
    </section>
  )
}

function ShownLink({ link }: { link: string }) {
  return (
    <Frame>
      <p role="status" className="text-muted">
        Copy it now: it is not shown again. It works once, for anyone who has it.
      </p>
      <textarea
        readOnly
        rows={3}
        value={link}
        aria-label="Link"
        className={`${inputClass} py-2 font-mono text-xs wrap-anywhere`}
        onFocus={(event) => event.currentTarget.select()}
      />
    </Frame>
  )
}
