import { isDeepStrictEqual } from 'node:util'
import { UNSAFE_decodeViaTurboStream as decode } from 'react-router'
import type { loader as investmentsLoader } from '../../app/office/investments/route.tsx'
import type { loader as dashboardLoader } from '../../app/portal/dashboard/route.tsx'
import type { loader as investmentLoader } from '../../app/portal/investments/$investment/route.tsx'
import type { loader as notificationsLoader } from '../../app/portal/notifications/route.tsx'

// The floor is a floor only while it answers what the product shows: the same ids, amounts and counts, in the same order.

type Loaded<Loader extends (...args: never[]) => unknown> = Awaited<ReturnType<Loader>>
type Row = Record<string, unknown>
/** The one row of a floor's question: lists are JSON, and null when they are empty. */
type FloorRow = Record<string, Row[] | null>

/** What is compared of a screen: of what its route loads, and of the floor's row, in one shape. */
type Same<Shown> = {
  route: string
  ofProduct: (shown: Shown) => Parts
  ofFloor: (row: FloorRow) => Parts
}
type Parts = Record<string, unknown>

/** These columns of each row as text, whatever each side makes of a number. */
const list = (rows: readonly object[] | null | undefined, ...names: string[]) =>
  (rows ?? []).map((row) => names.map((name) => `${(row as Row)[name] ?? null}`))

const dashboard: Same<Loaded<typeof dashboardLoader>> = {
  route: 'portal/dashboard/route',
  ofProduct: ({ portfolio, changes, charts, returns, ...shown }) => ({
    portfolio: list([{ ...portfolio, ...portfolio.investments }], ...portfolioFigures),
    investments: list(shown.investments, 'id', 'amount', 'received'),
    payments: list(shown.due.payments, 'investmentId', 'amount'),
    returns: `${returns.total}`,
    notifications: list(shown.notifications, 'id'),
    documents: `${shown.documents}`,
    news: list(changes.news, 'id', 'amount'),
    paid: `${charts.months.at(-1)?.paid}`,
    allocation: list(charts.allocation, 'projectId', 'amount'),
    requests: list(shown.requests, 'id', 'amount'),
    offer: `${shown.offer?.projectId}`,
  }),
  ofFloor: (row) => ({
    portfolio: list([row.portfolio ?? {}], ...portfolioFigures),
    investments: list(row.investments, 'id', 'amount_cents', 'received_cents'),
    payments: list(row.payments, 'id', 'amount'),
    returns: `${(row.returns ?? []).reduce((sum, { amount }) => sum + BigInt(String(amount)), 0n)}`,
    notifications: list(row.notifications, 'id'),
    documents: `${row.documents}`,
    news: list(row.news, 'id', 'amount'),
    paid: `${(row.months ?? []).reduce((paid, { received }) => paid + Number(received), 0)}`,
    allocation: list(row.allocation, 'project_id', 'amount'),
    requests: list(row.requests, 'id', 'amount_cents'),
    offer: `${row.offer?.[0]?.id}`,
  }),
}
const portfolioFigures = ['invested', 'received', 'pending', 'active', 'completed']

const investment: Same<Loaded<typeof investmentLoader>> = {
  route: 'portal/investments/$investment/route',
  ofProduct: ({ payments, shares, updates, documents, ...shown }) => ({
    investment: list([shown.investment], 'id', 'amount', 'received', 'status'),
    ledger: list(payments, 'id', 'amount', 'balance'),
    shares: list(shares, 'distributionId', 'amount'),
    updates: [list(updates?.updates, 'id'), `${updates?.total}`],
    papers: [list(documents?.documents, 'id'), `${documents?.total}`],
  }),
  ofFloor: (row) => ({
    investment: list([row], 'id', 'amount_cents', 'received_cents', 'status'),
    ledger: list(row.ledger, 'id', 'amount_cents', 'balance'),
    shares: list(row.shares, 'id', 'amount_cents'),
    updates: [list(row.updates, 'id'), `${row.updates_total}`],
    papers: [list(row.papers, 'id'), `${row.papers_total}`],
  }),
}

const notifications: Same<Loaded<typeof notificationsLoader>> = {
  route: 'portal/notifications/route',
  ofProduct: (shown) => ({
    notifications: list(shown.notifications, 'id'),
    counts: list([shown], 'total', 'unread'),
  }),
  ofFloor: (row) => ({
    notifications: list(row.notifications, 'id'),
    counts: list([row], 'total', 'unread'),
  }),
}

const investments: Same<Loaded<typeof investmentsLoader>> = {
  route: 'office/investments/route',
  ofProduct: ({ counts, totals, ...shown }) => ({
    investments: list(
      shown.investments,
      'id',
      'amount',
      'received',
      'status',
      'project',
      'investor',
    ),
    counts: ['pending', 'active', 'completed', 'cancelled'].map(
      (status) => `${counts[status as 'active']}`,
    ),
    archived: `${counts.archived}`,
    money: [`${totals.total}`, `${totals.received}`, `${totals.toRefund}`],
    figures: [`${totals.investors}`, `${totals.overdue}`, `${shown.openRequests}`],
  }),
  ofFloor: (row) => {
    const isKept = (subject: string) => (row: Row) => row.subject === subject
    const added = (rows: Row[] | null | undefined, of: (row: Row) => boolean, name: string) =>
      (rows ?? []).filter(of).reduce((total, row) => total + BigInt(`${row[name]}`), 0n)
    const isCancelled = ({ kind }: Row) => `${kind}`.startsWith('cancelled')
    const kept = (row.figures ?? []).filter(isKept('investment'))
    const count = (status: string) => `${added(row.counts, ({ kind }) => kind === status, 'count')}`
    return {
      investments: list(
        row.investments,
        'id',
        'amount_cents',
        'received_cents',
        'status',
        'project',
        'investor',
      ),
      counts: ['pending', 'active', 'completed', 'cancelled'].map(count),
      archived: `${added(row.counts, ({ kind }) => `${kind}`.endsWith(' archived'), 'count')}`,
      money: [
        ...['amount_cents', 'received_cents'].map(
          (name) => `${added(kept, (row) => !isCancelled(row), name)}`,
        ),
        `${added(kept, isCancelled, 'received_cents')}`,
      ],
      figures: [
        `${added(row.figures, isKept('investing'), 'count')}`,
        `${added(row.figures, ({ subject, kind }) => subject === 'due' && kind === 'overdue', 'count')}`,
        `${row.requests}`,
      ],
    }
  },
}

const screens = {
  dashboard,
  investment,
  notifications,
  first: investments,
  search: investments,
  deep: investments,
}

/** The questions of the floor that stand for a screen. */
export type FloorName = keyof typeof screens

/**
 * Where a floor answers something else than the product shows the same person on the same page, in words; none where both
 * are the same. `product` is the address of the screen's data.
 */
export async function differencesOf(
  name: FloorName,
  { product, floor, cookie }: { product: string; floor: string; cookie: string },
): Promise<string[]> {
  const { route, ofProduct, ofFloor } = screens[name] as Same<unknown>
  const [row] = (await (await answerOf(floor)).json()) as FloorRow[]
  const { body } = await answerOf(product, cookie)
  if (!body || !row) throw new Error(`${body ? floor : product} answered nothing`)
  const { value } = await decode(body, globalThis as unknown as Window)
  const shown = ofProduct((value as Record<string, Record<string, unknown>>)[route]?.data)
  const answered = ofFloor(row)
  return Object.keys(shown).flatMap((part) =>
    isDeepStrictEqual(shown[part], answered[part])
      ? []
      : [
          `${name}, ${part}: ${JSON.stringify(answered[part])} instead of ${JSON.stringify(shown[part])}`,
        ],
  )
}

async function answerOf(url: string, cookie = ''): Promise<Response> {
  const answer = await fetch(url, { headers: { cookie } })
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`)
  return answer
}
