import { setSharedCookie } from './cookies.ts'

/** Names the page's account in a short-lived cookie; only writes and reloads by script are checked. */
export function namePageOwner() {
  const owner = document.querySelector<HTMLElement>('[data-page-of]')?.dataset.pageOf
  if (owner) setSharedCookie('page-of', owner, 'max-age=5')
}

/** After the response, because another person may sign in. */
export const forgetPageOwner = () => setSharedCookie('page-of', '', 'max-age=0')
