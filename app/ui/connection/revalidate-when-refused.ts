import type { ShouldRevalidateFunctionArgs } from 'react-router'

/**
 * For a route whose act is refused mostly because something changed meanwhile: what it shows is read again with the
 * refusal, which the router does not do by itself.
 */
export function revalidateWhenRefused({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus === 422 || defaultShouldRevalidate
}
