import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dollarsInWords, moneyInWords, numberInWords } from './amount-in-words.ts'
import { cents, usd } from './money.ts'

test.each([
  ['0', 'Zero US dollars'],
  ['0.01', 'One cent'],
  ['1', 'One US dollar'],
  ['1.01', 'One US dollar and one cent'],
  ['13', 'Thirteen US dollars'],
  ['40', 'Forty US dollars'],
  ['100', 'One hundred US dollars'],
  ['115.50', 'One hundred and fifteen US dollars and fifty cents'],
  ['1,000', 'One thousand US dollars'],
  ['1,005', 'One thousand and five US dollars'],
  ['1,250.50', 'One thousand two hundred and fifty US dollars and fifty cents'],
  ['35,000', 'Thirty-five thousand US dollars'],
  ['100,099.99', 'One hundred thousand and ninety-nine US dollars and ninety-nine cents'],
  ['1,000,000', 'One million US dollars'],
  [
    '999,999,999,999.99',
    'Nine hundred and ninety-nine billion nine hundred and ninety-nine million nine hundred and ninety-nine thousand nine hundred and ninety-nine US dollars and ninety-nine cents',
  ],
])('PROOF-100 %s dollars in words', (amount, words) => {
  expect(dollarsInWords(usd(amount))).toBe(words)
})

test('PROOF-100 other currencies and negative amounts have their words', () => {
  expect(moneyInWords(4_150_000n, 'KES')).toBe('Forty-one thousand five hundred Kenya shillings')
  expect(moneyInWords(100n, 'SLSH')).toBe('One Somaliland shilling')
  expect(moneyInWords(201n, 'GBP')).toBe('Two pounds sterling and one penny')
  expect(dollarsInWords(cents(-150n))).toBe('Minus one US dollar and fifty cents')
})

const values = new Map(
  [...Array.from({ length: 20 }, (_, number) => number), ...[20, 30, 40, 50, 60, 70, 80, 90]].map(
    (number) => [numberInWords(BigInt(number)), BigInt(number)],
  ),
)
const scaleOf: Record<string, bigint> = {
  thousand: 1_000n,
  million: 1_000_000n,
  billion: 1_000_000_000n,
  trillion: 1_000_000_000_000n,
}

/** Reads words back, by what each word says. */
function numberFrom(words: string): bigint {
  let total = 0n
  let current = 0n
  for (const word of words.split(/[\s-]+/)) {
    if (word === 'and') continue
    if (word === 'hundred') current *= 100n
    else if (word in scaleOf) {
      total += current * (scaleOf[word] ?? 1n)
      current = 0n
    } else current += values.get(word) ?? -1n
  }
  return total + current
}

test('PROOF-100 the words of every whole number read back as that number', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 999_999_999_999_999n), (whole) => {
      expect(numberFrom(numberInWords(whole))).toBe(whole)
    }),
    { numRuns: 500 },
  )
})
