import { normalizeText } from '../../values/typed-text.ts'

const longest = 72

/** `/share/site.jpg` is the site's own picture. */
export const reservedSlugs: readonly string[] = ['site']

/** Whether text can be a slug at all; anything else would be a database error. */
export function isSlug(text: string): boolean {
  return text.length <= 80 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text)
}

/** A slug from a name: Latin letters, digits, single hyphens; `project` when nothing is left. */
export function slugOf(name: string): string {
  const words = normalizeText(name, 'NFKD')
    .replace(/\p{M}|['’]/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
  const slug = words.slice(0, longest).replace(/^-+|-+$/g, '')
  return slug === '' ? 'project' : slug
}

/** The slug when free and not reserved, else the first free `slug-2`, `slug-3` and so on. */
export function freeSlug(slug: string, inUse: readonly string[]): string {
  const used = new Set([...reservedSlugs, ...inUse])
  let free = slug
  for (let number = 2; used.has(free); number += 1) free = `${slug}-${number}`
  return free
}
