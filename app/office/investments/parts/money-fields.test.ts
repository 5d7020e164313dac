import { expect, test } from 'vitest'
import { isRateEdited } from './money-fields.tsx'

const typed = { currency: 'KES', source: 'agreed', rate: '12.9', on: '2026-03-31' }
const refused = {
  errors: { rate: 'Check it.' },
  values: { currency: 'KES', rateSource: 'agreed', rate: '12.9' },
}

test('BANK-121 a sentence about a rate stays until the rate, its currency, source or day is edited', () => {
  expect(isRateEdited(typed, refused, typed.on)).toBe(false)
  for (const edit of [
    { rate: '129' },
    { currency: 'SOS' },
    { source: 'company' },
    { on: '2026-03-30' },
  ])
    expect(isRateEdited({ ...typed, ...edit }, refused, typed.on)).toBe(true)
})
