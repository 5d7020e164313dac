import type { FetcherWithComponents } from 'react-router'
import type { KnownInvestor } from '../../../domain/investors/find-investor.server.ts'
import { DialogBody, DialogFoot } from '../../../ui/dialog-parts.tsx'
import { FieldGrid } from '../../../ui/field.tsx'
import { ActionForm } from '../../../ui/form.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { DialogCancel } from '../../../ui/route-dialog.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import type { FormReply } from '../../../values/form.ts'
import { ConfirmYourself } from '../../parts/confirm-yourself.tsx'
import { Consequence, Consequences } from '../../parts/consequences.tsx'

type Props = {
  investor: KnownInvestor
  confirm: { needed: boolean; factor: boolean }
  reply: FormReply | undefined
  fetcher: FetcherWithComponents<unknown>
  formKey: string
  /** A direct set has just failed: a mail is offered, and never sent by itself (W-07). */
  isOffered: boolean
}

/** The new password twice, and what setting it means (MIN-031, W-55). */
export function PasswordForm({ investor, confirm, reply, fetcher, formKey, isOffered }: Props) {
  const { fullName, status } = investor
  return (
    <ActionForm reply={reply} fetcher={fetcher}>
      <DialogBody>
        <input type="hidden" name="key" value={formKey} />
        <FieldGrid>
          <PasswordField
            name="password"
            label="New password"
            required
            autoComplete="new-password"
            span="full"
            hint="At least 8 characters, without their name or email"
          />
          <PasswordField
            name="confirmPassword"
            label="Confirm password"
            required
            autoComplete="new-password"
            span="full"
          />
          <Consequences>
            <Consequence of="Sessions">end now</Consequence>
            <Consequence of="Next sign-in">asks for a password of their own</Consequence>
            {status === 'pending' && <Consequence of="Their account">becomes active</Consequence>}
            {status === 'inactive' && (
              <Consequence of="Their account">stays inactive: they cannot sign in</Consequence>
            )}
            <Consequence of={<bdi>{fullName}</bdi>}>
              is told by mail, without the password
            </Consequence>
          </Consequences>
          <ConfirmYourself {...confirm} />
        </FieldGrid>
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        {isOffered && (
          <SubmitButton look="secondary" name="mode" value="instead">
            Send reset email instead
          </SubmitButton>
        )}
        <SubmitButton name="mode" value="direct" pendingLabel="Setting password">
          Set password
        </SubmitButton>
      </DialogFoot>
    </ActionForm>
  )
}
