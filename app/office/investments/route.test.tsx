import { describe, expect, test, vi } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { anAdmin, anInvestment, anInvestor, aProject, day } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { requestBy } from '../../../tests/requests.ts'
import { htmlOf, wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import type { ListedInvestment } from '../../domain/investments/investments.server.ts'
import { usd } from '../../values/money.ts'
import { basisPoints } from '../../values/percent.ts'
import { ErrorBoundary as EditBoundary } from './edit/route.tsx'
import { InvestmentCard } from './investment-card.tsx'
import { ErrorBoundary as AddBoundary } from './new/route.tsx'
import ManageInvestments, { loader } from './route.tsx'

const admin = await anAdmin()
const path = '/admin-dashboard/investments'
const half: ListedInvestment = {
  id: '0198c0de-0000-7000-8000-000000000001',
  project: 'Twin Towers Muthaiga',
  investor: 'Hodan Abdi',
  email: 'hodan@example.com',
  cover: null,
  owned: null,
  amount: usd('35,000'),
  received: usd('22,500'),
  remaining: usd('12,500'),
  progress: basisPoints(6428),
  status: 'active',
  investedOn: day('2026-03-10'),
  nextPaymentOn: day('2026-12-01'),
  overdue: false,
  isArchived: false,
}

const load = (search: string, by: Parameters<typeof requestBy>[0] = admin) =>
  loader(requestBy(by, `${path}${search}`) as Parameters<typeof loader>[0])

const screen = (loaderData: Awaited<ReturnType<typeof load>>) =>
  htmlOf(ManageInvestments, path, loaderData)
const card = (more: Partial<ListedInvestment> = {}) =>
  htmlOf(() => <InvestmentCard investment={{ ...half, ...more }} />, path)

describe('an investment card', () => {
  test('MIV-004 names investor and project, with amount, day, status, progress, received and remaining', () => {
    const html = card()
    for (const shown of [
      'Hodan Abdi',
      'Twin Towers Muthaiga',
      '$35,000',
      '10 Mar 2026',
      'Active',
      '$22,500',
      '$12,500',
    ])
      expect(html).toContain(shown)
    expect(html).toMatch(/role="progressbar" aria-label="Payment progress" aria-valuenow="64.28"/)
  })

  test('MIV-005 (W-24) shows the next payment when there is one, and since when it is overdue', () => {
    expect(card()).toMatch(/Next payment.*1 Dec 2026/)
    expect(card({ nextPaymentOn: null })).not.toContain('Dec')
    expect(card({ overdue: true })).toMatch(/text-negative.*Overdue since.*1 Dec 2026/)
  })

  test.each([
    ['Pending', 'pending', 'before:bg-warning'],
    ['Active', 'active', 'before:bg-info'],
    ['Completed', 'completed', 'before:bg-positive'],
    ['Cancelled', 'cancelled', 'before:bg-muted'],
  ] as const)('MIV-009 has the badge %s', (label, status, colour) => {
    expect(card({ status })).toMatch(new RegExp(`${colour}[^>]*>${label}<`))
  })

  test('MIV-011 LIM-023 the bar is green from 80%, amber from 50% and red below, by the exact share', () => {
    const colour = (share: number) =>
      /h-full [^"]*(bg-\w+)"/.exec(card({ progress: basisPoints(share) }))?.[1]
    const green = [10_000, 8_000].map(colour)
    const amber = [7_999, 7_990, 5_000].map(colour)
    const red = [4_999, 4_990, 0].map(colour)
    expect(new Set(green)).toEqual(new Set(['bg-positive']))
    expect(new Set(amber)).toEqual(new Set(['bg-warning']))
    expect(new Set(red)).toEqual(new Set(['bg-negative']))
    expect(card({ progress: basisPoints(9_999) })).not.toContain('100.0%')
  })

  test('MIV-012 the bar never becomes wider than its track', () => {
    expect(card({ progress: basisPoints(12_345) })).toContain('width:100%')
  })

  test('MIV-014 has a payment, an edit and a delete button; an archived one is restored', () => {
    const html = card()
    for (const act of ['payment', 'edit', 'removal'])
      expect(html).toContain(`href="${path}/${half.id}/${act}"`)
    expect(html).toMatch(
      /<a[^>]*aria-label="Payment for Twin Towers Muthaiga, Hodan Abdi, hodan@example.com, [$]35,000 of 10 Mar 2026"[^>]*>Payment</,
    )
    expect(html).toContain(
      'aria-label="Edit Twin Towers Muthaiga, Hodan Abdi, hodan@example.com, $35,000 of 10 Mar 2026"',
    )
    expect(html).toContain(
      'aria-label="Delete or archive Twin Towers Muthaiga, Hodan Abdi, hodan@example.com, $35,000 of 10 Mar 2026"',
    )
    expect(html).toContain(`href="${path}/${half.id}"`)
    const archived = card({ isArchived: true })
    expect(archived).toContain(`href="${path}/${half.id}/restore"`)
    for (const act of ['payment', 'edit', 'removal'])
      expect(archived).not.toContain(`${half.id}/${act}`)
  })

  test('MIV-015 (W-23) the payment button is disabled on completed and cancelled investments', () => {
    for (const status of ['completed', 'cancelled'] as const)
      expect(card({ status })).toMatch(/<button[^>]* disabled=""/)
    for (const status of ['pending', 'active'] as const)
      expect(card({ status })).toContain(`href="${path}/${half.id}/payment"`)
  })
})

describe('the screen', () => {
  test('MIV-016 MIV-017 MIV-018 with nothing to show it says so, and what to do', async () => {
    const none = await load('?q=nothing+of+that+name')
    const searched = screen(none)
    expect(searched).toContain('No investments found')
    expect(searched).toContain('Try adjusting your search terms.')
    const empty = screen({ ...none, q: '' })
    expect(empty).toContain('No investments found')
    expect(empty).toContain('Get started by adding your first investment.')
    expect(empty.match(/href="\/admin-dashboard\/investments\/new"/g)).toHaveLength(2)
    expect(empty).not.toContain('Try adjusting')
  })

  test('MIV-001 (W-25) the figures stand above the list whatever is searched, with what is to be refunded', async () => {
    const { investorId } = await anInvestor('Sahra Jama')
    await anInvestment(investorId, await aProject('Coastal Villas'), usd('1,500.40'))
    const shown = await load('?q=nothing+of+that+name')
    const html = screen(shown)
    expect(html).toContain('Investment Management')
    for (const label of ['Total Investment', 'Received Payments', 'Remaining Payment'])
      expect(html).toContain(label)
    expect(html).toContain('$1,500<')
    expect(html).not.toContain('To refund')
    expect(screen({ ...shown, totals: { ...shown.totals, toRefund: usd('0.40') } })).toMatch(
      /To refund.*&lt;\$1/,
    )
  })

  test('the address says what is listed: status, order and page; what it does not know is left out', async () => {
    expect(await load('?status=cancelled')).toMatchObject({
      status: 'cancelled',
      total: 0,
      counts: { pending: 1 },
    })
    expect(await load('?status=lost&sort=worst&page=-3')).toMatchObject({
      status: null,
      page: 1,
      total: 1,
    })
  })

  test('MIV-010 the payment progress is received divided by amount, with one decimal', async () => {
    const { investorId } = await anInvestor('Ubah Nur')
    const id = await anInvestment(investorId, await aProject('Seafront Lofts'), usd('35,000'))
    await change(
      `insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on)
       values ($1, 'payment', 2250000, '2026-02-02')`,
      [id],
    )
    expect(wordsOf(screen(await load('?q=ubah')))).toMatch(
      /64\.3% Received \$22,500 Remaining \$12,500/,
    )
  })

  test('MIV-042 a list that could not be read is no empty one', async () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const cookie = await cookiesOf(admin)
    await asSuperuser((client) => client.query('revoke select on app.investment from msingi_admin'))
    const { status, html } = await ask(path, { cookie })
    await asSuperuser((client) => client.query('grant select on app.investment to msingi_admin'))
    expect(status).toBe(500)
    expect(html).toContain('Error fetching investments')
    expect(html).toContain('Please try again later.')
    expect(html).not.toContain('No investments found')
  })

  test('MIV-042 a dialog whose choices could not be read says so instead of its form', () => {
    for (const Boundary of [AddBoundary, EditBoundary]) {
      const html = htmlOf(Boundary, path)
      expect(html).toContain('Error fetching data')
      expect(html).toContain('Please try again later.')
      expect(html).not.toContain('<form')
    }
  })

  test('an investor finds their own dashboard here, a guest the door', async () => {
    const investor = await anInvestor()
    const location = async (answer: Promise<unknown>) => {
      const thrown = await answer.catch((response: unknown) => response)
      return thrown instanceof Response ? thrown.headers.get('Location') : null
    }
    expect(await location(load('', investor))).toBe('/investment-dashboard')
    expect(await location(load('', null))).toBe('/login?next=%2Fadmin-dashboard%2Finvestments')
  })
})

test('the list knows that it is narrowed, and to whom', async () => {
  const { investorId, name } = await anInvestor()
  expect(await load('')).toMatchObject({ isNarrowed: false, ofInvestor: null })
  for (const search of ['?status=active', '?due=week', `?investor=${investorId}`])
    expect(await load(search)).toMatchObject({ isNarrowed: true })
  expect(await load(`?investor=${investorId}`)).toMatchObject({
    ofInvestor: { id: investorId, name },
  })
})
