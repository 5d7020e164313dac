import { trimmed } from './visible.ts'

/** `?q=` and `?page=` of a list's address; a page that is no number is the first, and control characters go. */
export function listQuery(url: URL): { q: string; page: number } {
  const typed = (url.searchParams.get('q') ?? '').replace(/\p{Cc}/gu, '').slice(0, 200)
  const page = Number(url.searchParams.get('page') ?? '1')
  return {
    q: trimmed(typed) === '' ? '' : typed,
    page: Number.isSafeInteger(page) && page > 0 ? Math.min(page, 1_000_000) : 1,
  }
}

/** The page that is shown when `page` is asked for: past the last it is the last, and an empty list has one. */
export function shownPage(page: number, total: number | bigint, pageSize: number): number {
  return Math.min(page, Math.max(1, Math.ceil(Number(total) / pageSize)))
}

/** How many matches a picker is sent at most; it says how many more there are. */
export const mostSuggested = 20

/** Whether so little was typed that only the beginnings of words are searched: one or two letters. */
export function isShortSearch(q: string): boolean {
  const { length } = [...q.trim()]
  return length === 1 || length === 2
}
