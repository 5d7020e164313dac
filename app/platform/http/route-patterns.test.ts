import { expect, test } from 'vitest'
import { addresses } from '../../../tests/product.tsx'
import { routes } from '../../../tests/server-build.ts'
import { patternsOf } from './route-patterns.ts'

const patternOf = patternsOf(routes, ['/healthz'])
const paths = [...new Set(addresses().map(({ path }) => path))]

test.each(paths)('an address of %s, and its data, count under the pattern', (path) => {
  const address = path.replace(/:\w+/g, 'zz-1').replace('*', 'no/such/page')
  expect(patternOf(address)).toBe(path)
  expect(patternOf(address === '/' ? '/_.data' : `${address}.data`)).toBe(path)
})

test.each([
  ['/healthz', '/healthz'],
  ['/LOGIN/', '/login'],
  ['/wp-admin/setup.php', '/*'],
  ['/invitation/', '/invitation'],
  ['/admin-dashboard/documents/new', '/admin-dashboard/documents/new'],
  ['/admin-dashboard/documents/01a2054c', '/admin-dashboard/documents/:id'],
])('%s counts under %s', (address, pattern) => {
  expect(patternOf(address)).toBe(pattern)
})
