import { describe, expect, test } from 'vitest'
import { freeSlug, isSlug, slugOf } from './slug.ts'

describe('a slug', () => {
  test.each([
    ['Twin Towers Muthaiga', 'twin-towers-muthaiga'],
    ["  Karen's  Café & Résidence, No. 7 ", 'karens-cafe-residence-no-7'],
    ['Ḥamar Weyne — شنغاني', 'hamar-weyne'],
    ['أبراج مقديشو', 'project'],
    ['***', 'project'],
  ])('of %s is %s', (name, slug) => {
    expect(slugOf(name)).toBe(slug)
  })

  test('of a long name is cut, with room for a number behind it', () => {
    const slug = freeSlug(slugOf('Tall Tower '.repeat(18)), [slugOf('Tall Tower '.repeat(18))])
    expect(slug.length).toBeLessThanOrEqual(80)
    expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  })

  test('that is in use gets the first free number', () => {
    expect(freeSlug('garden', [])).toBe('garden')
    expect(freeSlug('garden', ['garden', 'garden-2', 'garden-city'])).toBe('garden-3')
  })

  test('is never that of the site, whose share picture has its address', () => {
    expect(freeSlug(slugOf('Site'), [])).toBe('site-2')
    expect(freeSlug('site-plan', [])).toBe('site-plan')
  })

  test('is of small Latin letters, figures and single hyphens', () => {
    for (const slug of ['twin-towers', '7', 'a'.repeat(80)]) expect(isSlug(slug)).toBe(true)
    for (const text of ['', '-', 'a--b', 'a-', 'Twin', 'é', '\0', 'a\n', 'a'.repeat(81)])
      expect(isSlug(text)).toBe(false)
  })
})
