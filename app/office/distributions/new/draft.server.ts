import { DistributionDraftSchema } from '../../../domain/distributions/distribution-schema.ts'
import { investorNames } from '../../../domain/distributions/distributions.server.ts'
import {
  type DistributionShare,
  findSimilar,
  previewDistribution,
  type SimilarDistribution,
} from '../../../domain/distributions/record-distribution.server.ts'
import { clock } from '../../../platform/clock.server.ts'
import type { AdminWork } from '../../../platform/session/session.server.ts'
import { formatDay, isAfter } from '../../../values/calendar-date.ts'
import { type FormReply, parseForm, refuseForm } from '../../../values/form.ts'
import { type Cents, isPositive, sum } from '../../../values/money.ts'

/** The payout of one investment; `extra`: it receives one of the leftover cents. */
export type PreviewLine = {
  investmentId: string
  investor: { name: string; email: string }
  received: Cents
  amount: Cents
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
    if (!url.searchParams.has('total')) return { preview: null }
    const draft = parseForm(DistributionDraftSchema, typed)
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
    const divided = await previewDistribution(admin, draft.value)
    if (!divided)
      return refused({
        projectId: `Nothing had been received in this project by ${formatDay(draft.value.datedOn)}.`,
      })
    return {
      reply: refuseForm(typed, {}),
      preview: inWords(
        { ...divided, alike: await findSimilar(admin, draft.value) },
        draft.value.total,
        await investorNames(
          admin,
          largest(divided.shares).map(({ investorId }) => investorId),
        ),
      ),
    }
  }

/** Number of shares listed by name. */
function largest(shares: DistributionShare[]) {
  return shares.toSorted((first, other) => Number(other.received - first.received)).slice(0, shown)
}

type Divided = { shares: DistributionShare[]; mark: string; alike: SimilarDistribution | null }

function inWords(
  { shares, mark, alike }: Divided,
  total: Cents,
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
      extra: isExtra(share),
    })),
    investments: shares.length,
    investors: new Set(
      shares.filter(({ amount }) => isPositive(amount)).map(({ investorId }) => investorId),
    ).size,
    received,
    total,
    leftOver: shares.filter(isExtra).length,
    mark,
    alike,
  }
}
