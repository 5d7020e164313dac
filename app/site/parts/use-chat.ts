import { useState } from 'react'
import { chatLink } from '../../domain/inquiries/chat-link.ts'

type Chat = {
  /** The company's number; without one there is no chat. */
  number: string | null
  /** The address the form is sent to. */
  action: string
  onRefused: (form: FormData) => void
  onLost: () => void
}

/**
 * Opens WhatsApp in a new tab within the click, with everything typed, and sends the same to be stored. `keepalive` lets
 * that finish when WhatsApp takes the screen and the browser goes to sleep; it carries 64 KB, and a form whose texts were
 * checked has at most 24. What the server would not store is given back, to be sent once more for its words.
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
        // The redirect to the chat, which a page without script would follow.
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
