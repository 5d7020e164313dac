import { type ComponentType, createContext } from 'react'

/** Forms in dialogs keep the scroll position behind, and use LeaveGuard, which other pages do not load. */
export const InDialog = createContext<{ Guard: ComponentType; leave: () => void } | null>(null)
