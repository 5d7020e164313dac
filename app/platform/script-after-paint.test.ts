import { expect, test } from 'vitest'
import { startAfterPaint } from './script-after-paint.ts'

const page =
  '<html><head><link rel="modulepreload" href="/assets/a.js"/><link rel="modulepreload" href="/assets/b.js"/>' +
  '<link rel="preload" href="/font.woff2"/></head><body><h1>Home</h1><script>window.context = {}</script>' +
  '<script type="module" async="">import * as route0 from "/assets/a.js";\nimport("/assets/b.js");</script></body></html>'

test('nothing of the script is asked for or run by the document itself, and the rest stays', () => {
  const later = startAfterPaint(page)
  expect(later).not.toContain('rel="modulepreload"')
  expect(later).not.toContain('type="module"')
  expect(later).toContain(
    '<link rel="preload" href="/font.woff2"/></head><body><h1>Home</h1><script>window.context',
  )
  expect(later).toContain('<script>window.context = {}</script>')
})

test('what begins it stands before the first style sheet, which it would wait for otherwise', () => {
  const later = startAfterPaint(page)
  expect(later.indexOf('<script>(() => {')).toBe('<html><head>'.length)
  expect(later.indexOf('<script>(() => {')).toBeLessThan(later.indexOf('<link'))
})

test('the script stands there word for word, and what begins it knows its files', () => {
  const later = startAfterPaint(page)
  expect(later).toContain(
    '<script type="text/plain" id="start">import * as route0 from "/assets/a.js";\nimport("/assets/b.js");</script>',
  )
  expect(later).toContain('for (const href of ["/assets/a.js","/assets/b.js"])')
})

test('a page without script stays as it is', () => {
  const plain = '<html><body><h1>Home</h1></body></html>'
  expect(startAfterPaint(plain)).toBe(plain)
})
