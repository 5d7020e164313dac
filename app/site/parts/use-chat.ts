import { useState } from 'react'
import { chatLink } from '../../domain/inquiries/chat-link.ts'

type Chat = {
  /** WhatsApp number; without one there is no chat. */
  number: string | null
  action: string
  onRefused: (form: FormData) => void
  onLost: () => void
}

/**
 * Opens WhatsApp in a new tab during the click and stores the message in parallel. `keepalive` lets
 * the request finish in the background; its 64 KB limit fits a validated form (at most 24 KB). A
 * refused message is submitted again for its errors.
 */
export function useChat({ number, action, onRefused, onLost }: Chat) {
  const [sending, setSending] = useState(false)
  const [link, setLink] = useState<string>()

  function send(form: FormData) {
    if (number === null || sending) return
    const text = (name: string) => String(form.get(name) ?? '').trim()
    const opened = chatLink(number, {
      name: text('name'),
      email: text('email'),
      subject: text('subject'),
      message: text('message'),
    })
    window.open(opened, '_blank', 'noopener')
    setSending(true)
    void fetch(action, { method: 'POST', body: form, keepalive: true, redirect: 'manual' }).then(
      ({ type }) => {
        setSending(false)
        // The redirect to the chat, which a form without JavaScript follows.
        if (type === 'opaqueredirect') setLink(opened)
        else onRefused(form)
      },
      () => {
        setSending(false)
        onLost()
      },
    )
  }

  return { send, sending, link }
}
