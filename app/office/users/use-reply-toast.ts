import { useEffect } from 'react'
import { showToast } from '../../ui/feedback/show-toast.ts'
import type { Toast } from '../../values/toast.ts'

/** Shows the toast of each reply once. */
export function useReplyToast(answer: { toast: Toast | null } | undefined): void {
  useEffect(() => {
    if (answer?.toast) showToast(answer.toast)
  }, [answer])
}
