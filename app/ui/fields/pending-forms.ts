import type { DataStrategyResult, MiddlewareFunction } from 'react-router'

let underWay = 0

/** Counts the forms that were sent and not yet answered. */
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
 * Whether an answer is awaited. The router drops the redirect of a form sent by a fetcher when the page began to be read
 * again meanwhile, so that a refresh of our own has to wait; it may go when the router keeps that redirect.
 */
export function isFormPending(): boolean {
  // Between the press and the request the router is still preparing it; the button says already that it is sent.
  return (
    underWay > 0 || document.querySelector('form[data-sent] [type="submit"][aria-busy]') !== null
  )
}
