import { type FetcherWithComponents, Link } from 'react-router'
import type { KnownAccount } from '../../../domain/accounts/find-account.server.ts'
import { DialogBody, DialogFoot } from '../../../ui/dialog-parts.tsx'
import { FieldGrid } from '../../../ui/field.tsx'
import { ActionForm } from '../../../ui/form.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { DialogCancel } from '../../../ui/route-dialog.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import type { FormReply } from '../../../values/form.ts'
import { ConfirmYourself } from '../../parts/confirm-yourself.tsx'
import { Consequence, Consequences } from '../../parts/consequences.tsx'
import { ChoiceSwitch } from '../choice-switch.tsx'

type Props = {
  account: KnownAccount & { isOneself: boolean }
  confirm: { needed: boolean; factor: boolean }
  reply: FormReply | undefined
  fetcher: FetcherWithComponents<unknown>
  formKey: string
  /** A direct set has just failed: a mail is offered, and never sent by itself (W-07). */
  isOffered: boolean
}

const modes = [
  { value: 'direct', label: 'Set password directly' },
  { value: 'email', label: 'Send reset email' },
]
const onlyDirect = 'group-has-[[value=email]:checked]/mode:hidden'
const onlyEmail = 'hidden group-has-[[value=email]:checked]/mode:contents'

/** The switch between the two ways (MUS-017). Which parts belong to the one chosen, the style sheet knows. */
export function ResetForm({ account, confirm, reply, fetcher, formKey, isOffered }: Props) {
  if (account.isOneself) return <OwnReset {...{ confirm, reply, fetcher, formKey }} />
  return (
    <ActionForm reply={reply} fetcher={fetcher} className="group/mode">
      <DialogBody>
        <input type="hidden" name="key" value={formKey} />
        <FieldGrid>
          <ChoiceSwitch name="mode" label="How to reset it" options={modes} defaultValue="direct" />
          <div className={`col-span-full grid gap-4 ${onlyDirect}`}>
            <PasswordField
              name="password"
              label="New password"
              autoComplete="new-password"
              span="full"
              hint="At least 8 characters, without their name or email"
            />
            <Consequences>
              <Consequence of="Sessions">end now</Consequence>
              <Consequence of="Next sign-in">asks for a password of their own</Consequence>
              <Consequence of={account.name}>is told by mail, without the password</Consequence>
            </Consequences>
          </div>
          <p className={onlyEmail}>
            <span className="col-span-full">
              A link to choose a new password goes to{' '}
              <bdi className="wrap-anywhere">{account.email}</bdi>. The present one works until it
              is used.
            </span>
          </p>
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
        <SubmitButton>
          <span className={onlyDirect}>Set password</span>
          <span className={onlyEmail}>Send reset email</span>
        </SubmitButton>
      </DialogFoot>
    </ActionForm>
  )
}

type OwnProps = Pick<Props, 'confirm' | 'reply' | 'fetcher' | 'formKey'>

/** One's own password is changed by who knows the present one; a link can be mailed to oneself as to anybody. */
function OwnReset({ confirm, reply, fetcher, formKey }: OwnProps) {
  return (
    <ActionForm reply={reply} fetcher={fetcher}>
      <DialogBody>
        <input type="hidden" name="key" value={formKey} />
        <input type="hidden" name="mode" value="email" />
        <FieldGrid>
          <p className="col-span-full">
            This is your own account. Change your password under{' '}
            <Link to="/admin-dashboard/security" className="text-link underline">
              Security
            </Link>
            , or have a link mailed to you.
          </p>
          <ConfirmYourself {...confirm} />
        </FieldGrid>
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton>Send reset email</SubmitButton>
      </DialogFoot>
    </ActionForm>
  )
}
