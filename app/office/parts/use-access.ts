import { use } from 'react'
import { AccessContext } from '../../ui/access.ts'

/** Whether the user may open this address. */
export const useMayOpen = (to: string): boolean => use(AccessContext)?.mayOpen(to) ?? true

/** Whether the user may send a form of this route. */
export const useMaySend = (): boolean => !use(AccessContext)?.useReadOnly()
