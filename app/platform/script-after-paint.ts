/**
 * Makes the script of a whole document begin once the page has been painted, or when somebody presses something before.
 * The router names its files as preloads and begins at once: on a slow line a phone then fetches 110 KB of script beside
 * the style sheet, the fonts and the largest picture, and paints a second later. The page works without it meanwhile.
 * Goes when the router can be told when to begin.
 */
export function startAfterPaint(html: string): string {
  const files: string[] = []
  const withoutPreloads = html.replace(/<link rel="modulepreload" href="([^"]+)"[^>]*>/g, (_link, href: string) => {
    files.push(href)
    return ''
  })
  return withoutPreloads.replace(/<script type="module" async="">(.*?)<\/script>/s, (_script, code: string) => {
    const start = starter.replace('[]', JSON.stringify(files))
    return `<script type="text/plain" id="start">${code}</script><script>${start}</script>`
  })
}

/**
 * Runs in the browser. What it adds is script of the document, which the content policy allows by its hash. A page that
 * is neither restored nor opened at a place further down is shown from its top: what is below waits with its layout
 * (site.css) until the first view is painted, or somebody scrolls before, because every height has to be true then.
 */
const starter = `(() => {
  const [{ type } = {}] = performance.getEntriesByType('navigation')
  const page = document.documentElement
  const layOutAll = () => delete page.dataset.below
  if (type === 'navigate' && !location.hash) page.dataset.below = 'unseen'
  addEventListener('scroll', layOutAll, { once: true, capture: true, passive: true })
  const add = (name, facts) => document.head.append(Object.assign(document.createElement(name), facts))
  let begun = false
  const begin = () => {
    if (begun) return
    begun = true
    layOutAll()
    for (const href of []) add('link', { rel: 'modulepreload', href })
    add('script', { type: 'module', text: document.getElementById('start').text })
  }
  const painted = new Promise((seen) => {
    new PerformanceObserver((list) => list.getEntriesByName('first-contentful-paint').length && seen())
      .observe({ type: 'paint', buffered: true })
    // Nothing is painted in a tab that is not in front.
    setTimeout(seen, 3000)
  })
  const loaded = new Promise((done) => {
    if (document.readyState === 'complete') done()
    else addEventListener('load', done, { once: true })
  })
  Promise.all([painted, loaded]).then(() => setTimeout(begin))
  for (const sign of ['pointerdown', 'keydown']) addEventListener(sign, begin, { once: true, capture: true })
})()`
