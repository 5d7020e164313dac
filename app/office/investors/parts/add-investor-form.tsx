import { type ReactNode, useState } from 'react'
import { type FetcherWithComponents, Link } from 'react-router'
import type { ActionReply } from '../../../platform/http/form-action.server.ts'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { Toaster } from '../../../ui/feedback/toaster.tsx'
import { FieldGrid } from '../../../ui/fields/field.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { DialogBody, DialogFoot } from '../../../ui/layout/dialog-parts.tsx'
import { DialogCancel } from '../../../ui/layout/route-dialog.tsx'
import { Consequence, Consequences } from '../../parts/consequences.tsx'
import { investorsHome } from '../../paths.ts'
import { LinkQuestion } from './link-question.tsx'

/** Why no investor was added. `known` is an account that could be linked. */
export type AddReply = ActionReply<{
  known: { name: string; email: string; isClosed: boolean; hasPassword: boolean }
  archived: { id: string; name: string }
}>

type Props = {
  /** Initial values, when the person is already known. */
  now?: { fullName: string; email: string; phone: string }
  newKey: string
  linkLifetime: string
  answer: AddReply | undefined
  fetcher: FetcherWithComponents<unknown>
  /** Extra content above the fields. */
  children?: ReactNode
}

export function AddInvestorForm({ now, newKey, linkLifetime, answer, fetcher, children }: Props) {
  const { known = null, archived = null } = answer ?? {}
  // Keeps the first idempotency key across revalidation, so that a double submit stays harmless.
  const [key] = useState(answer?.reply.values.key ?? newKey)
  return (
    <>
      <ActionForm reply={answer?.reply} fetcher={fetcher}>
        <DialogBody>
          <input type="hidden" name="key" value={key} />
          {children}
          <FieldGrid>
            <TextField
              name="fullName"
              label="Full Name"
              required
              span="full"
              autoComplete="off"
              {...(now && { defaultValue: now.fullName })}
            />
            <TextField
              name="email"
              type="email"
              label="Email"
              required
              span="full"
              autoComplete="off"
              spellCheck={false}
              autoCapitalize="none"
              {...(now && { defaultValue: now.email })}
            />
            {known && <LinkQuestion {...known} />}
            {archived && <ArchivedNamesake {...archived} />}
            <TextField
              name="phone"
              type="tel"
              label="Phone"
              optional
              span="full"
              autoComplete="off"
              {...(now && { defaultValue: now.phone })}
            />
            <CreationEffects linked={known !== null} linkLifetime={linkLifetime} />
          </FieldGrid>
        </DialogBody>
        <DialogFoot>
          <DialogCancel />
          <SubmitButton pendingLabel="Adding investor">
            {known ? 'Add investor and link the account' : 'Add investor and send invitation'}
          </SubmitButton>
        </DialogFoot>
      </ActionForm>
      <Toaster toast={answer?.toast} />
    </>
  )
}

/** The email belongs to an archived investor, who is restored rather than added again. */
function ArchivedNamesake({ id, name }: { id: string; name: string }) {
  return (
    <div className="col-span-full">
      <Alert tone="warning">
        <p className="font-[560]">This email belongs to an archived investor</p>
        <p>
          It belongs to <bdi>{name}</bdi>.{' '}
          <Link
            to={`${investorsHome}/${id}/restore`}
            className="font-medium text-link underline underline-offset-2"
          >
            Restore them instead
          </Link>
        </p>
      </Alert>
    </div>
  )
}

/** `linked`: the account exists already. */
function CreationEffects({ linked, linkLifetime }: { linked: boolean; linkLifetime: string }) {
  return (
    <Consequences>
      <Consequence of="Investor">is created, with $0 invested</Consequence>
      <Consequence of="Sign-in account">
        {linked ? 'stays as it is and is linked' : 'is created with the role investor'}
      </Consequence>
      <Consequence of="Invitation">
        {linked ? 'is not sent' : `goes to the email above, valid for ${linkLifetime}`}
      </Consequence>
    </Consequences>
  )
}
