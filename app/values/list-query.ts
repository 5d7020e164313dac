import { trimmed } from './visible.ts'

/** `?q=` and `?page=` of a list's address; an invalid page is the first, and control characters are removed. */
export function listQuery(url: URL): { q: string; page: number } {
  const typed = (url.searchParams.get('q') ?? '').replace(/\p{Cc}/gu, '').slice(0, 200)
  const page = Number(url.searchParams.get('page') ?? '1')
  return {
    q: trimmed(typed) === '' ? '' : typed,
    page: Number.isSafeInteger(page) && page > 0 ? Math.min(page, 1_000_000) : 1,
  }
}

/** The shown page for a requested one: at most the last, and an empty list has one. */
export function shownPage(page: number, total: number | bigint, pageSize: number): number {
  return Math.min(page, Math.max(1, Math.ceil(Number(total) / pageSize)))
}

/** The maximum number of matches sent to a picker. */
export const mostSuggested = 20

/** Whether only beginnings of words are searched: one or two letters. */
export function isShortSearch(q: string): boolean {
  const { length } = [...q.trim()]
  return length === 1 || length === 2
}
