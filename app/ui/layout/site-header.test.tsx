import { expect, test } from 'vitest'
import { htmlOf, wordsOf } from '../../../tests/screens.tsx'
import { SiteHeader, type SiteSession } from './site-header.tsx'

const investor: SiteSession = {
  dashboard: '/investment-dashboard',
  unread: 3,
  notifications: '/investment-dashboard/my-notifications',
  logout: '/logout?from=header',
}

/** As a browser with script reads it. */
const header = (session?: SiteSession, brand = 'Msingi', path = '/') =>
  htmlOf(() => <SiteHeader session={session} />, path, null, undefined, {
    brand,
    logo: null,
  }).replace(/<noscript>.*<\/noscript>/s, '')

const linksOf = (html: string) =>
  [...html.matchAll(/<a[^>]*href="([^"]*)"/g)].map(([, address]) => address)

test('PUB-059 (W-46) four links: Home and About Us are sections of the landing page, the others pages', () => {
  const nav = /<nav aria-label="Main" .*?<\/nav>/s.exec(header())?.[0] ?? ''
  expect(wordsOf(nav)).toBe('Home Investments About Us Contact')
  expect(linksOf(nav)).toEqual(['/#home', '/investments', '/#about', '/contact'])
})

test('PUB-060 a visitor sees LOGIN, and nothing of a dashboard', () => {
  const html = header()
  expect(html).toMatch(/href="\/login"[^>]*>LOGIN/)
  expect(html).not.toMatch(/Dashboard|Logout|Admin/)
})

test('PUB-061 PUB-062 an investor sees Dashboard and Logout instead, and no Admin', () => {
  const html = header(investor)
  expect(html).toMatch(/href="\/investment-dashboard"[^>]*>Dashboard/)
  expect(html).toMatch(/action="\/logout\?from=header".*Logout/s)
  expect(html).not.toMatch(/LOGIN|Admin/)
})

test('PUB-062 an administrator sees Admin too, before Dashboard in both menus', () => {
  const html = header({
    ...investor,
    dashboard: '/admin-dashboard',
    admin: '/admin-dashboard',
    unread: 0,
  })
  expect(html).toMatch(/href="\/admin-dashboard"[^>]*>Admin/)
  expect(html.match(/>(Admin|Dashboard)</g)).toEqual([
    '>Admin<',
    '>Dashboard<',
    '>Admin<',
    '>Dashboard<',
  ])
})

test('PUB-063 PUB-064 (W-40) the badge counts to nine, then says 9+, and is absent at none', () => {
  const badge = (unread: number) =>
    /my-notifications"[^>]*>.*?<\/a>/s.exec(header({ ...investor, unread }))?.[0] ?? ''
  expect(wordsOf(badge(9))).toMatch(/9(?!\+)/)
  expect(wordsOf(badge(10))).toContain('9+')
  expect(badge(0)).toBe('')
})

test.each([
  ['/', 'Home', 'page'],
  ['/investments', 'Investments', 'page'],
  ['/investment/twin-towers', 'Investments', 'true'],
  ['/contact', 'Contact', 'page'],
])('on %s the header marks %s as the page, or as what the page belongs to', (path, label, mark) => {
  const marked = [
    ...header(undefined, 'Msingi', path).matchAll(/<a[^>]*aria-current="(\w+)"[^>]*>([^<]*)/g),
  ]
  expect(marked.map(([, current, words]) => [words, current])).toEqual([
    [label, mark],
    [label, mark],
  ])
})

test('the header speaks for the company', () => {
  expect(header(undefined, 'Nyumba')).toContain('aria-label="Nyumba, home"')
})
