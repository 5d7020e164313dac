import type { AdminActor } from '../../platform/database.server.ts'
import { formatDay } from '../../values/calendar-date.ts'
import { formatAmount, parseAmount } from '../../values/money.ts'
import { investmentsById } from '../investments/import-investments.server.ts'
import { investmentStatusLabels } from '../investments/investment.ts'
import { isoDay } from './cells.ts'
import type { FindParty } from './find-parties.server.ts'
import { idIn, knownRows } from './known-rows.server.ts'
import type { ImportRow } from './read-import.ts'

type Investment = Awaited<ReturnType<typeof investmentsById>>[number]
type Parties = { investorOf: FindParty; projectOf: FindParty }

/**
 * The rows of a file of investments that name one of ours by its id, as our own export does for each: they are there.
 * `investments` are those, which later rows of the file may repeat.
 */
export async function knownInvestments(admin: AdminActor, rows: readonly ImportRow[], parties: Parties) {
  const ids = new Set(rows.flatMap((row) => idIn(row, 'id') ?? []))
  const investments = ids.size === 0 ? [] : await investmentsById(admin, [...ids])
  const { rowOf, ...parted } = knownRows('investments', 'id', rows, {
    known: new Map(investments.map((one) => [one.id, one])),
    differs: (cells, one) => differs(cells, one, parties),
    shown: (one) => ({ name: `${one.investor}, ${one.project}`, about: aboutOf(one) }),
  })
  const repeated = investments.flatMap((one) => {
    const row = rowOf.get(one.id)
    return row === undefined ? [] : [{ ...one, row }]
  })
  return { ...parted, investments: repeated }
}

/** A row that was copied for a new investment, or changed, is not the one that it names. */
function differs(cells: Record<string, string>, one: Investment, { investorOf, projectOf }: Parties): string | null {
  const amount = parseAmount(cells.amount ?? '')
  const [investor, project] = [investorOf(cells.investor ?? ''), projectOf(cells.project ?? '')]
  const agrees =
    amount.ok &&
    amount.amount === one.amount_cents &&
    isoDay(cells.investedOn ?? '') === one.invested_on &&
    // An address or slug may have changed since the export.
    (typeof investor === 'string' || investor.id === one.investor_id) &&
    (typeof project === 'string' || project.id === one.project_id)
  if (agrees) return null
  return `This is the investment of ${one.investor} in ${one.project}, ${aboutOf(one)}: empty this cell to add a new one.`
}

function aboutOf({ amount_cents, status, invested_on }: Investment): string {
  return [formatAmount(amount_cents, 'when-needed'), investmentStatusLabels[status], formatDay(invested_on)].join(', ')
}
