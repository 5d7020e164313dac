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

/** Runs in the browser. What it adds is script of the document, which the content policy allows by its hash. */
const starter = `(() => {
  const add = (name, facts) => document.head.append(Object.assign(document.createElement(name), facts))
  let begun = false
  const begin = () => {
    if (begun) return
    begun = true
    for (const href of []) add('link', { rel: 'modulepreload', href })
    add('script', { type: 'module', text: document.getElementById('start').text })
  }
  const soon = () => requestAnimationFrame(() => setTimeout(begin))
  if (document.readyState === 'complete') soon()
  else addEventListener('load', soon, { once: true })
  for (const sign of ['pointerdown', 'keydown']) addEventListener(sign, begin, { once: true, capture: true })
})()`
