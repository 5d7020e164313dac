import { setSharedCookie } from '../connection/cookies.ts'

export type SidebarState = 'open' | 'closed'

/** The sidebar's state in a `Cookie` header; undefined on a first visit. */
export function sidebarFrom(cookies: string | null): SidebarState | undefined {
  const found = /(?:^|;\s*)sidebar=(open|closed)(?:;|$)/.exec(cookies ?? '')
  return found?.[1] === 'closed' ? 'closed' : found ? 'open' : undefined
}

/** Stored for a year, and rendered by the server, so that the sidebar does not jump. */
export function rememberSidebar(state: SidebarState) {
  setSharedCookie('sidebar', state, 'max-age=31536000')
}
