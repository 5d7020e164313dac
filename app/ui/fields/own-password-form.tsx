import { useFetcher } from 'react-router'
import type { FormReply } from '../../values/form.ts'
import { ActionForm } from './form.tsx'
import { HiddenUsername } from './hidden-username.tsx'
import { PasswordField } from './password-field.tsx'
import { SubmitButton } from './submit-button.tsx'

/**
 * Changes one's own password and stays on the page. The action has its own address, which redirects
 * to `next` without script. Give it a key that changes with the password, so that it resets.
 */
export function OwnPasswordForm({ email, next }: { email: string; next: string }) {
  const fetcher = useFetcher<{ reply: FormReply }>()
  return (
    <ActionForm
      fetcher={fetcher}
      reply={fetcher.data?.reply}
      action={`/login/new-password?next=${encodeURIComponent(next)}`}
      className="grid gap-4 sm:grid-cols-2 *:data-form-alert:mb-0"
    >
      <OwnPasswordFields email={email} inPage />
    </ActionForm>
  )
}

export function OwnPasswordFields({ email, inPage = false }: { email: string; inPage?: boolean }) {
  return (
    <>
      <HiddenUsername email={email} />
      <PasswordField
        name="currentPassword"
        label="Current password"
        autoComplete="current-password"
        span="full"
      />
      <PasswordField
        name="password"
        label="New password"
        autoComplete="new-password"
        hint="At least 8 characters, without your name or email"
      />
      <PasswordField name="confirmPassword" label="Confirm password" autoComplete="new-password" />
      <div className="col-span-full">
        <SubmitButton pendingLabel="Changing password" {...(inPage ? {} : { className: 'w-full' })}>
          Change password
        </SubmitButton>
      </div>
    </>
  )
}
