import { expect, test } from 'vitest'
import { htmlOf } from '../../../tests/screens.tsx'
import { SiteFooter } from './site-footer.tsx'

const footer = (linkedin: string | null = null) =>
  htmlOf(
    () => (
      <SiteFooter
        brand="Msingi"
        company="Msingi Property Group"
        blurb="We build homes."
        emails={['hello@msingi.example', 'support@msingi.example']}
        social={{ LinkedIn: linkedin, Twitter: null, Instagram: null }}
        year={2031}
      />
    ),
    '/',
  )

test('PUB-045 PUB-046 says what the company is, and its addresses are mail links', () => {
  expect(footer()).toContain('We build homes.')
  for (const address of ['hello@msingi.example', 'support@msingi.example']) {
    expect(footer()).toContain(`<a href="mailto:${address}">${address}</a>`)
  }
})

test('PUB-047 (W-48) a network without an address is named and is no link', () => {
  for (const name of ['LinkedIn', 'Twitter', 'Instagram']) expect(footer()).toContain(name)
  expect(footer()).not.toContain('rel="noopener"')
  expect(footer('https://linkedin.com/company/msingi')).toMatch(
    /href="https:\/\/linkedin\.com\/company\/msingi"/,
  )
})

test('PUB-048 the copyright line has the year it is given by the layout', () => {
  expect(footer()).toContain('© 2031 Msingi Property Group')
})
