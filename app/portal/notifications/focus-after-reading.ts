import { type SubmitEvent, useEffect, useRef } from 'react'
import type { MyNotification } from '../../domain/notifications/my-notifications.server.ts'

/**
 * Marking as read removes the focused button. Focus moves to the next button or, after the last, to
 * the title.
 */
export function useFocusAfterReading(notifications: readonly MyNotification[]) {
  const list = useRef<HTMLUListElement>(null)
  const sent = useRef<string>(undefined)

  useEffect(() => {
    const place = notifications.findIndex(({ id, isRead }) => isRead && id === sent.current)
    if (place < 0) return
    sent.current = undefined
    if (document.activeElement !== document.body) return
    const [read, ...below] = [...(list.current?.children ?? [])].slice(place)
    const next = below.map((row) => row.querySelector('button')).find((button) => button !== null)
    const target = next ?? read?.querySelector('h2')
    if (target !== next) target?.setAttribute('tabindex', '-1')
    target?.focus()
  }, [notifications])

  const onSubmit = ({ target }: SubmitEvent<HTMLElement>) => {
    if (target instanceof HTMLFormElement)
      sent.current = String(new FormData(target).get('notificationId'))
  }
  return { ref: list, onSubmit }
}
