import { createContext, type ReactNode } from 'react'
import type { To } from 'react-router'

/** Which places a user may open, and to which actions they may send forms. */
export type Access = {
  mayOpen: (to: To) => boolean
  maySend: (action: string) => boolean
  /** The fields of a form that may not be sent, so that they cannot be changed. */
  readOnly: (fields: ReactNode) => ReactNode
}

/** Null outside the back office, where everything shown may be used. */
export const AccessContext = createContext<Access | null>(null)
