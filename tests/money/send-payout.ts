import { sendAll } from '../distributions.ts'
import type { as } from '../people.ts'
import type { World } from './figures.ts'
import type { Step } from './steps.ts'

const today = '2026-06-30'

/** Sends what is unsent of a payout, for every other step without its first share, in the product and in the model. */
export async function sendPayout(
  admin: Parameters<typeof as>[0],
  { books: { payouts } }: World,
  { which, other }: Step,
) {
  const payout = payouts[which % Math.max(payouts.length, 1)]
  if (!payout) return { asked: false, refused: false, expected: false }
  const unsent = [...payout.shares.keys()].filter((id) => !payout.sent.has(id)).toSorted()
  const left = other % 2 === 0 ? [] : unsent.slice(0, 1)
  const goes = unsent.filter((id) => !left.includes(id))
  const answer = await sendAll(admin, payout.id, today, { left })
  const expected = payout.voided || goes.length === 0
  if (!expected) for (const id of goes) payout.sent.add(id)
  return { asked: true, refused: 'refused' in answer, expected }
}
