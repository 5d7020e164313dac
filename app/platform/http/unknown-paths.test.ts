import { expect, test } from 'vitest'
import { unknownPaths } from './unknown-paths.ts'

const module = { default: () => null }
const routes = {
  root: { id: 'root', path: '', module },
  layout: { id: 'layout', parentId: 'root', module },
  landing: { id: 'landing', parentId: 'layout', index: true, module },
  listing: { id: 'listing', parentId: 'layout', path: 'investment/:slug', module },
  nowhere: { id: 'nowhere', parentId: 'layout', path: '*', module },
  portal: { id: 'portal', parentId: 'root', path: 'investment-dashboard', module },
  inside: { id: 'inside', parentId: 'portal', path: '*', module },
} as unknown as Parameters<typeof unknownPaths>[0]
const isUnknown = unknownPaths(routes)

test.each(['/nothing', '/investments-of-all', '/a/investment', '/.env', '/nothing.data'])(
  '%s is unknown',
  (path) => {
    expect(isUnknown(path)).toBe(true)
  },
)

test.each([
  '/',
  '/_.data',
  '/investment.data',
  '/investment/x',
  '/Investment/x',
  '//investment-dashboard/nothing',
])('%s may have a page', (path) => {
  expect(isUnknown(path)).toBe(false)
})
