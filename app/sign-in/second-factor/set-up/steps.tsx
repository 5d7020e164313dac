import { Link } from 'react-router'
import type { SecretToScan } from '../../../domain/accounts/second-factor-set-up.server.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { ActionForm } from '../../../ui/form.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { FormReply } from '../../../values/form.ts'

/** First: whoever sets up a second factor says that it is them. */
export function AskPassword({
  required,
  reply,
  back,
}: {
  required: boolean
  reply: FormReply | undefined
  back: string
}) {
  return (
    <>
      <h1 className="door-title">Set up your second factor</h1>
      <p className="pt-2 text-muted">
        {required
          ? 'Administrators here sign in with a second factor. Until yours is set up, nothing else opens.'
          : 'A code from an app on your phone, asked for after the password. A stolen password is then not enough.'}
      </p>
      <p className="pt-3 text-muted">
        You need an authenticator app, such as Aegis, 2FAS, Google Authenticator or Microsoft Authenticator.
      </p>
      <ActionForm reply={reply} replace className="grid gap-5 pt-7 *:data-form-alert:mb-0">
        <PasswordField name="currentPassword" label="Your password" autoComplete="current-password" />
        <SubmitButton pendingLabel="Continuing" className="w-full">
          Continue
        </SubmitButton>
      </ActionForm>
      <WayOut required={required} back={back} />
    </>
  )
}

function WayOut({ required, back }: { required: boolean; back: string }) {
  if (!required) {
    return (
      <p className="door-foot">
        <Link to={back}>Back, without a second factor</Link>
      </p>
    )
  }
  return (
    <form method="post" action="/logout" className="door-foot">
      <button type="submit" className="min-h-11 text-link underline underline-offset-[0.2em]">
        Sign out
      </button>
    </form>
  )
}

/** Then: the app reads the secret, and a first code shows that it did. */
export function ScanSecret({ secret, reply }: { secret: SecretToScan; reply: FormReply | undefined }) {
  return (
    <>
      <h1 className="door-title">Scan this with your app</h1>
      <p className="pt-2 text-muted">Open your authenticator app, add an account, and point the camera here.</p>
      <img
        src={secret.picture}
        width={208}
        height={208}
        alt="QR code with the secret of your second factor"
        className="mt-6 size-52 rounded-card border border-line bg-white"
      />
      <details className="mt-4">
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-link">Cannot scan it?</summary>
        <p className="text-muted">
          <a href={secret.uri} className="text-link underline underline-offset-[0.2em]">
            Open it in the app on this device
          </a>
          , or type this secret into the app (by time, six digits):
        </p>
        <p className="mt-1 font-mono text-md break-words" translate="no">
          {secret.text.match(/.{1,4}/g)?.join(' ')}
        </p>
      </details>
      <ActionForm reply={reply} replace className="grid gap-5 pt-5 *:data-form-alert:mb-0">
        <input type="hidden" name="intent" value="finish" />
        <TextField
          name="code"
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          hint="The six digits that the app shows now"
        />
        <SubmitButton pendingLabel="Turning on" className="w-full">
          Turn on the second factor
        </SubmitButton>
      </ActionForm>
    </>
  )
}

/** The page was opened again: there is nothing left to set up. */
export function AlreadyOn({ next }: { next: string }) {
  return (
    <>
      <h1 className="door-title">Your second factor is on</h1>
      <p className="pt-2 pb-7 text-muted">Every sign-in asks for a code after the password.</p>
      <ButtonLink look="primary" to={next} className="w-full">
        Continue
      </ButtonLink>
    </>
  )
}
