import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useFollowedLinks } from './followed-links.ts'
import { useKeptPage } from './keep-the-page.ts'
import { onUntold } from './lost-connection.ts'

const seconds = 6

/** Keeps the page when the connection is lost; and says so where there is no place for toasts. */
export function LostNotice() {
  useKeptPage()
  useFollowedLinks()
  const { key } = useLocation()
  const [shownOn, setShownOn] = useState<string>()
  useEffect(() => onUntold(() => setShownOn(key)), [key])
  useEffect(() => {
    if (shownOn === undefined) return
    const timer = setTimeout(() => setShownOn(undefined), seconds * 1000)
    return () => clearTimeout(timer)
  }, [shownOn])
  return (
    <p
      role="alert"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-70 grid justify-items-center"
    >
      {shownOn !== undefined && (
        <span className="rounded-card border border-line bg-surface px-4 py-3 text-sm shadow-card">
          The connection is lost. This page stays as it is.
        </span>
      )}
    </p>
  )
}
