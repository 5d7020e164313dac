import { use } from 'react'
import { useFormAction } from 'react-router'
import { AccessContext } from '../../ui/access.ts'

/** Whether the user may open this address. */
export const useMayOpen = (to: string): boolean => use(AccessContext)?.mayOpen(to) ?? true

/** Whether the user may send a form of this route. */
export function useMaySend(): boolean {
  const action = useFormAction()
  return use(AccessContext)?.maySend(action) ?? true
}
