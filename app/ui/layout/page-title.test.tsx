import { expect, test } from 'vitest'
import { ourFiles } from '../../../tests/fences/tree.ts'
import { htmlOf } from '../../../tests/screens.tsx'
import { pageTitle } from './page-title.ts'
import { PageTitle } from './page-title-element.tsx'
import { Wordmark } from './wordmark.tsx'

const matches = [{ id: 'root', loaderData: { look: { brand: 'Nyumba', logo: null } } }, undefined]

test("PUB-370 a title ends with the company's own name, and has none where it could not be read", () => {
  expect(pageTitle('Contact', { matches })).toEqual([{ title: 'Contact · Nyumba' }])
  expect(pageTitle('Contact', { matches: [] })).toEqual([{ title: 'Contact' }])
  const html = htmlOf(() => <PageTitle>Page not found</PageTitle>, '/', null, undefined, {
    brand: 'Nyumba',
    logo: null,
  })
  expect(html).toContain('<title>Page not found · Nyumba</title>')
})

test('PUB-370 the logo stands where the three stones stand without one', () => {
  const drawn = (logo: string | null) =>
    htmlOf(() => <Wordmark name="Nyumba" />, '/', null, undefined, { brand: 'Nyumba', logo })
  expect(drawn('/logo/1.png')).toMatch(/<img src="\/logo\/1.png" alt="".*Nyumba/)
  expect(drawn('/logo/1.png')).not.toContain('<svg')
  expect(drawn(null)).toMatch(/<svg.*Nyumba/)
})

test('PUB-370 no screen, script or mail names the product instead of the company', () => {
  const shown = ourFiles().filter(
    ({ path }) => /^app\/.*\.tsx?$/.test(path) && !/\.test\.|^app\/demo|\/demo-company/.test(path),
  )
  const named = shown.filter(({ text }) =>
    /\bMsingi\b/.test(text.replace(/^\s*(\/\/|\*|\/\*\*).*$/gm, '')),
  )
  expect(named.map(({ path }) => path)).toEqual([])
})
