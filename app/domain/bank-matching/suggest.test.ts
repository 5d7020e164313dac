import { describe, expect, test } from 'vitest'
import { ask, facts, grace, investment, proof, transaction } from '../../../tests/bank-matching.ts'
import { calendarDate } from '../../values/calendar-date.ts'
import { usd } from '../../values/money.ts'
import type {
  MatchableInvestment,
  MatchableProof,
  MatchableTransaction,
  MatchingFacts,
} from './matching.ts'
import { buildMatchingContext, noteMatch } from './matching-context.ts'
import { suggest } from './suggest.ts'

describe('BANK-030 a whole reference matches without a person', () => {
  test.each([
    'MS7K2Q4',
    'ms7k2q4',
    'ms7 k2q4',
    '441211#MS7K2Q4',
    '441211#ms7 k2q4',
    'pay MS7K2Q4 towers',
    '441211MS7K2Q4',
    '01120000000900ms7k2q4',
    'Ref:MS7K2Q4/NOOR',
    'M-S7K-2Q4',
  ])('%s', (typedReference) => {
    expect(ask({ typedReference }).automatic).toEqual({
      investmentId: 'noor',
      amountMinor: 25_000_000n,
      because: 'reference',
      proofId: null,
    })
  })

  test('in the narrative of a bank, and when the payer was learnt for someone else', () => {
    expect(
      ask({ narrative: 'MPS 254711000301 UK2DKNV1EO MS7K2Q4 X' }).automatic?.investmentId,
    ).toBe('noor')
    const knownPayers = [{ payerNumber: '25479****001', payerName: 'JAMES', investorId: 'grace' }]
    expect(ask({ typedReference: 'MS7K2Q4' }, { knownPayers }).automatic?.investmentId).toBe('noor')
  })

  test.each([
    'M57K2O4',
    'MS7K2Q5',
    'MS7KQ24',
    'MS7K2Q',
    'MS7K2Q44',
    'MS7K2Q4 MST3W9X',
    '441211MS7K2Q5',
    'NOORMS7K2Q4',
    'fatuma noor',
    '',
  ])('%s does not', (typedReference) => {
    expect(ask({ typedReference }).automatic).toBeNull()
  })

  test('only of money that came in as a payment', () => {
    for (const leg of ['charge', 'sweep-in', 'reversal', 'other'])
      expect(ask({ leg, typedReference: 'MS7K2Q4' }).automatic).toBeNull()
    expect(ask({ minor: -100n, typedReference: 'MS7K2Q4' })).toEqual({
      automatic: null,
      suggestions: [],
      held: null,
    })
  })

  test('what is more than remains stays for the person, apart from five cents', () => {
    const nearlyPaid = { investments: [investment({ received: usd('9000') })] }
    expect(ask({ typedReference: 'MS7K2Q4' }, nearlyPaid).automatic?.amountMinor).toBe(12_924_000n)
    const rounded = { investments: [investment({ received: usd('8065.62') })] }
    expect(ask({ typedReference: 'MS7K2Q4' }, rounded).automatic?.amountMinor).toBe(25_000_000n)
    const context = buildMatchingContext(facts(nearlyPaid))
    noteMatch(context, 'noor', usd('1000'))
    expect(suggest(transaction({ typedReference: 'MS7K2Q4' }), context)).toMatchObject({
      automatic: null,
      held: 'completed',
    })
  })
})

test.each<[string, Partial<MatchableInvestment>, Partial<MatchableTransaction>]>([
  ['before-investment', { investedOn: calendarDate('2026-11-03') }, {}],
  ['cancelled', { status: 'cancelled' }, {}],
  ['completed', { status: 'completed' }, {}],
  ['completed', { received: usd('10000') }, {}],
  ['archived', { isArchived: true }, {}],
  ['no-rate', {}, { currency: 'SLSH' }],
  ['code-day', {}, { valueOn: calendarDate('2026-11-05') }],
])('BANK-031 a reference is held and only suggested: %s', (held, changes, changed) => {
  const result = ask(
    { typedReference: 'MS7K2Q4', ...changed },
    { investments: [investment(changes), grace] },
  )
  expect(result).toMatchObject({ automatic: null, held, suggestions: [{ investmentId: 'noor' }] })
})

describe('BANK-032 a proof matches only when all agrees', () => {
  const own = { payerNumber: '25471****301', payerName: 'FATUMA NOOR' }
  test('own or learnt number', () => {
    expect(ask(own, { proofs: [proof()] }).automatic).toMatchObject({
      investmentId: 'noor',
      because: 'proof',
      proofId: 'p1',
    })
    const knownPayers = [{ payerNumber: '0791****001', payerName: 'James', investorId: 'fatuma' }]
    expect(ask({}, { proofs: [proof()], knownPayers }).automatic?.because).toBe('proof')
  })

  test.each<[string, Partial<MatchableTransaction>, MatchableProof[]]>([
    ['amount', own, [proof({ minor: 25_000_100n })]],
    ['currency', own, [proof({ currency: 'SLSH' })]],
    ['minute', own, [proof({ at: '2026-11-02T05:16:00.000Z' })]],
    ['no minute', own, [proof({ at: null })]],
    ['payer', {}, [proof()]],
    [
      'another claim',
      own,
      [proof(), proof({ id: 'p2', investmentId: 'grace', investorId: 'grace' })],
    ],
    [
      'hidden payer',
      { payerNumber: '5b0f4f3c0b6f1f0d9e3b8b7a0e9f1c2d3e4f5a6b7c8d9e0f1a2b3c4d5e6f7a8b' },
      [proof()],
    ],
    ['code', own, [proof({ code: 'UK2DKNV1EP' })]],
  ])('not with another %s', (_, changed, proofs) => {
    expect(ask(changed, { proofs }).automatic).toBeNull()
  })

  test('BANK-203 not where the payer may be someone else', () => {
    const proofs = [proof()]
    const because = (line: Partial<MatchableTransaction>, changes: Partial<MatchingFacts> = {}) =>
      ask(line, { proofs, ...changes }).automatic?.because
    expect(because({ ...own, payerName: 'KEVIN OMONDI' })).toBeUndefined()
    expect(because({ ...own, payerName: 'FATUMA' })).toBe('proof')
    const relative = { ...grace, investorPhones: ['0711000301'] }
    const investments = [investment(), relative]
    expect(because(own, { investments })).toBe('proof')
    expect(because({ ...own, payerName: null }, { investments })).toBeUndefined()
    const sister = [investment(), { ...relative, investorName: 'Fatuma Noor' }]
    expect(because(own, { investments: sister })).toBeUndefined()
    const knownPayers = [
      { payerNumber: '25471****301', payerName: 'FATUMA NOOR', investorId: 'grace' },
    ]
    expect(because(own, { knownPayers })).toBeUndefined()
  })

  test('a reference to another investment wins', () => {
    expect(
      ask({ ...own, typedReference: 'MST3W9X' }, { proofs: [proof()] }).automatic,
    ).toMatchObject({ investmentId: 'grace', because: 'reference' })
  })
})

test.each<[string, Partial<MatchableTransaction>, Partial<MatchingFacts>]>([
  ['one character differs', { typedReference: 'MS7K2Q5' }, {}],
  ['look alike', { typedReference: 'M57K2O4' }, {}],
  ['are swapped', { typedReference: 'MS7KQ24' }, {}],
  ['missing', { typedReference: 'MS7K2Q' }, {}],
  [
    'same payer as 3 payments on this investment',
    {},
    {
      earlierMatches: [1, 2, 3].map(() => ({
        payerNumber: '2547****001',
        payerName: 'James',
        typedReference: null,
        investmentId: 'noor',
      })),
    },
  ],
  [
    'known for this investor',
    {},
    { knownPayers: [{ payerNumber: '25479****001', payerName: 'JAMES', investorId: 'fatuma' }] },
  ],
  ['phone number', { typedReference: '0711000301' }, {}],
  ['phone and name', { payerNumber: '25471****301', payerName: 'FATUMA **** NOOR' }, {}],
  ['name typed', { typedReference: 'fadumo nur' }, {}],
  ['payer’s name', { payerName: 'NOOR FATUMA' }, {}],
  ['one name of the payer', { payerName: 'FADUMA' }, {}],
  ['exactly the next instalment', { minor: 25_000_000n }, {}],
  ['reported this payment', {}, { proofs: [proof()] }],
])('BANK-033 suggested with its reason in words: %s', (reason, changed, changedFacts) => {
  const [first] = ask(changed, changedFacts).suggestions
  expect(first).toMatchObject({ investmentId: 'noor', reason: expect.stringContaining(reason) })
})

test.each(['GEORGE KARIUKI', 'ZAINAB KARIUKI', 'CAROL GEORGE'])(
  'BANK-604 %s is not taken for a name that has only the same consonants',
  (payerName) => {
    const investments = [investment({ investorName: 'Grace Achieng' })]
    expect(ask({ payerName, minor: 1_000n }, { investments }).suggestions).toEqual([])
  },
)
