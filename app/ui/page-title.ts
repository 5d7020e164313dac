import { isNotFound } from './refused.ts'

/** The title of a page for `meta`: with the product's name, and none where nothing was found, which brings its own. */
export function pageTitle(title: string, error: unknown): { title: string }[] {
  return isNotFound(error) ? [] : [{ title: `${title} · Msingi` }]
}
