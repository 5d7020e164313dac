import type { MouseEvent, ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { sharedCookie } from './connection/cookies.ts'

const lookEveryMs = 250
const patienceMs = 60_000

/**
 * A plain link to a file. With script it follows the download: the link carries a ticket, the ticket comes back in a
 * cookie with the first bytes, and only then the page reads its loaders again and shows the toast that came along.
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
    // The browser has taken the address by then; a copied link should not carry a ticket.
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
  setTimeout(() => clearInterval(look), patienceMs)
}
