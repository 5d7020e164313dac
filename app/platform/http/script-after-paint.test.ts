import { expect, test } from 'vitest'
import { startAfterPaint } from './script-after-paint.ts'

const pageWith = (nonce = '') =>
  '<html><head><link rel="modulepreload" href="/assets/a.js"/><link rel="modulepreload" href="/assets/b.js"/>' +
  `<link rel="preload" href="/font.woff2"/></head><body><h1>Home</h1><script${nonce}>window.context = {}</script>` +
  `<script${nonce} type="module" async="">import * as route0 from "/assets/a.js";\nimport("/assets/$&.js");</script></body></html>`

test('PUB-380 a document neither preloads nor runs the script of its page; everything else stays', () => {
  const later = startAfterPaint(pageWith())
  expect(later).not.toContain('rel="modulepreload"')
  expect(later).not.toContain('type="module"')
  expect(later).toContain('<link rel="preload" href="/font.woff2"/></head><body><h1>Home</h1>')
  expect(later).toContain('<script>window.context = {}</script>')
  expect(later).toContain(
    '<script type="text/plain" id="start">import * as route0 from "/assets/a.js";\nimport("/assets/$&.js");</script>',
  )
})

test('PUB-380 what starts it comes before the first style sheet, and names its files', () => {
  const later = startAfterPaint(pageWith())
  expect(later.indexOf('<script>((files) => {')).toBe('<html><head>'.length)
  expect(later).toContain('(["/assets/a.js","/assets/b.js"])</script>')
})

test('both scripts have the nonce of the document', () => {
  const later = startAfterPaint(pageWith(' nonce="abc"'))
  expect(later).toContain('<script nonce="abc">((files) => {')
  expect(later).toContain('<script nonce="abc" type="text/plain" id="start">')
})

test('a page without script stays as it is', () => {
  const plain = '<html><body><h1>Home</h1></body></html>'
  expect(startAfterPaint(plain)).toBe(plain)
})
