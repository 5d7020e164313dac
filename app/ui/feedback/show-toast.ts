import { useEffect, useRef } from 'react'
import type { Toast } from '../../values/toast.ts'

/** For events in the browser, without a server response that could bring a toast. */
const toasts = new EventTarget()

/** False when the page has no place for toasts. */
export function showToast(toast: Toast): boolean {
  return !toasts.dispatchEvent(new CustomEvent('toast', { detail: toast, cancelable: true }))
}

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
