import { setSharedCookie } from '../connection/cookies.ts'

export type SidebarState = 'open' | 'closed'

/** Reads how the sidebar was left from a `Cookie` header; nothing on a first visit. */
export function sidebarFrom(cookies: string | null): SidebarState | undefined {
  const found = /(?:^|;\s*)sidebar=(open|closed)(?:;|$)/.exec(cookies ?? '')
  return found?.[1] === 'closed' ? 'closed' : found ? 'open' : undefined
}

/** Keeps it for a year; the server reads it with the next page, so the sidebar does not jump. */
export function rememberSidebar(state: SidebarState) {
  setSharedCookie('sidebar', state, 'max-age=31536000')
}
