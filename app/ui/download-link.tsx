import type { MouseEvent, ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { sharedCookie } from './connection/cookies.ts'

const lookEveryMs = 250
const timeoutMs = 60_000

/**
 * With script the download carries a ticket that returns in a cookie with the first bytes; then the
 * page reloads its data and shows the toast.
 */
export function DownloadLink({
  href,
  children,
  ...rest
}: {
  href: string
  children: ReactNode
  className?: string
  'aria-label'?: string
}) {
  const { revalidate } = useRevalidator()
  const onClick = ({ currentTarget: link }: MouseEvent<HTMLAnchorElement>) => {
    const [ticket = 0] = crypto.getRandomValues(new Uint32Array(1))
    link.href = `${href}${href.includes('?') ? '&' : '?'}ticket=${ticket}`
    // A copied link must not contain a ticket.
    setTimeout(() => link.setAttribute('href', href))
    followDownload(String(ticket), revalidate)
  }
  return (
    <a href={href} onClick={onClick} {...rest}>
      {children}
    </a>
  )
}

function followDownload(ticket: string, started: () => Promise<void>) {
  const look = setInterval(() => {
    if (sharedCookie('download') !== ticket) return
    clearInterval(look)
    void started()
  }, lookEveryMs)
  setTimeout(() => clearInterval(look), timeoutMs)
}
