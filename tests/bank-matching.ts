import type {
  MatchableInvestment,
  MatchableProof,
  MatchableTransaction,
  MatchingFacts,
} from '../app/domain/bank-matching/matching.ts'
import { buildMatchingContext } from '../app/domain/bank-matching/matching-context.ts'
import { suggest } from '../app/domain/bank-matching/suggest.ts'
import { calendarDate } from '../app/values/calendar-date.ts'
import { exchangeRate } from '../app/values/exchange-rate.ts'
import { usd } from '../app/values/money.ts'

export const investment = (changes: Partial<MatchableInvestment> = {}): MatchableInvestment => ({
  id: 'noor',
  reference: 'MS7K2Q4',
  investorId: 'fatuma',
  investorName: 'Fatuma Halima Noor',
  investorPhones: ['+254 711 000 301'],
  project: 'Twin Towers',
  agreed: usd('10000'),
  received: usd('2000'),
  status: 'active',
  isArchived: false,
  investedOn: calendarDate('2026-10-01'),
  nextPayment: { amount: usd('1934.39'), on: calendarDate('2026-11-05') },
  ...changes,
})
export const grace = investment({
  id: 'grace',
  reference: 'MST3W9X',
  investorId: 'grace',
  investorName: 'Grace Wanjiru',
  investorPhones: ['0700000555'],
  project: 'Garden City',
  nextPayment: { amount: usd('500'), on: calendarDate('2026-11-01') },
})
export const transaction = (changes: Partial<MatchableTransaction> = {}): MatchableTransaction => ({
  id: 't1',
  leg: 'payment',
  providerNumber: 'UK2DKNV1EO',
  occurredAt: '2026-11-02T05:15:22.000Z',
  valueOn: calendarDate('2026-11-02'),
  minor: 25_000_000n,
  currency: 'KES',
  payerName: 'JAMES',
  payerNumber: '25479****001',
  typedReference: null,
  phone: null,
  mpesaCode: 'UK2DKNV1EO',
  narrative: 'Pay Bill',
  ...changes,
})
export const proof = (changes: Partial<MatchableProof> = {}): MatchableProof => ({
  id: 'p1',
  code: 'UK2DKNV1EO',
  minor: 25_000_000n,
  currency: 'KES',
  at: '2026-11-02T05:15:00.000Z',
  investmentId: 'noor',
  investorId: 'fatuma',
  ...changes,
})
export const facts = (changes: Partial<MatchingFacts> = {}): MatchingFacts => ({
  investments: [investment(), grace],
  knownPayers: [],
  earlierMatches: [],
  proofs: [],
  rateOn: (currency) => (currency === 'KES' ? exchangeRate('129.24') : null),
  ...changes,
})
export const ask = (
  changed: Partial<MatchableTransaction>,
  changedFacts: Partial<MatchingFacts> = {},
) => suggest(transaction(changed), buildMatchingContext(facts(changedFacts)))
