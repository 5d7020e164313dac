import { describe, expect, test } from 'vitest'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'

const unknown = '/nothing-stands-here'

describe('an address that no screen has', () => {
  test('PUB-066 (W-49) answers 404 with its own page', async () => {
    for (const path of [unknown, '/a/b/c', '/investments.php', '/wp-login.php?redirect=1']) {
      const { status, html } = await ask(path)
      expect(status, path).toBe(404)
      expect(wordsOf(html), path).toContain('404 Oops! Page not found')
    }
  })

  test('PUB-067 leads home', async () => {
    expect((await ask(unknown)).html).toMatch(/<a [^>]*href="\/"[^>]*>Return to Home<\/a>/)
  })

  test.each([
    ['a token of type recovery', '?token=abc&type=recovery'],
    ['an access token', '?access_token=abc'],
    ['a token without a type', '?token=abc'],
    ['an email', '?email=amina%40example.com'],
    [
      'much else, all of which it keeps,',
      '?utm_source=a%26b&token=%C3%A9+%2F&next=//evil.example&utm_source=2',
    ],
  ])('PUB-068..072 with %s leads to the recovery screen', async (_, query) => {
    const { status, location } = await ask(`${unknown}${query}`)
    const [page, kept] = location?.split('?') ?? []
    expect({ status, page }).toEqual({ status: 302, page: '/reset-password' })
    expect([...new URLSearchParams(kept)]).toEqual([...new URLSearchParams(query)])
  })

  test.each([
    '',
    '?type=recovery',
    '?token=',
    '?email=&access_token=',
    '?token=abc&type=signup',
    '?Token=abc',
    '?q=email',
  ])('PUB-073 with "%s" stays what it is', async (query) => {
    expect(await ask(`${unknown}${query}`)).toMatchObject({ status: 404, location: null })
  })
})

describe('an address that a screen has keeps its query to itself', () => {
  test.each(['/', '/login'])('%s does not redirect', async (path) => {
    expect(await ask(`${path}?token=abc&email=a@example.com`)).toMatchObject({
      status: 200,
      location: null,
    })
  })

  test('inside the portal and the back office a stranger is asked to sign in', async () => {
    for (const path of ['/investment-dashboard/nothing', '/admin-dashboard/nothing']) {
      const { location } = await ask(`${path}?token=abc`)
      expect(location).toMatch(/^\/login\?next=/)
    }
  })
})
