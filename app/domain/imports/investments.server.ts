import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database.server.ts'
import { formatDay, isAfter, isBefore } from '../../values/calendar-date.ts'
import { optionalDay, positiveAmount, requiredDay, requiredText } from '../../values/fields.ts'
import { formatAmount } from '../../values/money.ts'
import {
  type InvestmentStatus,
  investmentStatuses,
  investmentStatusLabels,
} from '../investments/investment.ts'
import { nextPaymentFields } from '../investments/investment-schema.ts'
import { ownInvestorsAmong } from '../investors/own-investor.server.ts'
import { ownInvestmentMessage } from '../payments/own-investment.ts'
import { asWords, dayCell, isSameAmount, meansDay, wordCell } from './cells.ts'
import {
  broken,
  type Checked,
  Findings,
  idIn,
  inBatches,
  type ListImport,
  type ReadRow,
  type Refusal,
} from './check.server.ts'
import {
  type FindParty,
  holdParties,
  investmentsById,
  investmentsOf,
  investorsNamed,
  projectsNamed,
} from './parties.server.ts'
import { importPayments } from './payments.server.ts'
import { amountExamples, column, dayExamples, type ImportRow, type ValueOf } from './rows.server.ts'

const columns = {
  investor: column(
    ['Investor email', 'investor', 'investor id'],
    requiredText(254, 'Say whose it is.'),
    {
      required: true,
      says: 'Their email; their id or full name does too.',
      example: 'amina.hassan@example.com',
    },
  ),
  project: column(
    ['Project slug', 'project', 'project id'],
    requiredText(254, 'Say which project.'),
    { required: true, says: 'Its slug; its id or name does too.', example: 'riverside-apartments' },
  ),
  amount: column(['Amount (USD)', 'amount'], positiveAmount('Amount must be greater than zero.'), {
    required: true,
    says: `Above zero, ${amountExamples}.`,
    example: '25000.00',
  }),
  status: column(
    ['Status'],
    wordCell<InvestmentStatus>(
      asWords(investmentStatuses),
      'Not a status of an investment.',
      'A status is required.',
    ),
    { required: true, says: 'Pending, active, completed or cancelled.', example: 'Active' },
  ),
  investedOn: column(
    ['Investment date', 'invested on', 'date'],
    dayCell(requiredDay('The investment date is required.')),
    { required: true, isDay: true, says: `A day, ${dayExamples}.`, example: '2026-03-31' },
  ),
  fullyPaidOn: column(['Fully paid on'], dayCell(optionalDay()), {
    isDay: true,
    says: 'The day a completed one was paid; books that payment.',
    example: '',
  }),
  cancelledOn: column(['Cancelled on'], dayCell(optionalDay()), {
    isDay: true,
    says: 'The day a cancelled one was; today when empty.',
    example: '',
  }),
  nextPaymentOn: column(['Next payment date'], dayCell(nextPaymentFields.nextPaymentOn), {
    isDay: true,
    says: `A day, ${dayExamples}.`,
    example: '2026-09-30',
  }),
  nextPaymentAmount: column(
    ['Next payment (USD)', 'next payment'],
    nextPaymentFields.nextPaymentAmount,
    { says: `Above zero, ${amountExamples}.`, example: '5000.00' },
  ),
  id: column(['Id'], z.string(), {
    says: 'Of an export: the investment it is, which is not added again. Empty for a new one.',
    example: '',
  }),
}

type Investment = ValueOf<typeof columns>
type Known = Partial<Investment>
type Ready = Investment & { investorId: string; projectId: string }
/** Investments of a file; a completed one books the payment of its whole amount. */
export const investmentImport: ListImport = {
  columns,
  notRead: ['Project', 'Investor', 'Received (USD)', 'Remaining (USD)', 'Archived'],
  check,
}

/**
 * Whose they are and in which project is found by e-mail, slug, id or name. One of the same person, project, amount and
 * day is there already, and so is one that an export names by its id; a further tranche differs in one of these.
 */
async function check(admin: AdminActor, rows: readonly ImportRow[]): Promise<Checked> {
  const findings = new Findings<typeof columns, Ready>(columns)
  const names = rows.map(({ cells }) => cells.investor ?? '')
  const investorOf = await investorsNamed(admin, names)
  const projectOf = await projectsNamed(admin)
  const { rest, first } = await takeExported(admin, findings, rows, investorOf, projectOf)
  const read = (await findings.read(rest, rules)).map((row) =>
    withParties(row, investorOf, projectOf),
  )
  const people = [...new Set(read.flatMap(({ investorId }) => investorId ?? []))]
  const own = await ownInvestorsAmong(admin, people)
  const there = new Set((await investmentsOf(admin, people)).map(keyOf))
  for (const row of read) {
    const { isThere, refusals } = judge(row, { first, own, there })
    for (const refusal of refusals) findings.refuse(row, ...refusal)
    const { value, investorId, projectId, name } = row
    if (refusals.length > 0 || !value || !investorId || !projectId) continue
    const shown = { name, about: aboutOf(value) }
    if (isThere) findings.keep(row, shown)
    else findings.add(row, { ...value, investorId, projectId }, shown)
  }
  return findings.checked({
    amountOf: ({ amount }) => amount,
    hold: (ready) => holdParties(admin, ready),
    write: (ready) => addInvestments(admin, ready),
  })
}

type Against = { first: Map<string, number>; own: Set<string>; there: Set<string> }

/** Whether an investment is there already, and what is refused of its row. */
function judge(row: Row, { first, own, there }: Against) {
  const { key, investorId = '', known } = row
  const before = key === null ? undefined : first.get(key)
  if (key !== null) first.set(key, before ?? row.row)
  const isThere = key !== null && before === undefined && there.has(key)
  const more = broken(
    [!isThere && own.has(investorId), 'investor', ownInvestmentMessage],
    [before, 'amount', `The same investment stands in row ${before}.`],
  )
  return { isThere, refusals: [...partyRefusals(row, isThere), ...lateDays(known), ...more] }
}

type Row = ReturnType<typeof withParties>

/** A row with the party that each of two cells means, or why that cannot be told; undefined where a cell cannot be read. */
function withParties(row: ReadRow<Investment>, investorOf: FindParty, projectOf: FindParty) {
  const { investor: who, project: what, amount, investedOn } = row.known
  const investor = who === undefined ? undefined : investorOf(who)
  const project = what === undefined ? undefined : projectOf(what)
  const investorId = typeof investor === 'object' ? investor.id : undefined
  const projectId = typeof project === 'object' ? project.id : undefined
  const isWhole = investorId && projectId && amount && investedOn
  return {
    ...{ ...row, investor, project, investorId, projectId },
    name: [investor, project].map((party) => typeof party === 'object' && party.name).join(', '),
    key: isWhole ? [investorId, projectId, amount, investedOn].join() : null,
  }
}

/** Takes out the rows of our own export; `first` has what they are, by the row, since later ones may repeat it. */
async function takeExported(
  admin: AdminActor,
  findings: Findings<typeof columns, Ready>,
  rows: readonly ImportRow[],
  investorOf: FindParty,
  projectOf: FindParty,
) {
  const ids = [...new Set(rows.flatMap((row) => idIn(row, 'id') ?? []))]
  const exported = await investmentsById(admin, ids)
  const { rest, rowOf } = findings.takeKnown(rows, 'id', {
    entries: new Map(exported.map((investment) => [investment.id, investment])),
    // An email or slug may have changed since the export.
    differs: (cells, entry) => {
      const [investor, project] = [investorOf(cells.investor ?? ''), projectOf(cells.project ?? '')]
      const found: [string, string][] = []
      if (typeof investor !== 'string' && investor.id !== entry.investor_id)
        found.push(['investor', entry.investor])
      if (typeof project !== 'string' && project.id !== entry.project_id)
        found.push(['project', entry.project])
      if (!isSameAmount(cells.amount ?? '', entry.amount_cents))
        found.push(['amount', formatAmount(entry.amount_cents, 'always')])
      if (!meansDay(cells.investedOn ?? '', entry.invested_on))
        found.push(['investedOn', formatDay(entry.invested_on)])
      return found
    },
    shown: ({ investor, project, amount_cents, status, invested_on }) => ({
      name: `${investor}, ${project}`,
      about: aboutOf({ amount: amount_cents, status, investedOn: invested_on, fullyPaidOn: null }),
    }),
    unknown:
      'No investment has this id. If the ids are of another program, remove this column from the file.',
  })
  const first = new Map<string, number>()
  for (const investment of exported) {
    const row = rowOf.get(investment.id)
    if (row !== undefined) first.set(keyOf(investment), row)
  }
  return { rest, first }
}

type There = Awaited<ReturnType<typeof investmentsOf>>[number]
const keyOf = (there: Omit<There, 'id' | 'status'>) =>
  [there.investor_id, there.project_id, there.amount_cents, there.invested_on].join()

/** What is there already may be of a party that was archived. */
function partyRefusals(row: Row, isThere: boolean): Refusal[] {
  return (['investor', 'project'] as const).flatMap((field): Refusal[] => {
    const party = row[field]
    if (typeof party === 'string') return [[field, party]]
    return party?.isArchived && !isThere ? [[field, `${party.name} is archived.`]] : []
  })
}

function lateDays(known: Known): Refusal[] {
  const today = clock.today()
  return (['investedOn', 'fullyPaidOn', 'cancelledOn'] as const).flatMap((field): Refusal[] => {
    const day = known[field]
    return day && isAfter(day, today) ? [[field, 'This day lies in the future.']] : []
  })
}

function rules({ status, amount, investedOn, nextPaymentAmount, ...days }: Known): Refusal[] {
  const { fullyPaidOn, cancelledOn, nextPaymentOn } = days
  const before = (['fullyPaidOn', 'cancelledOn', 'nextPaymentOn'] as const).filter((field) => {
    const day = days[field]
    return day && investedOn && isBefore(day, investedOn)
  })
  const isOpen = status === 'active' || status === 'cancelled'
  const isMore = nextPaymentAmount && amount !== undefined && nextPaymentAmount > amount
  const completed = status === 'completed' && fullyPaidOn === null
  const stray = status && status !== 'cancelled' && cancelledOn
  return [
    ...broken(
      [completed, 'fullyPaidOn', 'A completed investment must be fully paid.'],
      [
        status === 'pending' && fullyPaidOn,
        'fullyPaidOn',
        'A pending investment cannot have payments.',
      ],
      [isOpen && fullyPaidOn, 'status', 'What is fully paid is completed.'],
      [stray, 'cancelledOn', 'This one is not cancelled.'],
    ),
    ...before.map((field): Refusal => [field, 'This lies before the investment date.']),
    ...broken(
      [
        nextPaymentAmount && nextPaymentOn === null,
        'nextPaymentOn',
        'Enter the day of the next payment.',
      ],
      [isMore, 'nextPaymentAmount', 'This is more than the amount.'],
    ),
  ]
}

type Facts = Pick<Investment, 'amount' | 'status' | 'investedOn' | 'fullyPaidOn'>

function aboutOf({ amount, status, investedOn, fullyPaidOn }: Facts): string {
  const paid = fullyPaidOn ? `, fully paid ${formatDay(fullyPaidOn)}` : ''
  return `${formatAmount(amount, 'when-needed')}, ${investmentStatusLabels[status]}, ${formatDay(investedOn)}${paid}`
}

/** A completed one begins as pending: only the payment of its whole amount completes it, as in the form (decisions §4). */
async function addInvestments(admin: AdminActor, ready: readonly Ready[]): Promise<void> {
  const investments = ready.map((investment) => ({ ...investment, id: randomUUID() }))
  const rows = investments.map(({ status, ...investment }) => {
    const isCancelled = status === 'cancelled'
    return {
      id: investment.id,
      investor_id: investment.investorId,
      project_id: investment.projectId,
      amount_cents: investment.amount,
      status: status === 'completed' ? ('pending' as const) : status,
      invested_on: investment.investedOn,
      next_payment_on: isCancelled ? null : investment.nextPaymentOn,
      next_payment_cents: isCancelled ? null : investment.nextPaymentAmount,
      cancelled_on: isCancelled ? (investment.cancelledOn ?? clock.today()) : null,
    }
  })
  await inBatches(rows, (batch) => admin.tx.insertInto('investment').values(batch).execute())
  const payments = investments.flatMap(({ id, amount, fullyPaidOn }) =>
    fullyPaidOn ? [{ investmentId: id, amount, receivedOn: fullyPaidOn }] : [],
  )
  await importPayments(admin, payments)
}
