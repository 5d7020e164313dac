import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { change } from '../../../../tests/database.ts'
import { aRequest } from '../../../../tests/investment-requests.ts'
import {
  aDocument,
  anAdmin,
  anInvestment,
  anInvestor,
  anOffer,
  aProject,
  as,
  day,
} from '../../../../tests/people.ts'
import { ask } from '../../../../tests/product.tsx'
import { htmlOf, wordsOf } from '../../../../tests/screens.tsx'
import { cookiesOf } from '../../../../tests/visits.ts'
import { recordFailure } from '../../../domain/accounts/sign-in/failed-attempt.server.ts'
import { recordPayment } from '../../../domain/payments/record-payment.server.ts'
import { usd } from '../../../values/money.ts'
import { ErrorBoundary as AddBoundary } from '../../investments/new/route.tsx'

const list = '/admin-dashboard/investors'
const admin = await anAdmin('Zeynab Warsame')
let cookie = await cookiesOf(admin)
beforeEach(async () => {
  cookie = await cookiesOf(admin)
})
const page = async (investorId: string) => (await ask(`${list}/${investorId}`, { cookie })).html

const pay = (investmentId: string, amount: string, nextPaymentOn = '2026-12-01') =>
  as(admin, (actor) =>
    recordPayment(actor, investmentId, {
      ...{
        key: randomUUID(),
        amount: usd(amount),
        receivedOn: day('2026-03-01'),
        method: 'cash',
        reference: null,
      },
      note: null,
      nextPaymentOn: day(nextPaymentOn),
      nextPaymentAmount: null,
    }),
  )

describe('the page of an investor', () => {
  test('shows the latest five statements, and leads to all of them once there are more', async () => {
    const { investorId } = await anInvestor('Many Papers')
    await pay(
      await anInvestment(investorId, await aProject('Coastal Villas'), usd('1,000')),
      '400.50',
    )
    const issue = (day: string) =>
      change("select app.issue_statement($1, '2026-01-01', '2026-12-31', null, $2)", [
        investorId,
        day,
      ])
    for (const day of ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06'])
      await issue(day)
    const all = `href="/investment-dashboard/statements?investorId=${investorId}"`
    expect(await page(investorId)).not.toContain(all)
    await issue('2026-03-07')
    const html = await page(investorId)
    expect(html.match(/aria-label="Download the statement of/g)).toHaveLength(5)
    expect(html).toContain(all)
    expect(wordsOf(html)).toContain('All 6 statements, in their portal')
  })

  test('says since when a payment is overdue, in the figures and next to its investment', async () => {
    const { investorId } = await anInvestor('Late Payer')
    await pay(
      await anInvestment(investorId, await aProject('Coastal Villas'), usd('1,000')),
      '400.50',
      '2026-03-02',
    )
    const words = wordsOf(await page(investorId))
    expect(words).toMatch(/Remaining \$599 Overdue since 2 Mar 2026/)
    expect(words).toMatch(
      /Coastal Villas since 1 Feb 2026 Active \$1,000 \$599\.50 overdue since 2 Mar 2026/,
    )
  })

  test('gathers figures, investments, payments, papers, messages, sign-ins and changes, each with the way to the whole', async () => {
    const person = await anInvestor('Hodan Ali')
    const { investorId, userId, email } = person
    const investmentId = await anInvestment(
      investorId,
      await aProject('Coastal Villas'),
      usd('1,000'),
    )
    expect(await pay(investmentId, '400.50')).toMatchObject({
      receiptNumber: expect.stringMatching(/^R-/),
    })
    await aDocument({ title: 'Lease, signed', investorId })
    await cookiesOf(person)
    await recordFailure(email, '10.0.0.9', 'wrong')
    const html = await page(investorId)
    const words = wordsOf(html)
    expect(words).toMatch(/Total invested \$1,000 .*Received \$401 40\.1% of the total/)
    expect(words).toMatch(/Remaining \$599 Next due 1 Dec 2026/)
    expect(words).toMatch(/Coastal Villas since 1 Feb 2026 Active \$1,000 \$599\.50 by 1 Dec 2026/)
    expect(words).toMatch(/1 Mar 2026 Coastal Villas R-\d{4}-\d{6} \$400\.50/)
    expect(words).toMatch(/Lease, signed .*not downloaded yet/)
    expect(words).toContain('Payment Received')
    expect(words).toMatch(/Sign-ins .*Failed to sign in .*, from 10\.0\.0\.9 Signed in/)
    expect(words).toMatch(/Changes .*Recorded a payment of \$400\.50 Zeynab Warsame , on/)
    for (const href of [
      `/investment-dashboard?investorId=${investorId}`,
      `/admin-dashboard/investments?investor=${investorId}`,
      `/admin-dashboard/documents?investor=${investorId}`,
      `/admin-dashboard/audit?about=${investorId}`,
      `/admin-dashboard/audit?about=${userId}&amp;kind=access`,
      `${list}/${investorId}/profile/edit`,
      `${list}/${investorId}/profile/password`,
      `${list}/${investorId}/profile/removal`,
      `${list}/${investorId}/profile/investment`,
    ]) {
      expect(html).toContain(`href="${href}"`)
    }
  })

  test('the lists it leads to hold what is theirs, and say whose', async () => {
    const { investorId } = await anInvestor('Hodan Ali')
    await anInvestment(investorId, await aProject('Coastal Villas'), usd('1,000'))
    await aDocument({ title: 'Lease, signed', investorId })
    const other = await anInvestor('Somebody Else')
    await anInvestment(other.investorId, await aProject('Quiet Harbour'), usd('7,000'))
    await aDocument({ title: 'Their paper', investorId: other.investorId })
    const list = async (name: string, of: string) =>
      wordsOf((await ask(`/admin-dashboard/${name}?investor=${of}`, { cookie })).html)
    expect(await list('investments', investorId)).toMatch(/Of Hodan Ali .*Coastal Villas/)
    expect(await list('investments', investorId)).not.toContain('Somebody Else')
    expect(await list('documents', investorId)).toMatch(/For Hodan Ali .*Lease, signed/)
    expect(await list('documents', investorId)).not.toContain('Their paper')
    expect(await list('investments', randomUUID())).toContain('Somebody Else')
  })

  test('REQ-009 shows what they have asked for and no one has answered, with the way to answer it', async () => {
    const anna = await anInvestor('Anna Wanjiru')
    expect(wordsOf(await page(anna.investorId))).not.toContain('Open requests')
    const requestId = await aRequest(
      anna,
      await anOffer({ target: usd('20,000') }, 'Acacia Court'),
      usd('8,000'),
    )
    const html = await page(anna.investorId)
    expect(wordsOf(html)).toMatch(/Open requests .*Acacia Court Reserved until .*\$8,000/)
    expect(html).toContain(`href="/admin-dashboard/requests/${requestId}/approve"`)
  })

  test('shows nothing of anyone else', async () => {
    const other = await anInvestor('Somebody Else')
    const theirs = await anInvestment(
      other.investorId,
      await aProject('Quiet Harbour'),
      usd('7,000'),
    )
    await pay(theirs, '7,000')
    await aDocument({ title: 'Their paper', investorId: other.investorId })
    const words = wordsOf(await page((await anInvestor('Hodan Ali')).investorId))
    expect(words).not.toMatch(/Quiet Harbour|Their paper|Somebody Else|Payment Received/)
    expect(words).toContain('No investments yet')
    expect(words).toContain('Nothing received yet')
  })

  test('an investor without account, and an archived one, have what there is', async () => {
    const { rows } = await change(
      `insert into app.investor (email, full_name, joined_on, archived_at)
       values ($1, 'Ilham Import', '2024-05-01', now()) returning id`,
      [`${randomUUID()}@example.com`],
    )
    const html = await page(rows[0]?.id ?? '')
    expect(wordsOf(html)).toContain('Archived')
    expect(html).toContain(`href="${list}/${rows[0]?.id}/profile/restore"`)
    expect(html).not.toMatch(/profile\/(edit|password|removal|investment)/)
    expect(wordsOf(html)).not.toContain('Sign-ins')
  })

  test('is an administrator’s to read, and an unknown investor is not there', async () => {
    const { investorId, email } = await anInvestor()
    const stranger = await cookiesOf({ email })
    expect(await ask(`${list}/${investorId}`, { cookie: stranger })).toMatchObject({ status: 302 })
    for (const unknown of [randomUUID(), 'nothing']) {
      expect((await ask(`${list}/${unknown}`, { cookie })).status).toBe(404)
    }
  })
})

describe('the investment dialog of an investor', () => {
  test('MIN-040, MIN-006 opens with the status pending, for this investor, and adds as Manage Investments does', async () => {
    const { investorId } = await anInvestor('Hodan Ali')
    const projectId = await aProject('Coastal Villas')
    const at = `${list}/${investorId}/profile/investment`
    const { html } = await ask(at, { cookie })
    expect(html).toContain('<option value="pending" selected="">Pending')
    expect(html).toMatch(
      new RegExp(`<input type="hidden" name="investorId" value="${investorId}"/>`),
    )
    expect(html).not.toContain('Choose an investor')
    const form = {
      key: randomUUID(),
      projectId,
      investorId,
      amount: '0',
      investedOn: '2026-02-01',
      status: 'pending',
    }
    const refused = await ask(at, { cookie, form })
    expect(refused.status).toBe(422)
    expect(wordsOf(refused.html)).toContain('Amount must be greater than zero')
    const added = await ask(at, { cookie, form: { ...form, amount: '35,000' } })
    expect(added).toMatchObject({ status: 303, location: `${list}/${investorId}` })
    const { rows } = await change(
      'select status, amount_cents::int from app.investment where investor_id = $1',
      [investorId],
    )
    expect(rows).toEqual([{ status: 'pending', amount_cents: 3_500_000 }])
  })

  test('MIN-041 says so instead of its form when its choices could not be read', () => {
    const html = htmlOf(AddBoundary, `${list}/:investorId/profile/investment`)
    expect(html).toContain('Error loading data')
    expect(html).not.toContain('<form')
  })
})

test('MIN-331 the page offers to record a payment, to upload a document for them, and to invite who never signed in', async () => {
  const pending = await anInvestor('Offers Pending', 'pending')
  const at = (investorId: string) =>
    `href="/admin-dashboard/investors/${investorId}/profile/invitation"`
  expect(await page(pending.investorId)).toContain(at(pending.investorId))
  expect(await page(pending.investorId)).not.toContain('Record payment')
  const { investorId, email } = await anInvestor('Offers Active')
  const onlyInvestment = await anInvestment(
    investorId,
    await aProject('Coastal Villas'),
    usd('1,000'),
  )
  const html = await page(investorId)
  expect(html).not.toContain(at(investorId))
  expect(html).toContain(`href="/admin-dashboard/investments/${onlyInvestment}/ledger/payment"`)
  expect(html).toContain(`href="/admin-dashboard/documents/new?investor=${investorId}"`)
  await anInvestment(investorId, await aProject('Harbour Lofts'), usd('2,000'))
  expect(await page(investorId)).toContain(
    `href="/admin-dashboard/investments?investor=${investorId}&amp;sort=next-payment"`,
  )
  const upload = await ask(`/admin-dashboard/documents/new?investor=${investorId}`, { cookie })
  expect(upload.html).toMatch(
    new RegExp(`<option value="${investorId}" selected=""[^>]*>Offers Active, ${email}`),
  )
})
