import type { AdminActor } from '../../platform/database.server.ts'
import { formatDay } from '../../values/calendar-date.ts'
import { formatAmount } from '../../values/money.ts'
import { entriesById } from '../payments/import-payments.server.ts'
import { paymentMethodLabels } from '../payments/payment-methods.ts'
import { investorsNamed, projectsNamed } from './find-parties.server.ts'
import { idIn, knownRows } from './known-rows.server.ts'
import { methodNamed } from './method-words.ts'
import type { ImportRow } from './read-import.ts'
import { isSameAmount, isSameCell, meansDay } from './spreadsheet.ts'

type Entry = Awaited<ReturnType<typeof entriesById>>[number]
type Differs = (cells: Record<string, string>, entry: Entry) => [field: string, recorded: string][]

/**
 * The rows of a file of payments that name an entry of ours, as our own export does for each: payments, refunds,
 * adjustments and voids are in the ledger already, and voided ones are marked so. An id that no entry has is a problem:
 * it is damaged or foreign, since entries are never deleted. `payments` are those that later rows of the file may repeat.
 */
export async function bookedRows(admin: AdminActor, rows: readonly ImportRow[]) {
  const ids = new Set(rows.flatMap((row) => idIn(row, 'entry') ?? []))
  const entries = ids.size === 0 ? [] : await entriesById(admin, [...ids])
  const { rowOf, ...parted } = knownRows('payments', 'entry', rows, {
    known: new Map(entries.map((entry) => [entry.id, entry])),
    differs: entries.length === 0 ? () => [] : await comparison(admin, rows),
    unknown: 'No entry of the ledger has this id.',
    shown: (entry) => ({ name: `${entry.investor}, ${entry.project}`, about: aboutOf(entry) }),
  })
  const payments = entries.flatMap((entry) => {
    const row = entry.kind === 'payment' ? rowOf.get(entry.id) : undefined
    return row === undefined ? [] : [{ ...entry, row }]
  })
  return { ...parted, payments }
}

/**
 * Compares a row with the entry that it names, cell by cell. What a spreadsheet only writes in another way is the same, a
 * cell that may stay empty says nothing when it is, and an email or slug may have changed since the export.
 */
async function comparison(admin: AdminActor, rows: readonly ImportRow[]): Promise<Differs> {
  const investorOf = await investorsNamed(
    admin,
    rows.map(({ cells }) => cells.investor ?? ''),
  )
  const projectOf = await projectsNamed(admin)
  return (cells, entry) => {
    const cell = (field: string) => (cells[field] ?? '').trim()
    const [investor, project] = [investorOf(cell('investor')), projectOf(cell('project'))]
    const method = methodNamed(cell('method'))
    const isText = (field: string, recorded: string | null) =>
      cell(field) === '' || isSameCell(recorded ?? '', cell(field))
    const isParty = (party: typeof investor, id: string) =>
      typeof party === 'string' || party.id === id
    const compared: [field: string, isSame: boolean, recorded: string | null][] = [
      ['kind', isSameCell(entry.kind, cell('kind') || 'payment'), kinds[entry.kind]],
      [
        'investment',
        ['', entry.investment_id].includes(cell('investment').toLowerCase()),
        entry.investment_id,
      ],
      ['investor', isParty(investor, entry.investor_id), entry.investor],
      ['project', isParty(project, entry.project_id), entry.project],
      [
        'amount',
        isSameAmount(cell('amount'), entry.amount_cents),
        formatAmount(entry.amount_cents, 'always'),
      ],
      ['receivedOn', meansDay(cell('receivedOn'), entry.dated_on), formatDay(entry.dated_on)],
      [
        'method',
        cell('method') === '' || method === entry.method,
        entry.method && paymentMethodLabels[entry.method],
      ],
      ['reference', isText('reference', entry.reference), entry.reference],
      ['note', isText('note', entry.note), entry.note],
    ]
    return compared.flatMap(([field, isSame, recorded]) =>
      isSame ? [] : [[field, recorded ?? 'empty']],
    )
  }
}

const kinds = { payment: 'Payment', refund: 'Refund', adjustment: 'Adjustment', void: 'Void' }

function aboutOf({ kind, amount_cents, dated_on, reference, voided_on }: Entry): string {
  const words = [formatAmount(amount_cents, 'when-needed'), formatDay(dated_on), reference]
  const voided = voided_on ? `, voided on ${formatDay(voided_on)}` : ''
  const kindWords = kind === 'payment' ? '' : `${kinds[kind]}, `
  return `${kindWords}${words.filter((word) => word !== null).join(', ')}${voided}`
}
