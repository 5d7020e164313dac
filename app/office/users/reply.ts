import type { FormReply } from '../../values/form.ts'
import type { Toast } from '../../values/toast.ts'

/** What an action of Manage Users answers when it changed nothing: the form as it was, and the toast beside it. */
export type UserReply = { reply: FormReply; toast: Toast | null }

/** A toast for something that was refused, or that failed. */
export function errorToast(title: string, text: string): Toast {
  return { kind: 'error', title, text }
}
