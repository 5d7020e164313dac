import { Link } from 'react-router'
import type { SecretToScan } from '../../../domain/accounts/second-factor/second-factor-set-up.server.ts'
import { ButtonLink, buttonClass } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { PasswordField } from '../../../ui/fields/password-field.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { FormReply } from '../../../values/form.ts'
import { footClass } from '../../parts/foot-class.ts'

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
      <h1>Set up your second factor</h1>
      <p className="pt-2 text-muted">
        {required
          ? 'Your role needs a second factor. Set yours up to continue.'
          : 'A code from an app on your phone, needed after the password. A stolen password is then not enough.'}
      </p>
      <p className="pt-3 text-muted">
        You need an authenticator app, such as Aegis, 2FAS, Google Authenticator or Microsoft
        Authenticator.
      </p>
      <ActionForm reply={reply} replace className="grid gap-5 pt-7 *:data-form-alert:mb-0">
        <PasswordField
          name="currentPassword"
          label="Your password"
          autoComplete="current-password"
        />
        <SubmitButton pendingLabel="Continuing" className="w-full">
          Continue
        </SubmitButton>
      </ActionForm>
      <p className={footClass}>
        Or{' '}
        <Link to={`/login/passkeys/new?next=${encodeURIComponent(back)}`}>
          add a passkey instead
        </Link>
        , which needs no app.
      </p>
      <WayOut required={required} back={back} />
    </>
  )
}

function WayOut({ required, back }: { required: boolean; back: string }) {
  if (!required) {
    return (
      <p className={footClass}>
        <Link to={back}>Continue without a second factor</Link>
      </p>
    )
  }
  return (
    <form method="post" action="/logout" className={footClass}>
      <button type="submit" className="min-h-11 text-link underline underline-offset-[0.2em]">
        Sign out
      </button>
    </form>
  )
}

export function ScanSecret({
  secret,
  reply,
}: {
  secret: SecretToScan
  reply: FormReply | undefined
}) {
  return (
    <>
      <h1>Add this account to your app</h1>
      <div className="flex flex-col">
        <OnThisDevice secret={secret} />
        <div>
          <p className="pt-4 text-muted md:pt-2">
            <span className="md:hidden">On another device: open</span>
            <span className="max-md:hidden">Open</span> your authenticator app, add an account, and
            scan this code.
          </p>
          <img
            src={secret.picture}
            width={208}
            height={208}
            alt="QR code with the secret of your second factor"
            className="mt-4 aspect-square h-auto w-full max-w-52 rounded-card border border-line bg-white"
          />
        </div>
      </div>
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

/** First on phones, which cannot scan their own screen. */
function OnThisDevice({ secret: { uri, text } }: { secret: SecretToScan }) {
  return (
    <section aria-label="On this device" className="grid gap-3 pt-4 md:order-last">
      <div className="flex flex-wrap gap-2">
        <a href={uri} className={buttonClass('primary', 'normal', 'max-md:w-full')}>
          Open authenticator app
        </a>
        <CopyButton text={text} label="Copy secret" />
      </div>
      <p className="text-sm text-muted">
        Or type this secret into the app (time-based, six digits):
      </p>
      <p className="font-mono text-md break-words select-all" translate="no">
        {text.match(/.{1,4}/g)?.join(' ')}
      </p>
    </section>
  )
}

/** Shown when the page is opened again afterwards. */
export function AlreadyOn({ next }: { next: string }) {
  return (
    <>
      <h1>Your second factor is on</h1>
      <p className="pt-2 pb-7 text-muted">Every sign-in asks for a code after the password.</p>
      <ButtonLink look="primary" to={next} className="w-full">
        Continue
      </ButtonLink>
    </>
  )
}
