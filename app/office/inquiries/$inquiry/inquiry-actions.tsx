import type { InquiryInFull } from '../../../domain/inquiries/inquiries.server.ts'
import type { InquiryStatus } from '../../../domain/inquiries/inquiry.ts'
import type { InquiryAct } from '../../../domain/inquiries/inquiry-acts-schema.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { Icon } from '../../../ui/icon.tsx'
import { DialogLink } from '../../../ui/layout/dialog-link.tsx'
import type { FormReply } from '../../../values/form.ts'
import { inquiriesHome } from '../../paths.ts'

/** Actions allowed in each status. */
const actsOf: Record<InquiryStatus, { act: InquiryAct; words: string }[]> = {
  new: [
    { act: 'contacted', words: 'Mark as contacted' },
    { act: 'closed', words: 'Close' },
  ],
  contacted: [
    { act: 'closed', words: 'Close' },
    { act: 'new', words: 'Mark as new' },
  ],
  closed: [{ act: 'new', words: 'Reopen' }],
  converted: [{ act: 'new', words: 'Reopen' }],
}
const spamAct = { act: 'spam', words: 'Mark as spam' } as const
const notSpamAct = { act: 'not-spam', words: 'Not spam' } as const

type Answer = { reply: FormReply }
type Props = { inquiry: InquiryInFull; actionData: Answer | undefined; newKey: string }

/** An inquiry whose sender became an investor has no actions; a question of the portal has those of its status. */
export function InquiryActions({ inquiry, actionData, newKey }: Props) {
  const { id, name, version, isSpam, investor, sameEmail, status } = inquiry
  const { answer, fetcher } = useAnswer<Answer>(actionData)
  const isAsked = inquiry.source === 'portal'
  const isDone = investor !== null && !isAsked
  const acts = isAsked
    ? actsOf[status]
    : isDone
      ? []
      : isSpam
        ? [notSpamAct]
        : [...actsOf[status], spamAct]
  const isKnown = sameEmail !== null && !sameEmail.isArchived
  const canBecome = !investor && !isSpam
  return (
    <div className="grid gap-2 border-b border-line pt-4 pb-5">
      {canBecome && inquiry.interest && <ConvertWithRequest inquiry={inquiry} newKey={newKey} />}
      <ActionForm reply={answer?.reply} fetcher={fetcher}>
        <input type="hidden" name="version" value={version} />
        <div className="flex flex-wrap gap-2">
          {canBecome && (
            <DialogLink
              look={inquiry.interest ? 'secondary' : 'primary'}
              icon={isKnown ? 'investors' : 'plus'}
              to={`${inquiriesHome}/${id}/convert`}
            >
              {isKnown ? `Link to ${sameEmail.name}` : `Make ${firstWords(name)} an investor`}
            </DialogLink>
          )}
          <a href={replyTo(inquiry)} className={buttonClass('secondary')}>
            <Icon name="mail" size="small" />
            Reply
          </a>
          {acts.map(({ act, words }) => (
            <SubmitButton key={act} look="secondary" name="act" value={act}>
              {words}
            </SubmitButton>
          ))}
        </div>
      </ActionForm>
    </div>
  )
}

/** Adds or links the investor with the inquiry's own facts and sends their request; a refusal opens the dialog. */
function ConvertWithRequest({
  inquiry,
  newKey,
}: Pick<Props, 'newKey'> & { inquiry: InquiryInFull }) {
  const { id, name, email, phone, sameEmail } = inquiry
  const isKnown = sameEmail !== null && !sameEmail.isArchived
  const facts = isKnown
    ? { investorId: sameEmail.id }
    : { key: newKey, fullName: name, email, phone: phone ?? '', linkedEmail: '' }
  return (
    <ActionForm reply={undefined} action={`${inquiriesHome}/${id}/convert`} nothingToType>
      {Object.entries(facts).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <SubmitButton pendingLabel="Adding">
        {isKnown ? 'Link and send the request' : 'Make an investor and send the request'}
      </SubmitButton>
    </ActionForm>
  )
}

/** Shortens a long name to fit a button; the full name is shown above. */
const firstWords = (name: string) => (name.length > 40 ? 'this person' : name)

/** A mailto link. Nothing typed by the visitor is quoted. */
function replyTo({ email, subject, project }: InquiryInFull): string {
  const about = subject ?? (project ? `About: ${project.name}` : 'Your message')
  return `mailto:${email}?subject=${encodeURIComponent(`Re: ${about}`.replace(/\p{Surrogate}/gu, '?'))}`
}
