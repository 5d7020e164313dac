import { sql } from 'kysely'
import type { Actor } from '../../platform/database/database.server.ts'
import { type ForeignCurrency, formatPaid } from '../../values/exchange-rate.ts'
import { type Cents, sum } from '../../values/money.ts'

/** What a notice is about: a distribution, for `sent` one sending of it. */
export type DistributionOfNotice = {
  distribution_id: string | null
  sending_id: string | null
  distribution_event: 'declared' | 'sent' | 'voided' | null
}

type OwnPart = {
  distribution_id: string
  sending_id: string | null
  amount: Cents
  minor: bigint | null
  currency: ForeignCurrency | null
}

/** Adds to the text of each notice of a distribution what this investor's own share is; other texts stay. */
export async function withOwnShares<Notice extends DistributionOfNotice & { message: string }>(
  actor: Actor,
  investorId: string,
  notices: Notice[],
): Promise<Notice[]> {
  const about = notices.flatMap(({ distribution_id: id }) => id ?? [])
  if (about.length === 0) return notices
  const { rows } =
    await sql<OwnPart>`select s.distribution_id, t.sending_id, sum(s.amount_cents)::bigint as amount,
      sum(s.paid_minor)::bigint as minor, d.paid_currency as currency
    from distribution_share s join investment i on i.id = s.investment_id join distribution d on d.id = s.distribution_id
      left join sent_share t on (t.distribution_id, t.investment_id) = (s.distribution_id, s.investment_id)
    where i.investor_id = ${investorId} and s.distribution_id = any(${about}::uuid[])
    group by s.distribution_id, t.sending_id, d.paid_currency`.execute(actor.tx)
  const own = Map.groupBy(rows, (row) => row.distribution_id)
  return notices.map((notice) => {
    const sentence = sentenceOf(notice, own.get(notice.distribution_id ?? '') ?? [])
    return sentence ? { ...notice, message: `${notice.message} ${sentence}` } : notice
  })
}

function sentenceOf(
  { distribution_event: event, sending_id: sendingId }: DistributionOfNotice,
  parts: OwnPart[],
): string | null {
  const about = event === 'sent' ? parts.filter((part) => part.sending_id === sendingId) : parts
  if (about.length === 0) return null
  const sentence = `Your share: ${moneyOf(about)}.`
  if (event !== 'voided') return sentence
  const sent = about.filter((part) => part.sending_id !== null)
  if (sent.length === 0) return `${sentence} It had not been sent.`
  const isWhole = sent.length === about.length
  return `${sentence} ${isWhole ? 'It' : `${moneyOf(sent)} of it`} had been sent, and no longer counts as a return received.`
}

function moneyOf(parts: OwnPart[]): string {
  const currency = parts[0]?.currency ?? null
  const minor = parts.reduce((total, part) => total + (part.minor ?? 0n), 0n)
  return formatPaid(sum(parts.map(({ amount }) => amount)), currency && { minor, currency })
}
