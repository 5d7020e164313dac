import type { DataStrategyResult, MiddlewareFunction } from 'react-router'

let underWay = 0

export const countForms: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request },
  next,
) => {
  if (request.method === 'GET') return next()
  underWay += 1
  try {
    return await next()
  } finally {
    underWay -= 1
  }
}

/**
 * Whether a response is pending. The router drops the redirect of a fetcher's form when the page
 * reloads in between, so live updates wait; to be removed once that is fixed.
 */
export function isFormPending(): boolean {
  // Between the press and the request the router is preparing it.
  return (
    underWay > 0 || document.querySelector('form[data-sent] [type="submit"][aria-busy]') !== null
  )
}
