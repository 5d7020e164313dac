import { describe, expect, test } from 'vitest'
import { ask, grace, investment } from '../../../tests/bank-matching.ts'
import type { MatchableTransaction } from './matching.ts'

describe('BANK-204 a reference that was probably taken from someone else is held', () => {
  const earlier = (investmentId: string) => ({
    payerNumber: '25479****001',
    payerName: 'JAMES KAMAU',
    typedReference: null,
    investmentId,
  })
  const line = { payerName: 'JAMES KAMAU', minor: 6_462_000n, typedReference: 'MS7K2Q4' }
  test('the payer paid only for another investor, whose next amount it is', () => {
    const result = ask(line, { earlierMatches: [earlier('grace')] })
    expect(result).toMatchObject({ automatic: null, held: 'other-payer' })
    const ids = result.suggestions.map(({ investmentId }) => investmentId)
    expect(ids.toSorted()).toEqual(['grace', 'noor'])
  })

  test.each<[string, Partial<MatchableTransaction>, string[]]>([
    ['another amount', { minor: 6_500_000n }, ['grace']],
    ['another name', { payerName: 'KEVIN OMONDI' }, ['grace']],
    ['a payer of both', {}, ['grace', 'noor']],
    ['a new payer', {}, []],
    ['the next amount of the named one', { minor: 25_000_000n }, ['grace']],
  ])('but not with %s', (_, changed, ids) => {
    const result = ask({ ...line, ...changed }, { earlierMatches: ids.map(earlier) })
    expect(result).toMatchObject({ held: null, automatic: { investmentId: 'noor' } })
  })
})

test('BANK-205 what was typed before is suggested, first of the same payer', () => {
  const earlier = (typedReference: string, investmentId: string, payerName = 'JAMES') => ({
    payerNumber: '25479****001',
    payerName,
    typedReference,
    investmentId,
  })
  const second = investment({ id: 'second', reference: 'MSR5H8D' })
  const earlierMatches = [
    ...[earlier('Plot five', 'noor'), earlier('shop', 'second'), earlier('shop', 'second')],
    ...[earlier('shop', 'second'), earlier('my shop', 'grace', 'Kevin')],
  ]
  const first = (changed: Partial<MatchableTransaction>) =>
    ask(changed, { investments: [investment(), second, grace], earlierMatches }).suggestions[0]
  expect(first({ typedReference: 'PLOT-FIVE' })).toMatchObject({
    investmentId: 'noor',
    reason: expect.stringContaining('typed before in 1 payment on this investment'),
  })
  expect(first({ typedReference: 'shop' })?.investmentId).toBe('second')
  const stranger = { payerName: 'MERCY', payerNumber: '25470****777' }
  expect(first({ ...stranger, typedReference: 'myshop' })?.investmentId).toBe('grace')
})

test.each(['Other', 'PAYMENT', 'm-pesa', 'Deposit', 'nyumba'])(
  'BANK-605 a typed %s, which says nothing, is no reason to suggest what others typed it for',
  (typedReference) => {
    const earlierMatches = [
      { payerNumber: '25479****001', payerName: 'JAMES', typedReference, investmentId: 'grace' },
    ]
    const stranger = { payerName: 'MERCY', payerNumber: '25470****777', minor: 1_000n }
    const investments = [investment(), grace]
    expect(
      ask({ ...stranger, typedReference }, { investments, earlierMatches }).suggestions,
    ).toEqual([])
  },
)

test('BANK-206 a payer without a number is known by the whole name', () => {
  const earlierMatches = [
    {
      payerNumber: '25479****001',
      payerName: 'Omondi Kevin',
      typedReference: null,
      investmentId: 'noor',
    },
  ]
  const bank = { payerNumber: null, phone: null, payerName: 'KEVIN OMONDI' }
  expect(ask(bank, { earlierMatches }).suggestions[0]).toMatchObject({
    investmentId: 'noor',
    reason: expect.stringContaining('same payer as 1 payment'),
  })
  expect(ask({ ...bank, payerName: 'KEVIN' }, { earlierMatches }).suggestions).toEqual([
    expect.objectContaining({ reason: 'exactly the next instalment' }),
  ])
})

test('BANK-207 a reference with one mistake outweighs who paid', () => {
  const payer = { payerNumber: '25470****555', payerName: 'GRACE WANJIRU' }
  const earlierMatches = Array.from({ length: 9 }, () => ({
    ...payer,
    typedReference: null,
    investmentId: 'grace',
  }))
  const knownPayers = [{ ...payer, investorId: 'grace' }]
  for (const typedReference of ['MS7K2Q5', 'MS7KQ24', 'S7K2Q4', 'MS7K22Q4', 'm57k2o4']) {
    const { suggestions } = ask({ ...payer, typedReference }, { earlierMatches, knownPayers })
    expect(suggestions.map(({ investmentId }) => investmentId)).toEqual(['noor', 'grace'])
  }
})
