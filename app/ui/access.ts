import { createContext, use } from 'react'
import { useLocation, useResolvedPath } from 'react-router'

/** Which paths the user may open, and to which they may send forms. Outside the back office: all. */
export type Access = { mayOpen: (path: string) => boolean; maySend: (path: string) => boolean }

export const AccessContext = createContext<Access>({ mayOpen: () => true, maySend: () => true })

/** Whether a link to this place is shown; `to` may be relative to the route. */
export function useMayOpen(to: Parameters<typeof useResolvedPath>[0]): boolean {
  const { pathname } = useResolvedPath(to)
  return use(AccessContext).mayOpen(pathname)
}

/** Whether a form of this page, or one with an action of its own, can be sent. */
export function useMaySend(action: string | undefined): boolean {
  const { pathname } = useLocation()
  return use(AccessContext).maySend(
    action?.startsWith('/') ? (action.split('?')[0] ?? '') : pathname,
  )
}
