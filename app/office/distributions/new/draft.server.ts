import { parseDistributionDraft } from '../../../domain/distributions/distribution-schema.ts'
import { investorNames } from '../../../domain/distributions/distributions.server.ts'
import {
  type DistributionShare,
  findSimilar,
  previewDistribution,
  type SimilarDistribution,
} from '../../../domain/distributions/record-distribution.server.ts'
import {
  type RateRefused,
  settleMoney,
} from '../../../domain/exchange-rates/settle-money.server.ts'
import { clock } from '../../../platform/clock.server.ts'
import type { AdminWork } from '../../../platform/session/session.server.ts'
import { formatDay, isAfter } from '../../../values/calendar-date.ts'
import type { PaidInCurrency } from '../../../values/exchange-rate.ts'
import { type FormReply, refuseForm } from '../../../values/form.ts'
import { type Cents, isPositive, sum } from '../../../values/money.ts'
import { rateRefusals } from '../../investments/parts/rate-refusals.ts'
import { withFutureDay } from '../../parts/future-day.server.ts'

/** The payout of one investment; `extra`: it receives one of the leftover cents. */
export type PreviewLine = {
  investmentId: string
  investor: { name: string; email: string }
  received: Cents
  amount: Cents
  /** Its part of what is paid in another currency. */
  paidMinor: bigint | null
  extra: boolean
}

/** The shares if recorded now: the largest by name, and the totals. */
export type Preview = {
  lines: PreviewLine[]
  investments: number
  /** Investments with a payout: of a single cent, one. */
  investors: number
  received: Cents
  total: Cents
  paid: PaidInCurrency | null
  leftOver: number
  mark: string
  /** An identical distribution that is already recorded. */
  alike: SimilarDistribution | null
}

const shown = 50

/** Parses and divides the draft in the query string. Missing fields are reported once the form was submitted. */
export const previewOf =
  (url: URL): AdminWork<{ reply?: FormReply; preview: Preview | null }> =>
  async (admin) => {
    const typed = new FormData()
    for (const [name, value] of url.searchParams) typed.append(name, value)
    if (!url.searchParams.has('amount')) return { preview: null }
    const draft = withFutureDay(parseDistributionDraft(typed), typed, 'datedOn')
    if (!draft.ok) return { reply: draft.reply, preview: null }
    const today = clock.today()
    const refused = (errors: Record<string, string>) => ({
      reply: refuseForm(typed, { errors }),
      preview: null,
    })
    if (isAfter(draft.value.datedOn, today))
      return refused({
        datedOn: `This date is in the future. Choose ${formatDay(today)} or earlier.`,
      })
    const { projectId, datedOn } = draft.value
    const money = await settleMoney(admin, draft.value.total, datedOn)
    if ('refused' in money) return refused(errorsOfRate(money))
    const { amount: total, paid } = money
    if (!isPositive(total)) return refused({ amount: 'The amount must be greater than zero.' })
    const divided = await previewDistribution(admin, { projectId, datedOn, total, paid })
    if (!divided)
      return refused({
        projectId: `Nothing had been received in this project by ${formatDay(datedOn)}.`,
      })
    return {
      reply: refuseForm(typed, {}),
      preview: inWords(
        { ...divided, alike: await findSimilar(admin, { projectId, datedOn, total }) },
        { total, paid },
        await investorNames(
          admin,
          largest(divided.shares).map(({ investorId }) => investorId),
        ),
      ),
    }
  }

function errorsOfRate(refused: RateRefused): Record<string, string> {
  const refusal = rateRefusals[refused.refused]
  return typeof refusal === 'function' ? refusal(refused as never).errors : refusal.errors
}

/** Number of shares listed by name. */
function largest(shares: DistributionShare[]) {
  return shares.toSorted((first, other) => Number(other.received - first.received)).slice(0, shown)
}

type Divided = { shares: DistributionShare[]; mark: string; alike: SimilarDistribution | null }

function inWords(
  { shares, mark, alike }: Divided,
  { total, paid }: Pick<Preview, 'total' | 'paid'>,
  names: Awaited<ReturnType<typeof investorNames>>,
): Preview {
  const received = sum(shares.map((share) => share.received))
  const isExtra = (share: DistributionShare) => share.amount > (total * share.received) / received
  return {
    lines: largest(shares).map((share) => ({
      investmentId: share.investmentId,
      investor: names.get(share.investorId) ?? { name: 'Unknown Investor', email: '' },
      received: share.received,
      amount: share.amount,
      paidMinor: share.paidMinor,
      extra: isExtra(share),
    })),
    investments: shares.length,
    investors: new Set(
      shares.filter(({ amount }) => isPositive(amount)).map(({ investorId }) => investorId),
    ).size,
    received,
    total,
    paid,
    leftOver: shares.filter(isExtra).length,
    mark,
    alike,
  }
}
