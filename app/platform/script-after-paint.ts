/**
 * Makes the script of a whole document begin once the page has been painted, or when somebody presses something before.
 * The router names its files as preloads and begins at once: on a slow line a phone then fetches 110 KB of script beside
 * the style sheet, the fonts and the largest picture, and paints a second later. The page works without it meanwhile.
 * Goes when the router can be told when to begin.
 */
export function startAfterPaint(html: string): string {
  const files: string[] = []
  const asked = html.replace(
    /<link rel="modulepreload" href="([^"]+)"[^>]*>/g,
    (_link, href: string) => {
      files.push(href)
      return ''
    },
  )
  const begins = /<script type="module" async="">(.*?)<\/script>/s
  if (!begins.test(asked)) return html
  const start = starter.replace('[]', JSON.stringify(files))
  return asked
    .replace(
      begins,
      (_script, code: string) => `<script type="text/plain" id="start">${code}</script>`,
    )
    .replace(/(?=<link)/, () => `<script>${start}</script>`)
}

/**
 * Runs in the browser, before anything of the page is drawn. What it adds is script of the document, which the content
 * policy allows by its hash. A page that is neither restored nor opened at a place further down is shown from its top:
 * what is below waits with its layout (site.css) until the first view is painted and is then laid out piece by piece, so
 * that no press waits for all of it; or all at once when somebody scrolls or presses, because then every height has to
 * be true.
 */
const starter = `(() => {
  const [{ type, name } = {}] = performance.getEntriesByType('navigation')
  const page = document.documentElement
  const below = () => [...document.querySelectorAll('.site-section, .hero__more, footer')]
  const whenIdle = window.requestIdleCallback ?? setTimeout
  if (type === 'navigate' && !name.includes('#')) page.dataset.below = 'unseen'
  const layOutAll = () => {
    delete page.dataset.below
    for (const part of below()) delete part.dataset.seen
  }
  const layOutNext = () => {
    if (!page.dataset.below) return
    const next = below().find((part) => !('seen' in part.dataset))
    if (!next) return layOutAll()
    next.dataset.seen = ''
    whenIdle(layOutNext)
  }
  const add = (name, facts) => document.head.append(Object.assign(document.createElement(name), facts))
  let begun = false
  const begin = () => {
    if (begun) return
    begun = true
    for (const href of []) add('link', { rel: 'modulepreload', href })
    add('script', { type: 'module', text: document.getElementById('start').text })
  }
  const painted = new Promise((seen) => {
    new PerformanceObserver((list) => list.getEntriesByName('first-contentful-paint').length && seen())
      .observe({ type: 'paint', buffered: true })
    // Nothing is painted in a tab that is not in front.
    setTimeout(seen, 3000)
  })
  const loaded = new Promise((done) => addEventListener('load', done, { once: true }))
  painted.then(() => whenIdle(layOutNext))
  Promise.all([painted, loaded]).then(() => setTimeout(begin))
  addEventListener('scroll', layOutAll, { once: true, capture: true, passive: true })
  for (const sign of ['pointerdown', 'keydown']) {
    addEventListener(sign, layOutAll, { once: true, capture: true })
    addEventListener(sign, () => document.getElementById('start') && begin(), { capture: true })
  }
})()`
