import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub, Meta, type MetaDescriptor } from 'react-router'
import { expect, test } from 'vitest'
import { pageHead, unlistedHead } from './head.ts'

function htmlOf(head: MetaDescriptor[]): string {
  const Stub = createRoutesStub([{ path: '/', Component: Meta, meta: () => head }])
  return renderToStaticMarkup(<Stub initialEntries={['/']} />)
}

const listing = {
  title: 'Twin Towers · Msingi',
  description: 'Luxury two-bedroom apartments.',
  path: '/investment/twin-towers',
  origin: 'https://invest.example.com',
  brand: 'Msingi',
}

test('a page names itself, its one address and the picture it is shared with', () => {
  const html = htmlOf(
    pageHead({ ...listing, picture: { path: '/share/twin-towers.jpg', alt: 'Two towers' } }),
  )
  expect(html).toContain('<title>Twin Towers · Msingi</title>')
  expect(html).toContain('<meta name="description" content="Luxury two-bedroom apartments."/>')
  expect(html).toContain(
    '<link rel="canonical" href="https://invest.example.com/investment/twin-towers"/>',
  )
  expect(html).toContain('<meta property="og:title" content="Twin Towers"/>')
  expect(html).toContain('<meta property="og:site_name" content="Msingi"/>')
  expect(html).toContain(
    '<meta property="og:image" content="https://invest.example.com/share/twin-towers.jpg"/>',
  )
  expect(html).toContain('<meta property="og:image:alt" content="Two towers"/>')
  expect(html).toContain('<meta name="twitter:card" content="summary_large_image"/>')
  expect(html).not.toContain('noindex')
})

test('a page without its own picture is shared with that of the site', () => {
  expect(htmlOf(pageHead(listing))).toContain('content="https://invest.example.com/share/site.jpg"')
})

test('markup in a text is text: it ends neither its attribute nor the script', () => {
  const hostile = '</script><script>alert(1)</script>"><b>'
  const html = htmlOf(
    pageHead({ ...listing, description: hostile, jsonLd: [{ '@type': 'Thing', name: hostile }] }),
  )
  expect(html).not.toContain('<script>')
  expect(html).not.toContain('<b>')
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? []
  expect(JSON.parse(json)).toEqual({ '@type': 'Thing', name: hostile })
})

test('a page for one visitor stays out of every index', () => {
  const html = htmlOf(unlistedHead('Set a new password', { matches: [] }))
  expect(html).toContain('<meta name="robots" content="noindex"/>')
  expect(html).not.toContain('canonical')
})
