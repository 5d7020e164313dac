import { expect, test } from 'vitest'
import { sharedAddress } from './shared-addresses.ts'

const kept = (path: string) => sharedAddress(new URL(path, 'http://msingi.test'))

test.each([
  ['/', '/'],
  ['/?utm_source=mail&ref=1', '/'],
  ['/_.data', '/_.data'],
  ['/investments', '/investments'],
  ['/investments?status=upcoming&x=1', '/investments?status=upcoming'],
  ['/investments.data?status=closed', '/investments.data?status=closed'],
  ['/investments?page=2&status=closed', '/investments?status=closed&page=2'],
  ['/investments?page=-1', '/investments'],
  ['/investments?status=x', '/investments'],
  ['/investment/twin-towers', '/investment/twin-towers'],
  ['/contact?project=twin-towers', '/contact?project=twin-towers'],
  ['/contact?project=%3Cscript%3E', '/contact'],
])('%s is kept as %s', (path, address) => {
  expect(kept(path)).toBe(address)
})

test.each([
  '/login',
  '/session',
  '/nowhere',
  '/investment/twin-towers/invest',
  '/investment-dashboard',
  '/admin-dashboard/investments',
  '/investments.data?_routes=root',
])('%s is made for each visitor', (path) => {
  expect(kept(path)).toBeNull()
})
