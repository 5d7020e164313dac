import { type To, useResolvedPath } from 'react-router'
import type { Access } from '../ui/access.ts'
import type { Permission } from '../values/staff-role.ts'
import { isPermitted } from './access.ts'
import { readOnly } from './parts/read-only.tsx'

/**
 * For components on the page at `here`: links and buttons of what these permissions do not allow are left out. A relative
 * path is one below `here`.
 */
export function accessWith(permissions: readonly Permission[], here: string): Access {
  const permits = (to: To, isSent: boolean) => {
    const path = (typeof to === 'string' ? to : (to.pathname ?? '')).split(/[?#]/)[0] ?? ''
    if (path.startsWith('.')) return true
    return isPermitted(permissions, path.startsWith('/') ? path : `${here}/${path}`, isSent)
  }
  return {
    mayOpen: (to) => permits(to, false),
    useReadOnly: (action) => (permits(useResolvedPath(action ?? '.'), true) ? undefined : readOnly),
  }
}
