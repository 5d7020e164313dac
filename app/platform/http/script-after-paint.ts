/**
 * Starts a document's script after its first paint, press or key, because the router's preloads delay style sheet and
 * main image by a second on slow connections. To be removed once the router can delay its start.
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
 * Runs in the browser before the first paint. The added script reuses the text and nonce of an
 * allowed one. Below the first view, layout (site.css) and images wait too, until a scroll or
 * press. ui/connection/first-interaction.ts reads the interaction.
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
