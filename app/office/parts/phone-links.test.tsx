import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PhoneLinks } from './phone-links.tsx'

const hrefsOf = (phone: string) =>
  [...renderToStaticMarkup(<PhoneLinks phone={phone} />).matchAll(/href="([^"]*)"/g)].map(
    ([, href]) => href,
  )

test('MIN-290 a phone number in the office has links that dial it and open a chat; one that cannot be read has none', () => {
  expect(hrefsOf('+254 711 000111')).toEqual(['tel:+254711000111', 'https://wa.me/254711000111'])
  expect(hrefsOf('+44 20 7946 0000')).toEqual(['tel:+442079460000', 'https://wa.me/442079460000'])
  expect(hrefsOf('ask his sister')).toEqual([])
  expect(hrefsOf('0711 000 111')).toEqual([])
})
