import { type RefObject, useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import type { Reach } from '../../../domain/notifications/audience.server.ts'
import { notificationsHome } from '../parts/notifications-home.ts'

/** Fetches the number of recipients whenever the audience changes. */
export function useReach(form: RefObject<HTMLElement | null>): {
  reach: Reach | null
  ask: () => void
} {
  const fetcher = useFetcher<{ of: string; reach: Reach | null }>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latestKey = useRef('')
  useEffect(() => () => clearTimeout(timer.current), [])
  // The form holds the new choice only after rendering.
  const ask = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const element = form.current?.closest('form')
      if (!element) return
      const typed = new FormData(element)
      const recipients = String(typed.get('recipients') ?? '')
      const investorId = recipients === 'investor' ? String(typed.get('investorId') ?? '') : ''
      latestKey.current = `${recipients} ${investorId}`
      void fetcher.load(
        `${notificationsHome}/reach?${new URLSearchParams({ recipients, investorId })}`,
      )
    }, 0)
  }
  const isLatest = fetcher.data !== undefined && fetcher.data.of === latestKey.current
  return { reach: isLatest ? (fetcher.data?.reach ?? null) : null, ask }
}
