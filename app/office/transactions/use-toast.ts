import { useEffect } from 'react'
import { showToast } from '../../ui/feedback/show-toast.ts'
import type { Toast } from '../../values/toast.ts'

/** Shows the toast of a reply in the page's own place, because the line that sent it may leave the list. */
export function useToast(reply: { toast: Toast | null } | undefined) {
  useEffect(() => {
    if (reply?.toast) showToast(reply.toast)
  }, [reply])
}
