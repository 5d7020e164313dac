import { Fragment, useState } from 'react'
import type { FetcherWithComponents } from 'react-router'
import { Link } from 'react-router'
import type { KnownInvestor } from '../../../domain/investors/find-investor.server.ts'
import type { SignInState } from '../../../domain/investors/investor.ts'
import { Badge, type BadgeTone } from '../../../ui/badge.tsx'
import { useScript } from '../../../ui/connection/use-script.ts'
import { CheckboxField } from '../../../ui/fields/checkbox-field.tsx'
import { FieldGrid } from '../../../ui/fields/field.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { DialogBody, DialogFoot } from '../../../ui/layout/dialog-parts.tsx'
import { DialogCancel } from '../../../ui/layout/route-dialog.tsx'
import { ConcurrentChanges } from '../../parts/concurrent-changes.tsx'
import { type Confirmation, ConfirmIdentity } from '../../parts/confirm-identity.tsx'
import { Consequence, Consequences } from '../../parts/consequences.tsx'
import type { EditReply } from './outcome.ts'
import { fieldsOf, labelOf } from './outcome.ts'

type Props = {
  loaded: { investor: KnownInvestor; key: string; confirm: Confirmation }
  answer: EditReply | undefined
  fetcher: FetcherWithComponents<unknown>
}

/** Keeps the opened values across live revalidation; the version detects concurrent edits, which are then merged. */
export function EditInvestorForm({ loaded, answer, fetcher }: Props) {
  const [{ investor, key }] = useState(loaded)
  const reply = answer?.reply
  const version = reply?.values.version ?? String(investor.version)
  const opened = reply?.values.opened ?? JSON.stringify(fieldsOf(investor))
  const [typed, setTyped] = useState(reply?.values ?? { ...fieldsOf(investor) })
  const isMoved = movesEmail(typed, investor)
  const step = stepOf({
    sending: fetcher.state,
    touchesAccount: investor.account !== null && (isMoved || typed.fullName !== investor.fullName),
    differs: investor.signIn === 'email-mismatch' && !isMoved,
    refused: answer !== undefined,
  })
  return (
    <ActionForm
      reply={reply}
      fetcher={fetcher}
      onInput={({ currentTarget }) => setTyped(textsOf(new FormData(currentTarget)))}
    >
      <DialogBody>
        <input type="hidden" name="key" value={reply?.values.key ?? key} />
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="opened" value={opened} />
        <ConcurrentChanges changes={answer?.changes ?? []} labelOf={labelOf} />
        <FieldGrid>
          {/* Remounts when the reply brings other values; uncontrolled fields would keep the old ones. */}
          <Fragment key={version}>
            <InvestorFields investor={investor} />
          </Fragment>
          <AccountState investor={loaded.investor} />
          <EmailMove investor={investor} isMoved={isMoved} confirm={loaded.confirm} />
        </FieldGrid>
      </DialogBody>
      <DialogFoot note={<span>{stepWords[step]}</span>}>
        <span role="status" data-step={step} className="sr-only">
          {stepWords[step]}
        </span>
        <DialogCancel />
        <SubmitButton pendingLabel="Saving investor">Save investor</SubmitButton>
      </DialogFoot>
    </ActionForm>
  )
}

function InvestorFields({ investor }: { investor: KnownInvestor }) {
  const { fullName, email, phone } = fieldsOf(investor)
  return (
    <>
      <TextField
        name="fullName"
        label="Full Name"
        required
        span="full"
        autoComplete="off"
        defaultValue={fullName}
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
        defaultValue={email}
      />
      <TextField
        name="phone"
        type="tel"
        label="Phone"
        optional
        span="full"
        autoComplete="off"
        defaultValue={phone}
      />
    </>
  )
}

/** What changing the email does, and the password it requires. Always shown without JavaScript. */
function EmailMove({
  investor: { account },
  isMoved,
  confirm,
}: {
  investor: KnownInvestor
  isMoved: boolean
  confirm: Confirmation
}) {
  const scripted = useScript()
  if (scripted && !isMoved) return null
  return (
    <>
      {account && (
        <Consequences>
          <Consequence of="A new email">is unverified until they confirm it by email</Consequence>
          <Consequence of="The previous email">is notified of the change</Consequence>
          <Consequence of="Sessions and emailed links">end now</Consequence>
          {!account.hasPassword && (
            <Consequence of="Their invitation">
              also ends; send it again to the new address
            </Consequence>
          )}
        </Consequences>
      )}
      {confirm.needed && !scripted && (
        <p className="col-span-full text-xs text-muted">Only needed when the email changes.</p>
      )}
      <ConfirmIdentity {...confirm} />
    </>
  )
}

function movesEmail(typed: Record<string, string>, { email }: KnownInvestor): boolean {
  return typed.useAccountEmail === 'on' || (typed.email ?? email).trim().toLowerCase() !== email
}

function textsOf(form: FormData): Record<string, string> {
  return Object.fromEntries(
    [...form].map(([name, value]) => [name, typeof value === 'string' ? value : '']),
  )
}

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

function AccountState({ investor }: { investor: KnownInvestor }) {
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

export type UpdateStep =
  | 'idle'
  | 'updating-auth'
  | 'updating-investor'
  | 'auth-partial-success'
  | 'completed'
  | 'error'

/** Nothing is shown while idle. @internal */
export const stepWords: Record<UpdateStep, string> = {
  idle: '',
  'updating-auth': 'Updating the sign-in account and the record together…',
  'updating-investor': 'Updating the record…',
  'auth-partial-success': 'The record is updated. The sign-in email is still different.',
  completed: 'Updated.',
  error: 'Nothing was changed.',
}

type Standing = {
  sending: 'idle' | 'submitting' | 'loading'
  /** The name or email changes, which the sign-in account also has. */
  touchesAccount: boolean
  /** Account and record have different emails, and this edit keeps them. */
  differs: boolean
  refused: boolean
}

/** Account and record are saved in one transaction, so they are one step. @internal */
export function stepOf({ sending, touchesAccount, differs, refused }: Standing): UpdateStep {
  if (sending === 'submitting') return touchesAccount ? 'updating-auth' : 'updating-investor'
  if (refused) return 'error'
  if (sending === 'idle') return 'idle'
  return differs ? 'auth-partial-success' : 'completed'
}
