import type { AdminActor } from '../../platform/database.server.ts'
import { formatDay } from '../../values/calendar-date.ts'
import { formatAmount } from '../../values/money.ts'
import { investmentsById } from '../investments/import-investments.server.ts'
import { investmentStatusLabels } from '../investments/investment.ts'
import type { FindParty } from './find-parties.server.ts'
import { idIn, knownRows } from './known-rows.server.ts'
import type { ImportRow } from './read-import.ts'
import { isSameAmount, meansDay } from './spreadsheet.ts'

type Investment = Awaited<ReturnType<typeof investmentsById>>[number]
type Parties = { investorOf: FindParty; projectOf: FindParty }

/**
 * The rows of a file of investments that name one of ours by its id, as our own export does for each: they are there.
 * `investments` are those, which later rows of the file may repeat.
 */
export async function knownInvestments(
  admin: AdminActor,
  rows: readonly ImportRow[],
  parties: Parties,
) {
  const ids = new Set(rows.flatMap((row) => idIn(row, 'id') ?? []))
  const investments = ids.size === 0 ? [] : await investmentsById(admin, [...ids])
  const { rowOf, ...parted } = knownRows('investments', 'id', rows, {
    known: new Map(investments.map((one) => [one.id, one])),
    differs: (cells, one) => differs(cells, one, parties),
    unknown:
      'No investment has this id. If the ids are of another program, remove this column from the file.',
    shown: (one) => ({ name: `${one.investor}, ${one.project}`, about: aboutOf(one) }),
  })
  const repeated = investments.flatMap((one) => {
    const row = rowOf.get(one.id)
    return row === undefined ? [] : [{ ...one, row }]
  })
  return { ...parted, investments: repeated }
}

/** The cells that say something else than the investment; an address or slug may have changed since the export. */
function differs(
  cells: Record<string, string>,
  one: Investment,
  { investorOf, projectOf }: Parties,
) {
  const [investor, project] = [investorOf(cells.investor ?? ''), projectOf(cells.project ?? '')]
  const found: [string, string][] = []
  if (typeof investor !== 'string' && investor.id !== one.investor_id)
    found.push(['investor', one.investor])
  if (typeof project !== 'string' && project.id !== one.project_id)
    found.push(['project', one.project])
  if (!isSameAmount(cells.amount ?? '', one.amount_cents))
    found.push(['amount', formatAmount(one.amount_cents, 'always')])
  if (!meansDay(cells.investedOn ?? '', one.invested_on))
    found.push(['investedOn', formatDay(one.invested_on)])
  return found
}

function aboutOf({ amount_cents, status, invested_on }: Investment): string {
  return [
    formatAmount(amount_cents, 'when-needed'),
    investmentStatusLabels[status],
    formatDay(invested_on),
  ].join(', ')
}
