import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import type { FetcherWithComponents } from 'react-router'
import { buttonClass } from '../../ui/button.tsx'
import { FieldGrid } from '../../ui/field.tsx'
import { ActionForm, useFormState } from '../../ui/form.tsx'
import { useScript } from '../../ui/use-script.ts'
import type { FormReply } from '../../values/form.ts'

type Props = {
  reply: FormReply | undefined
  fetcher: FetcherWithComponents<unknown>
  /** The words of the button, and what they are while it is sent. */
  act: string
  pendingAct: string
  /** Whether every input is valid; until then the button is off, and the server says why when Enter sends it (W-21). */
  ready: boolean
  onInput?: (event: FormEvent<HTMLFormElement>) => void
  children: ReactNode
}

/** The form of a tab, as narrow as it reads well. */
export function TabForm({ reply, fetcher, act, pendingAct, ready, onInput, children }: Props) {
  // A browser does not send a form by Enter while its button is off.
  const sendAnyway = (event: KeyboardEvent<HTMLFormElement>) => {
    const isField = event.target instanceof HTMLInputElement && event.target.type !== 'button'
    if (event.key !== 'Enter' || event.defaultPrevented || ready || !isField) return
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }
  return (
    <ActionForm
      reply={reply}
      fetcher={fetcher}
      className="max-w-120 pt-4 *:data-form-alert:mb-4"
      onKeyDown={sendAnyway}
      {...(onInput ? { onInput } : {})}
    >
      <FieldGrid>
        {children}
        <div className="col-span-full">
          <ActButton off={!ready} pendingAct={pendingAct}>
            {act}
          </ActButton>
        </div>
      </FieldGrid>
    </ActionForm>
  )
}

/** Without script nobody knows what is typed, and the button is on. */
function ActButton({
  off,
  pendingAct,
  children,
}: {
  off: boolean
  pendingAct: string
  children: string
}) {
  const scripted = useScript()
  const { pending } = useFormState()
  return (
    <button
      type="submit"
      className={buttonClass('primary')}
      disabled={scripted && off}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
    >
      {pending ? pendingAct : children}
    </button>
  )
}
