import type { ActionReply } from '../../platform/http/form-action.server.ts'
import type { Toast } from '../../values/toast.ts'

/** What the action of /contact answers to either of the two forms. */
export type ContactAnswer = ActionReply<{ sent: true }>

/** How a refusal goes on where the chat had been opened with the same words before it. */
export const openedInWhatsApp = 'Your message is in the WhatsApp window. Send it there'

/** PUB-093: nothing arrived, and what was typed is still there. */
export const notSent: Toast = { kind: 'error', title: 'Failed to send message. Please try again.' }
