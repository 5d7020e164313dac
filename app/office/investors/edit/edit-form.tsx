import { Fragment, useState } from 'react'
import type { FetcherWithComponents } from 'react-router'
import type { KnownInvestor } from '../../../domain/investors/find-investor.server.ts'
import { useScript } from '../../../ui/connection/use-script.ts'
import { FieldGrid } from '../../../ui/fields/field.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { DialogBody, DialogFoot } from '../../../ui/layout/dialog-parts.tsx'
import { DialogCancel } from '../../../ui/layout/route-dialog.tsx'
import { ConcurrentChanges } from '../../parts/concurrent-changes.tsx'
import { ConfirmIdentity } from '../../parts/confirm-identity.tsx'
import { Consequence, Consequences } from '../../parts/consequences.tsx'
import { AccountState } from './account-state.tsx'
import { stepOf, stepWords } from './progress.ts'
import type { EditReply } from './refusal.ts'
import { fieldsOf, labelOf } from './versions.ts'

type Props = {
  loaded: { investor: KnownInvestor; key: string; confirm: { needed: boolean; factor: boolean } }
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
  confirm: { needed: boolean; factor: boolean }
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
