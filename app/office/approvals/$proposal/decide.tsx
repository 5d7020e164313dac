import type { ReactNode } from 'react'
import type { FetcherWithComponents } from 'react-router'
import type { Proposal } from '../../../domain/approvals/proposals.server.ts'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextareaField } from '../../../ui/fields/textarea-field.tsx'
import { DialogBody, DialogFoot } from '../../../ui/layout/dialog-parts.tsx'
import { DialogCancel } from '../../../ui/layout/route-dialog.tsx'
import type { FormReply } from '../../../values/form.ts'
import { type Confirmation, ConfirmIdentity } from '../../parts/confirm-identity.tsx'

type Props = {
  proposal: Pick<Proposal, 'state' | 'approval'>
  isOwn: boolean
  /** Whether it changes the account of the person who reads it. */
  isAboutYou: boolean
  /** How the person who approves confirms their identity, where that is needed. */
  confirmation: Confirmation | null
  /** Whether this person may send it again as a new proposal. */
  mayPropose: boolean
  reply: FormReply | undefined
  fetcher: FetcherWithComponents<unknown>
  children: ReactNode
}

/** The facts, and the buttons that this person has: approve and decline, or withdraw what they proposed. */
export function Decide({ proposal, isOwn, isAboutYou, ...rest }: Props) {
  const { confirmation, mayPropose, reply, fetcher, children } = rest
  const { state, approval } = proposal
  const isOpen = state === 'open'
  const mayApprove = isOpen && (approval === 'second-person' || approval === 'alone')
  const mayDecline = isOpen && approval === 'second-person'
  const mayWithdraw = isOwn && (isOpen || state === 'expired')
  return (
    <ActionForm reply={reply} fetcher={fetcher}>
      <DialogBody>
        {isOpen && <Advice approval={approval} isOwn={isOwn} isAboutYou={isAboutYou} />}
        {/* What is decided is read first, from its beginning. */}
        <div tabIndex={-1} data-start="" className="outline-none">
          {children}
        </div>
        {(mayApprove || mayPropose) && confirmation && (
          <div className="mt-4">
            <ConfirmIdentity {...confirmation} />
          </div>
        )}
        {mayDecline && (
          <div className="mt-4">
            <TextareaField
              name="reason"
              label="Reason, if you decline"
              optional
              rows={2}
              hint="The person who proposed it sees the reason."
            />
          </div>
        )}
      </DialogBody>
      <DialogFoot>
        <DialogCancel>Close</DialogCancel>
        {mayWithdraw && (
          <SubmitButton look="danger" name="decision" value="withdrawn" pendingLabel="Withdrawing">
            Withdraw
          </SubmitButton>
        )}
        {mayDecline && (
          <SubmitButton look="danger" name="decision" value="declined" pendingLabel="Declining">
            Decline
          </SubmitButton>
        )}
        {mayPropose && (
          <SubmitButton name="decision" value="again" pendingLabel="Proposing">
            Propose again
          </SubmitButton>
        )}
        {mayApprove && (
          <SubmitButton name="decision" value="approved" pendingLabel="Approving">
            {approval === 'alone' ? 'Approve alone' : 'Approve'}
          </SubmitButton>
        )}
      </DialogFoot>
    </ActionForm>
  )
}

type Reader = { approval: Proposal['approval']; isOwn: boolean; isAboutYou: boolean }

function Advice(reader: Reader) {
  const words = adviceOf(reader)
  return words === null ? null : (
    <div className="mb-4">
      <Alert tone="info">{words}</Alert>
    </div>
  )
}

function adviceOf({ approval, isOwn, isAboutYou }: Reader): string | null {
  if (approval === 'second-person') return null
  if (approval === 'alone')
    return 'No one else can approve this. You can approve it alone; it is then listed under By one person.'
  if (approval === 'not-yet-alone')
    return 'You proposed this, and no one else can approve it now. You can do so alone 24 hours after the last other person could.'
  if (isOwn) return 'This is your proposal. Another person must approve it.'
  return isAboutYou
    ? 'This is about your own account. Another person must decide.'
    : 'Your account cannot approve this.'
}
