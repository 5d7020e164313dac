import { useEffect } from 'react'
import { say } from '../../ui/say.ts'
import type { Toast } from '../../values/toast.ts'

/** Shows the toast that came with an answer, once for each answer, where the page has its toasts. */
export function useSpokenToast(answer: { toast: Toast | null } | undefined): void {
  useEffect(() => {
    if (answer?.toast) say(answer.toast)
  }, [answer])
}
