import { describe, expect, test } from 'vitest'
import { freeSlug, slugOf } from './slug.ts'

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
})
