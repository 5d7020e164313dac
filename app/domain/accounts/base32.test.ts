import { expect, test } from 'vitest'
import { base32 } from './base32.ts'

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('%j is written as RFC 4648 writes it', (text, written) => {
  expect(base32(new TextEncoder().encode(text))).toBe(written)
})
