import fc from 'fast-check'

const acts = [
  'add',
  'edit',
  'pay',
  'refund',
  'adjust',
  'void',
  'remove',
  'restore',
  'distribute',
  'send',
  'take-back',
] as const

const likely = [...acts, 'add', 'pay', 'pay', 'edit', 'void', 'distribute', 'send'] as const

/** One step: what is done, to which of those there are, and two figures, read as each act needs them. */
export const step = fc.record({
  act: fc.constantFrom(...likely),
  which: fc.nat(50),
  amount: fc.bigInt({ min: 1n, max: 120_000n }),
  other: fc.oneof(fc.nat(120_000), fc.constant(0)),
})

export type Step = typeof step extends fc.Arbitrary<infer One> ? One : never
