import { forgetAddress, isLogo } from './addresses.ts'
import { asking, onward } from './onward.ts'

/** A copy is for reading: it runs no script but the one that waits, and nothing but its own sheets and fonts is fetched. */
const policy = (nonce: string) =>
  `script-src 'nonce-${nonce}'; ${asking}; ` +
  "default-src 'none'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; font-src 'self'; " +
  "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** The page on screen as it is kept: the answer to its address, and the files it is drawn with. */
export function snapshot(page: Document, address: string) {
  const root = page.documentElement.cloneNode(true) as HTMLElement
  root.dataset.kept = ''
  const gone =
    'script, link[rel="modulepreload"], link[as="script"], link[rel="preload"][as="image"], dialog, [data-live]'
  for (const one of root.querySelectorAll(gone)) one.remove()
  for (const messages of root.querySelectorAll('[aria-label="Messages"], body > p[role="alert"]'))
    messages.remove()
  for (const sheet of root.querySelectorAll('details.more')) sheet.removeAttribute('open')
  for (const notice of root.querySelectorAll('[data-offline]')) show(notice, address)
  for (const picture of root.querySelectorAll('picture')) blur(picture)
  for (const form of root.querySelectorAll<HTMLFormElement>('form[method="post"]')) keepForm(form)
  const nonce = crypto.randomUUID()
  return {
    body: `<!doctype html>${root.outerHTML}${onward(nonce)}`,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy(nonce),
    },
    files: filesOf(page),
  }
}

/** For whoever does not want to wait. */
function show(notice: Element, address: string) {
  notice.removeAttribute('hidden')
  const again = document.createElement('a')
  again.setAttribute('href', address)
  again.textContent = 'Try again'
  notice.querySelector('p')?.append(' ', again)
}

/** Pictures are too large to be kept: their few blurred pixels stand for them. */
function blur(picture: Element) {
  for (const source of picture.querySelectorAll('source')) source.remove()
  const image = picture.querySelector('img')
  const [, placeholder] = /url\("?(data:[^")]+)"?\)/.exec(image?.style.background ?? '') ?? []
  image?.removeAttribute('srcset')
  if (placeholder === undefined) image?.removeAttribute('src')
  else image?.setAttribute('src', placeholder)
}

/** What a copy could not send is not offered by it; logging out is. */
function keepForm(form: HTMLFormElement) {
  if (form.getAttribute('action')?.startsWith('/logout')) form.setAttribute('action', forgetAddress)
  else form.remove()
}

function filesOf(page: Document): string[] {
  const links = page.querySelectorAll<HTMLLinkElement>(
    'link[rel="stylesheet"], link[rel="preload"][as="font"]',
  )
  const fonts = performance.getEntriesByType('resource').map(({ name }) => name)
  const logos = [...page.images].map(({ src }) => new URL(src)).filter(isLogo)
  const addresses = [
    ...[...links].map(({ href }) => href),
    ...logos.map(({ href }) => href),
    ...fonts.filter((name) => name.endsWith('.woff2')),
  ]
  const own = addresses
    .map((address) => new URL(address))
    .filter(({ origin }) => origin === location.origin)
  return [...new Set(own.map(({ pathname }) => pathname))]
}
