import { useEffect } from 'react'
import { showToast } from '../../ui/feedback/show-toast.ts'
import type { Toast } from '../../values/toast.ts'

/** Shows the toast that came with an answer, once for each answer, where the page has its toasts. */
export function useReplyToast(answer: { toast: Toast | null } | undefined): void {
  useEffect(() => {
    if (answer?.toast) showToast(answer.toast)
  }, [answer])
}
