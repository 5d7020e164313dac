import { expect, test } from 'vitest'
import { addresses } from '../../../tests/product.tsx'
import { pageAfterSignIn } from './next-page.ts'

const here = new URL('https://msingi.example/login')
const investorsPage = (next: string | null) => pageAfterSignIn('/investment-dashboard', next, here)

test('a page of the own area is led to, with its query', () => {
  expect(investorsPage('/investment-dashboard/investments?page=2')).toBe(
    '/investment-dashboard/investments?page=2',
  )
  expect(investorsPage('/investment-dashboard')).toBe('/investment-dashboard')
})

test('REQ-006 an investor is led back to Invest Now; an administrator, and to other public pages no one', () => {
  expect(investorsPage('/investment/twin-towers/invest')).toBe('/investment/twin-towers/invest')
  expect(pageAfterSignIn('/admin-dashboard', '/investment/twin-towers/invest', here)).toBe(
    '/admin-dashboard',
  )
  for (const next of [
    '/investment/twin-towers',
    '/investment/a/b/invest',
    '/investment/../login/invest',
  ]) {
    expect(investorsPage(next)).toBe('/investment-dashboard')
  }
})

test.each([
  null,
  '',
  'investment-dashboard',
  '//evil.example/investment-dashboard',
  '/\\evil.example/investment-dashboard',
  '/\t/evil.example/investment-dashboard',
  '/\n/evil.example/investment-dashboard',
  'https://evil.example/investment-dashboard',
  'https://msingi.example/investment-dashboard/documents',
  'javascript:alert(1)',
  '/admin-dashboard',
  '/investment-dashboard/../admin-dashboard',
  '/investment-dashboardish',
  '/investment-dashboard/documents.data',
  // The worker's own address (portal/offline/addresses.ts): without a worker it leads to sign-in.
  '/investment-dashboard/offline/logout',
  '/',
  '/login',
])('%j leads to the dashboard instead', (next) => {
  expect(investorsPage(next)).toBe('/investment-dashboard')
})

test('only a page is led to, never a file or a stream', () => {
  for (const { path, file } of addresses()) {
    const [, dashboard] = /^(\/(?:admin|investment)-dashboard)\//.exec(path) ?? []
    if (!dashboard || path.includes('*')) continue
    const next = path.replace(/:\w+/g, 'one')
    expect(pageAfterSignIn(dashboard, next, here), next).toBe(
      file.endsWith('.tsx') ? next : dashboard,
    )
  }
})
