import { setSharedCookie } from './cookies.ts'

/**
 * Tells the server with the next request whose page this is: of whoever was signed in when its frame was drawn. A short
 * life, in case the request is never made; only script that sends, or reads a page again, is asked for it.
 */
export function namePageOwner() {
  const owner = document.querySelector<HTMLElement>('[data-page-of]')?.dataset.pageOf
  if (owner) setSharedCookie('page-of', owner, 'max-age=5')
}

/** After the answer: another person may sign in right away, whose pages this must not be asked of. */
export const forgetPageOwner = () => setSharedCookie('page-of', '', 'max-age=0')
