import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { asSuperuser, change } from '../../../../tests/database.ts'
import { anAdmin, anInvestment, anInvestor, aProject, as, day } from '../../../../tests/people.ts'
import { formOf, requestBy } from '../../../../tests/requests.ts'
import { htmlOf, wordsOf } from '../../../../tests/screens.tsx'
import { findInvestmentInFull } from '../../../domain/investments/investment-in-full.server.ts'
import { usd } from '../../../values/money.ts'
import { BothVersions, EditConsequences } from './both-versions.tsx'
import EditInvestment, { action, loader } from './route.tsx'

const admin = await anAdmin()
const investor = await anInvestor('Hodan Abdi')
const anOpenOne = async () =>
  anInvestment(investor.investorId, await aProject('Coastal Villas'), usd('12,500.40'))
const pay = (id: string, amount: number) =>
  change(
    `insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on) values ($1, 'payment', $2, '2026-03-01')`,
    [id, amount],
  )

type Who = Parameters<typeof requestBy>[0]
const request = (id: string, by: Who, init?: RequestInit, at = `${id}/edit`) => ({
  ...requestBy(by, `/admin-dashboard/investments/${at}?q=villas`, init),
  params: { investmentId: id },
})
const open = (id: string, by: Who = admin) =>
  loader(request(id, by) as Parameters<typeof loader>[0])

async function fieldsOf(id: string): Promise<Record<string, string>> {
  const { investment, version, key } = await open(id)
  return {
    key,
    version: String(investment.version),
    opened: JSON.stringify(version),
    projectId: investment.project.id,
    investorId: investment.investor.id,
    amount: '12,500.40',
    investedOn: investment.investedOn,
    status: investment.status,
    received: String(Number(investment.received) / 100),
  }
}

async function send(id: string, fields: Record<string, string>, by: Who = admin, at?: string) {
  const body = formOf({ ...(by === admin ? await fieldsOf(id) : {}), ...fields })
  return action(request(id, by, { method: 'POST', body }, at) as Parameters<typeof action>[0])
}

const refused = (errors: Record<string, string>) => ({
  data: { reply: { errors } },
  init: { status: 422 },
})
const row = async (id: string) =>
  (
    await change(
      'select amount_cents::int, received_cents::int, status from app.investment where id = $1',
      [id],
    )
  ).rows[0]

test('MIV-030 a saved edit raises a toast on the list, or on the page of the investment', async () => {
  const id = await anOpenOne()
  const answer = await send(id, { amount: '13,000' })
  if (!(answer instanceof Response)) throw new Error('no redirect')
  expect(answer.headers.get('Location')).toBe('/admin-dashboard/investments?q=villas')
  expect(decodeURIComponent(answer.headers.get('Set-Cookie') ?? '')).toContain(
    '"title":"Investment updated"',
  )
  const other = await send(id, {}, admin, `${id}/ledger/edit`)
  expect(other instanceof Response && other.headers.get('Location')).toBe(
    `/admin-dashboard/investments/${id}?q=villas`,
  )
})

test('MIV-026 without project or investor it is refused next to both', async () => {
  const message = 'Project and investor must be selected'
  expect(await send(await anOpenOne(), { projectId: '', investorId: '' })).toMatchObject(
    refused({ projectId: message, investorId: message }),
  )
})

test('MIV-027 MIV-028 an amount of zero or less and a negative payment are refused in their own words', async () => {
  const id = await anOpenOne()
  for (const amount of ['0', '-5', '-$5'])
    expect(await send(id, { amount })).toMatchObject(
      refused({ amount: 'Amount must be greater than zero' }),
    )
  const answer = await send(id, { received: '-1', reason: 'I think so' })
  expect(answer).toMatchObject(refused({ received: 'Payment amounts cannot be negative' }))
  expect(answer).toMatchObject({ data: { reply: { values: { reason: 'I think so' } } } })
})

test('MIV-045 what the ledger forbids is said where it belongs', async () => {
  const id = await anOpenOne()
  await pay(id, 100_000)
  const fixed = 'This investment has payments. Cancel it and add a new one.'
  expect(await send(id, { projectId: await aProject() })).toMatchObject({
    data: { reply: { message: fixed } },
  })
  expect(await send(id, { amount: '999.99' })).toMatchObject(
    refused({ amount: 'Amount cannot be less than what was received.' }),
  )
  for (const [fields, errors] of [
    [{ received: '900' }, { reason: 'Enter why the received amount changes.' }],
    [
      { received: '12,500.41', reason: 'More' },
      { received: 'Payment received cannot be more than the amount.' },
    ],
    [{ status: 'pending' }, { status: 'A pending investment cannot have payments.' }],
    [{ status: 'completed' }, { fullyPaid: 'A completed investment must be fully paid.' }],
    [
      { investedOn: '2026-03-02' },
      { investedOn: 'The ledger begins on 1 Mar 2026. Choose that day or earlier.' },
    ],
    [
      { nextPaymentOn: '2026-01-31' },
      { nextPaymentOn: 'The next payment cannot come before the investment.' },
    ],
    [
      { nextPaymentOn: '2026-12-01', nextPaymentAmount: '11,500.41' },
      { nextPaymentAmount: '$11,500.40 remains. Enter no more than that.' },
    ],
  ] as const)
    expect(await send(id, fields)).toMatchObject(refused(errors))
  expect(await row(id)).toEqual({
    amount_cents: 1_250_040,
    received_cents: 100_000,
    status: 'active',
  })
})

test('MIV-044 after someone else’s payment it is refused with both versions, and what was typed stays', async () => {
  const id = await anOpenOne()
  const fields = await fieldsOf(id)
  await pay(id, 100_000)
  const answer = await send(id, { ...fields, amount: '20,000' })
  expect(answer).toMatchObject({
    data: {
      reply: {
        message: 'This investment changed while you were editing. Reload and try again.',
        values: { amount: '20,000' },
      },
      moved: [
        { label: 'Status', opened: 'Pending', now: 'Active' },
        { label: 'Payment received', opened: '$0', now: '$1,000' },
      ],
    },
    init: { status: 422 },
  })
  expect(await row(id)).toMatchObject({ amount_cents: 1_250_040, received_cents: 100_000 })
  const moved = [{ label: 'Payment received', opened: '$0', now: '$1,000' }]
  const shown = htmlOf(() => <BothVersions moved={moved} onReload={() => undefined} />, '/')
  expect(wordsOf(shown)).toContain('You opened Is now Payment received $0 $1,000')
})

test('MIV-046 the dialog says that a cancellation is told to the investor, and to no one while the status stays', async () => {
  const id = await anOpenOne()
  const investment = await as(admin, (actor) => findInvestmentInFull(actor, id))
  if (!investment) throw new Error('there is no such investment')
  const figures = { amount: investment.amount, received: usd('2,000') }
  investment.nextPaymentOn = day('2026-12-08')
  const words = (status: 'cancelled' | 'pending', amount = figures.amount) =>
    wordsOf(
      htmlOf(
        () => <EditConsequences {...{ investment, figures: { ...figures, amount }, status }} />,
        '/',
      ),
    )
  expect(words('cancelled')).toContain(
    `${investment.investor.name} is notified of it by email too, unless the investment goes to another investor or project`,
  )
  expect(words('cancelled')).toMatch(/To refund \$2,000 .*Next payment of 8 Dec 2026 is removed/)
  expect(words('cancelled')).toContain('is not restored automatically')
  investment.hasPlan = true
  expect(words('cancelled')).toContain('comes back from the payment plan if you resume it')
  expect(words('pending')).not.toMatch(/is notified|To refund|is removed|In the portal/)
  expect(words('pending', usd('2,000'))).toMatch(
    /Status Completed .*Next payment of 8 Dec 2026 is met/,
  )
  expect(words('pending', usd('13,000'))).toMatch(
    /In the portal it says that the amount was \$12,500\.40 ?, unless the investment goes to another investor/,
  )
})

test('MIV-031 a failed edit raises a toast, and what was typed stays', async () => {
  const id = await anOpenOne()
  const fields = await fieldsOf(id)
  await asSuperuser((client) => client.query('revoke insert on app.event from msingi_reactions'))
  const answer = await send(id, { ...fields, amount: '13,000' })
  await asSuperuser((client) => client.query('grant insert on app.event to msingi_reactions'))
  expect(answer).toMatchObject({
    data: {
      reply: {
        values: { amount: '13,000' },
        message: 'Error updating investment. Please try again later. Reference test',
      },
      toast: { title: 'Error updating investment', text: 'Please try again later.', kind: 'error' },
    },
    init: { status: 500 },
  })
  expect(await row(id)).toMatchObject({ amount_cents: 1_250_040 })
})

test('the form opens with what is stored; with payments its project and investor are words and no pickers', async () => {
  const id = await anOpenOne()
  const shown = async () =>
    htmlOf(EditInvestment, `/admin-dashboard/investments/${id}/edit`, await open(id))
  const html = await shown()
  expect(html).toContain('Edit Investment')
  expect(html).toMatch(/<select[^>]*name="projectId"/)
  expect(html).toContain('value="12,500.40"')
  expect(html).toContain('<option value="pending" selected="">Pending')
  await pay(id, 100)
  const fixed = await shown()
  expect(fixed).not.toMatch(/<select[^>]*name="projectId"/)
  expect(fixed).toContain('Project and investor cannot change once there are payments.')
  await change(
    "update app.investment set status = 'cancelled', cancelled_on = '2026-04-01' where id = $1",
    [id],
  )
  await change('update app.investment set archived_at = now() where id = $1', [id])
  expect(await shown()).toContain('This investment is archived. Restore it first.')
})

test('an unknown investment, and everything for anyone else, is a 404', async () => {
  const missing = { init: { status: 404 } }
  for (const id of [randomUUID(), 'not-an-id'])
    await expect(open(id)).rejects.toMatchObject(missing)
  await expect(send(await anOpenOne(), { amount: '1' }, investor)).rejects.toMatchObject(missing)
})

test('MIV-330 an administrator gets no form for their own investment', async () => {
  const { rows } = await change(
    `insert into app.investor (user_id, email, full_name, joined_on) values ($1, $2, 'Own Record', '2025-01-15') returning id`,
    [admin.userId, admin.email],
  )
  const id = await anInvestment(rows[0]?.id ?? '', await aProject('Villa Park'), usd('900'))
  const html = htmlOf(EditInvestment, `/admin-dashboard/investments/${id}/edit`, await open(id))
  expect(wordsOf(html)).toContain('This is your own investment.')
  expect(html).not.toContain('<form')
})
