import { useEffect, useRef } from 'react'
import type { Toast } from '../../values/toast.ts'

/** What happened in the browser alone, with no answer of the server that could bring a toast along. */
const toasts = new EventTarget()

/** Shows a toast on the page as it stands. False where the page has no place for toasts. */
export function showToast(toast: Toast): boolean {
  return !toasts.dispatchEvent(new CustomEvent('toast', { detail: toast, cancelable: true }))
}

/** For the one that shows them. */
export function useShownToasts(show: (toast: Toast) => void) {
  const latest = useRef(show)
  useEffect(() => {
    latest.current = show
  })
  useEffect(() => {
    const hear = (event: Event) => {
      event.preventDefault()
      latest.current((event as CustomEvent<Toast>).detail)
    }
    toasts.addEventListener('toast', hear)
    return () => toasts.removeEventListener('toast', hear)
  }, [])
}
