import { normalizeText } from '../../values/typed-text.ts'

const longest = 72

/** No project's: `/share/site.jpg` is the picture of the site itself. */
export const reservedSlugs: readonly string[] = ['site']

/**
 * Whether text from an address can be a slug at all. What cannot is answered like a slug that no project has; the
 * database would call some of it a fault.
 */
export function isSlug(text: string): boolean {
  return text.length <= 80 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text)
}

/**
 * The part of a public address that a name gives: Latin letters without their marks, figures, single hyphens. A name
 * with nothing of these, such as an Arabic one, gives `project`. Short enough that a number still fits behind it.
 */
export function slugOf(name: string): string {
  const words = normalizeText(name, 'NFKD')
    .replace(/\p{M}|['’]/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  const slug = words.slice(0, longest).replace(/^-+|-+$/g, '')
  return slug === '' ? 'project' : slug
}

/** The slug itself when it is free and not reserved, else the first of `slug-2`, `slug-3` and so on that is. */
export function freeSlug(slug: string, inUse: readonly string[]): string {
  const used = new Set([...reservedSlugs, ...inUse])
  let free = slug
  for (let number = 2; used.has(free); number += 1) free = `${slug}-${number}`
  return free
}
