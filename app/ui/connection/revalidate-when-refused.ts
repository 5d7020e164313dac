import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** Reloads the route's data on a refusal, which usually means that something changed. The router does not. */
export function revalidateWhenRefused({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus === 422 || defaultShouldRevalidate
}
