import type { ActionReply } from '../../platform/http/form-action.server.ts'
import type { Toast } from '../../values/toast.ts'

export type ContactAnswer = ActionReply<{ sent: true }>

/** How a refusal continues when the chat was already opened with the same text. */
export const openedInWhatsApp = 'Your message is in the WhatsApp window. Send it there'

/** Nothing was stored; the typed text is kept. */
export const notSent: Toast = { kind: 'error', title: 'Failed to send message. Please try again.' }
