import { Link } from 'react-router'
import type { KnownInvestor } from '../../../domain/investors/find-investor.server.ts'
import type { SignInState } from '../../../domain/investors/investor.ts'
import { Badge, type BadgeTone } from '../../../ui/badge.tsx'
import { CheckboxField } from '../../../ui/fields/checkbox-field.tsx'

const tones: Record<SignInState, BadgeTone> = {
  verified: 'green',
  unverified: 'amber',
  'email-mismatch': 'red',
  'no-auth-account': 'grey',
  'verification-failed': 'amber',
}
const words: Record<SignInState, string> = {
  verified: 'Verified',
  unverified: 'Unverified',
  'email-mismatch': 'Email mismatch',
  'no-auth-account': 'No sign-in account',
  'verification-failed': 'Could not be checked',
}

export function AccountState({ investor }: { investor: KnownInvestor }) {
  const { signIn } = investor
  return (
    <section
      data-state={signIn}
      aria-label="Sign-in account"
      className="col-span-full grid gap-1.5 rounded-control bg-surface-2 px-3.5 py-2.5"
    >
      <h3 className="flex flex-wrap items-center justify-between gap-2 text-sm font-[560]">
        Sign-in account <Badge tone={tones[signIn]}>{words[signIn]}</Badge>
      </h3>
      <div className="text-xs text-muted">
        <Explained investor={investor} />
      </div>
    </section>
  )
}

function Explained({ investor: { signIn, account, email } }: { investor: KnownInvestor }) {
  switch (signIn) {
    case 'verified':
      return 'They confirmed this email.'
    case 'unverified':
      return account?.hasPassword === false
        ? 'They have not accepted their invitation yet.'
        : 'They have not confirmed this email yet.'
    case 'no-auth-account':
      return 'This investor cannot sign in. Changing the email changes only this record.'
    case 'verification-failed':
      return 'Their account status could not be checked.'
    case 'email-mismatch':
      return (
        <Mismatch accountId={account?.id ?? ''} accountEmail={account?.email ?? ''} email={email} />
      )
    default:
      return signIn satisfies never
  }
}

function Mismatch({
  accountId,
  accountEmail,
  email,
}: {
  accountId: string
  accountEmail: string
  email: string
}) {
  return (
    <>
      <p>
        They sign in with <bdi className="font-medium text-text wrap-anywhere">{accountEmail}</bdi>
        {accountEmail === email ? (
          ', and their credential names another email.'
        ) : (
          <>
            ; this record has <bdi className="font-medium text-text wrap-anywhere">{email}</bdi>.
          </>
        )}
      </p>
      <CheckboxField name="useAccountEmail" label="Use the email they sign in with" />
      <p>
        <Link
          to={`/admin-dashboard/users/verify-email?user=${accountId}`}
          className="text-link underline underline-offset-2"
        >
          See all three sources
        </Link>
      </p>
    </>
  )
}
