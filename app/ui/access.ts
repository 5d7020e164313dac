import { createContext, type ReactNode } from 'react'
import type { To } from 'react-router'

/** Which places a user may open, and to which actions they may send forms. */
export type Access = {
  mayOpen: (to: To) => boolean
  /**
   * What to show instead of the fields of a form that may not be sent; undefined for others. Without an action for the
   * form's route.
   */
  useReadOnly: (action?: string) => ((fields: ReactNode) => ReactNode) | undefined
}

/** Null outside the back office, where everything shown may be used. */
export const AccessContext = createContext<Access | null>(null)
