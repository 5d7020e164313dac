import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { type FetcherWithComponents, Outlet, useLocation } from 'react-router'
import type { ActionReply } from '../../platform/http/form-action.server.ts'
import { Toaster } from '../../ui/feedback/toaster.tsx'
import { FieldGrid } from '../../ui/fields/field.tsx'
import { ActionForm } from '../../ui/fields/form.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { useAnswer } from '../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../ui/layout/dialog-parts.tsx'
import { DialogCancel, RouteDialog } from '../../ui/layout/route-dialog.tsx'
import { ConfirmIdentity } from '../parts/confirm-identity.tsx'
import { Consequence, Consequences } from '../parts/consequences.tsx'
import { PartyPicker } from '../parts/party-picker.tsx'
import type { AccountActionFacts } from './account-action.server.ts'
import { useReplyToast } from './use-reply-toast.ts'
import { type Tab, UsersFrame } from './users-frame.tsx'

type Reply = ActionReply | undefined

type Act = {
  facts: AccountActionFacts
  actionData: Reply
  act: ReactNode
  pendingAct?: string | undefined
  /** Enables the submit button of a tab; the server explains when Enter submits an incomplete form. */
  isReady?: (form: FormData) => boolean
  /** A second button next to the first. */
  offer?: (answer: Reply) => ReactNode
  children: ReactNode
}

/** An account action as a tab that asks for the account. */
export function AccountTab({ tab, ...act }: Act & { tab: Tab }) {
  const { key } = useLocation()
  return (
    <UsersFrame tab={tab}>
      <h2 className="sr-only">{tab}</h2>
      <TabAct key={key} {...act} />
      <Outlet />
    </UsersFrame>
  )
}

/** An account action as a dialog of one account, which the loader has found. */
export function AccountDialog({ title, ...act }: Act & { title: string }) {
  const { account } = act.facts
  return (
    <RouteDialog title={title} subtitle={`${account?.name}, ${account?.email}`}>
      <DialogAct {...act} />
    </RouteDialog>
  )
}

/** Keeps the first idempotency key across revalidation, so that a double submit stays harmless. */
function useAct({ facts, actionData }: Act) {
  const { answer, fetcher } = useAnswer(actionData)
  const [key] = useState(answer?.reply.values.key ?? facts.key)
  return { answer, fetcher, key: <input type="hidden" name="key" value={key} /> }
}

function DialogAct(props: Act) {
  const { facts, act, pendingAct, offer, children } = props
  const { answer, fetcher, key } = useAct(props)
  return (
    <>
      <ActionForm reply={answer?.reply} fetcher={fetcher} className="group/mode">
        <DialogBody>
          {key}
          <FieldGrid>
            {children}
            <ConfirmIdentity {...facts.confirm} />
          </FieldGrid>
        </DialogBody>
        <DialogFoot>
          <DialogCancel />
          {offer?.(answer)}
          <SubmitButton pendingLabel={pendingAct}>{act}</SubmitButton>
        </DialogFoot>
      </ActionForm>
      <Toaster toast={answer?.toast} />
    </>
  )
}

function TabAct(props: Act) {
  const { facts, children } = props
  const { answer, fetcher, key } = useAct(props)
  useReplyToast(answer)
  return (
    <TabForm {...props} offered={props.offer?.(answer)} reply={answer?.reply} fetcher={fetcher}>
      {key}
      {children}
      <ConfirmIdentity {...facts.confirm} />
    </TabForm>
  )
}

type TabFormProps = Pick<Act, 'facts' | 'act' | 'pendingAct' | 'isReady' | 'children'> & {
  reply: ActionReply['reply'] | undefined
  fetcher: FetcherWithComponents<unknown>
  offered?: ReactNode
}

export function TabForm({ facts, isReady, children, ...rest }: TabFormProps) {
  const box = useRef<HTMLDivElement>(null)
  const [ready, setReady] = useState(true)
  const { account, first } = facts
  const judge = () => {
    const form = box.current?.querySelector('form')
    if (form && isReady) setReady(isReady(new FormData(form)))
  }
  // Browsers do not submit with Enter while the button is disabled.
  const sendAnyway = (event: KeyboardEvent<HTMLFormElement>) => {
    const isField = event.target instanceof HTMLInputElement && event.target.type !== 'button'
    if (event.key !== 'Enter' || event.defaultPrevented || ready || !isField) return
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }
  return (
    <div ref={box} className="max-w-120 pt-4">
      <ActionForm
        reply={rest.reply}
        fetcher={rest.fetcher}
        className="*:data-form-alert:mb-4"
        onInput={judge}
        onKeyDown={sendAnyway}
      >
        <FieldGrid>
          <PartyPicker
            name="userId"
            label="User ID"
            of="account"
            first={
              account ? [{ ...account, detail: account.email }, ...(first ?? [])] : (first ?? [])
            }
            {...(account ? { defaultValue: account.id } : {})}
            onText={judge}
          />
          {children}
          <div className="col-span-full flex flex-wrap gap-2">
            <SubmitButton disabled={!ready} pendingLabel={rest.pendingAct}>
              {rest.act}
            </SubmitButton>
            {rest.offered}
          </div>
        </FieldGrid>
      </ActionForm>
    </div>
  )
}

/** Beforehand, that the act becomes a proposal; nothing for a person who may act alone. */
export function NeedsApproval({ of = 'Approval', alone }: { of?: string; alone: boolean }) {
  return alone ? null : <Consequence of={of}>another person approves it first</Consequence>
}

export function EmailConsequences({ children }: { children?: ReactNode }) {
  return (
    <Consequences>
      {children}
      <Consequence of="A new email">is unverified until confirmed by email</Consequence>
      <Consequence of="The previous email">is notified of the change</Consequence>
      <Consequence of="Sessions and emailed links">end now</Consequence>
      <Consequence of="Without a password">
        they cannot sign in by confirming; send their invitation again
      </Consequence>
    </Consequences>
  )
}
