import { type ComponentType, createContext } from 'react'

/**
 * What a form in a dialog is given, or null elsewhere: what it leads to is the page behind, which must not jump to its
 * top, and it asks before it is left (LeaveGuard, which pages without dialogs do not have to load).
 */
export const InDialog = createContext<{ Guard: ComponentType; leave: () => void } | null>(null)
