import { useEffect, useRef } from 'react'
import { ActionForm } from '../../ui/fields/form.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import type { FormReply } from '../../values/form.ts'

/**
 * Requests a new link automatically, once, by submitting the form. A POST, so that opening the page
 * alone sends nothing.
 */
export function ExpiredLink({ reply }: { reply: FormReply | undefined }) {
  const box = useRef<HTMLDivElement>(null)
  const wasSubmitted = useRef(reply !== undefined)
  useEffect(() => {
    if (wasSubmitted.current) return
    wasSubmitted.current = true
    box.current?.querySelector('form')?.requestSubmit()
  }, [])
  return (
    <>
      <h1>This link has expired</h1>
      <p className="pt-3 text-muted">We can send a new one to your account’s address.</p>
      <div ref={box}>
        <ActionForm reply={reply} action="/reset-password" replace className="pt-7">
          <input type="hidden" name="intent" value="fresh" />
          <SubmitButton pendingLabel="Sending" className="w-full">
            Send a new link
          </SubmitButton>
        </ActionForm>
      </div>
    </>
  )
}
