import { createContext } from 'react'
import type { To } from 'react-router'

/** Which places a user may open, and to which actions they may send forms; without an action, to the present page. */
export type Access = { mayOpen: (to: To) => boolean; maySend: (action?: string) => boolean }

/** Null outside the back office, where everything shown may be used. */
export const AccessContext = createContext<Access | null>(null)
