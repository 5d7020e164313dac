import { type ReactNode, useState } from 'react'
import type { FetcherWithComponents } from 'react-router'
import type { ActionReply } from '../../../platform/http/form-action.server.ts'
import { Toaster } from '../../../ui/feedback/toaster.tsx'
import { FieldGrid } from '../../../ui/fields/field.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { DialogBody, DialogFoot } from '../../../ui/layout/dialog-parts.tsx'
import { DialogCancel } from '../../../ui/layout/route-dialog.tsx'
import { ArchivedNamesake } from './archived-namesake.tsx'
import { CreationEffects } from './creation-effects.tsx'
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
