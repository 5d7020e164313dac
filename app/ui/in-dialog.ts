import { createContext } from 'react'

/** Whether this stands in a dialog: what it leads to is the page behind, which must not jump to its top. */
export const InDialog = createContext(false)
