/**
 * Makes the script of a document start after its first paint, or with the first press or key. The router preloads its files
 * and starts immediately, which on a slow connection delays the style sheet and the largest picture by a second. Pages work
 * without script until then. To be removed when the router lets its start be delayed.
 */
export function startAfterPaint(html: string): string {
  const files: string[] = []
  const withoutPreloads = html.replace(
    /<link rel="modulepreload" href="([^"]+)"[^>]*>/g,
    (_link, href: string) => {
      files.push(href)
      return ''
    },
  )
  const routerScript = /<script([^>]*) type="module" async="">/
  const [found, attributes = ''] = routerScript.exec(withoutPreloads) ?? []
  if (found === undefined) return html
  const starter = `<script${attributes}>(${startLater})(${JSON.stringify(files)})</script>`
  return withoutPreloads
    .replace(found, `<script${attributes} type="text/plain" id="start">`)
    .replace(/(?=<link)/, () => starter)
}

/**
 * Runs in the browser, before the page is drawn. The script it adds has the words and the nonce of one in the document, so
 * that the content policy allows it by either. What lies below the first view of a public page waits with its layout
 * (site.css), and with its pictures, until that is painted; it is laid out piece by piece, or immediately when someone
 * scrolls or presses. A page that is restored or opened further down is laid out whole. That someone has moved is noted
 * for the parts that wait for it (site/parts/first-interaction.ts).
 */
const startLater = `(files) => {
  const { nonce } = document.currentScript
  const page = document.documentElement
  const parts = () => [...document.querySelectorAll('.site-section, .hero__more, footer')]
  const whenIdle = window.requestIdleCallback ?? setTimeout
  const [{ type, name } = {}] = performance.getEntriesByType('navigation')
  if (type === 'navigate' && !name.includes('#')) page.dataset.below = 'unseen'
  const layOutAll = () => {
    delete page.dataset.below
    for (const part of parts()) delete part.dataset.seen
  }
  const layOutNext = () => {
    const next = parts().find((part) => !('seen' in part.dataset))
    if (!page.dataset.below || !next) return layOutAll()
    next.dataset.seen = ''
    whenIdle(layOutNext)
  }

  const add = (name, properties) =>
    document.head.append(Object.assign(document.createElement(name), properties))
  let isStarted = false
  const start = () => {
    const script = document.getElementById('start')
    if (isStarted || !script) return
    isStarted = true
    for (const href of files) add('link', { rel: 'modulepreload', href })
    add('script', { type: 'module', nonce, text: script.text })
  }

  const whenPainted = () => {
    start()
    whenIdle(layOutNext)
  }
  const remember = () => (page.dataset.moved = '')
  for (const sign of ['pointermove', 'pointerdown', 'keydown', 'scroll'])
    addEventListener(sign, remember, { once: true, capture: true, passive: true })
  addEventListener('load', () => requestAnimationFrame(() => setTimeout(whenPainted)))
  addEventListener('scroll', layOutAll, { once: true, capture: true, passive: true })
  for (const sign of ['pointerdown', 'keydown']) {
    addEventListener(sign, layOutAll, { once: true, capture: true })
    addEventListener(sign, start, { capture: true })
  }
}`
