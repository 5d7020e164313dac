import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { change } from '../../../../tests/database.ts'
import { markSent } from '../../../../tests/distributions.ts'
import {
  aDocument,
  anAdmin,
  anInvestment,
  anInvestor,
  aProject,
  type Person,
} from '../../../../tests/people.ts'
import { ask } from '../../../../tests/product.tsx'
import { wordsOf } from '../../../../tests/screens.tsx'
import { cookiesOf } from '../../../../tests/visits.ts'
import { setClock } from '../../../platform/clock.server.ts'
import { usd } from '../../../values/money.ts'

const at = '/investment-dashboard/investments'

async function pageOf(person: { email: string }, id: string, query = '') {
  const answer = await ask(`${at}/${id}${query}`, { cookie: await cookiesOf(person) })
  return { ...answer, words: wordsOf(answer.html) }
}

async function book(
  investmentId: string,
  kind: string,
  cents: number,
  on: string,
  reason: string | null = null,
) {
  const { rows } = await change<{ id: string }>(
    `insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on, reason, recorded_at)
     values ($1, $2, $3, $4, $5, $4::date + interval '10 hours') returning id`,
    [investmentId, kind, cents, on, reason],
  )
  return rows[0]?.id ?? ''
}

/** $1,250.50 invested, $250.50 paid, and a voided duplicate of $100. */
async function heldBy(person: Person) {
  const projectId = await aProject('Corner Plaza')
  const id = await anInvestment(person.investorId, projectId, usd('1,250.50'))
  await book(id, 'payment', 25_050, '2026-02-02')
  const twice = await book(id, 'payment', 10_000, '2026-02-03')
  await change(
    `insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on, voids_id, reason)
     values ($1, 'void', -10000, '2026-02-04', $2, 'The same transfer was recorded twice')`,
    [id, twice],
  )
  await book(id, 'refund', -5_000, '2026-02-05', 'Paid too much')
  return { projectId, id }
}

test('OWN-001 an investment has a page: its terms, its ledger with the balance after each entry, voids with their reason', async () => {
  setClock(() => new Date('2026-11-20T09:00:00Z'))
  const investor = await anInvestor()
  const { id } = await heldBy(investor)
  await change("update app.investment set next_payment_on = '2026-11-19' where id = $1", [id])
  const { html, words } = await pageOf(investor, id)
  expect(html).toMatch(/<h1[^>]*><bdi>Corner Plaza/)
  expect(words).toMatch(
    /Amount \$1,250\.50 Since 1 Feb 2026 Remaining \$1,050 Overdue since 19 Nov 2026/,
  )
  expect(words).toContain('1 payment, 1 voided')
  expect(words).toContain('5 Feb 2026 Refund Paid too much -$50 Paid to date $200.50')
  expect(words).toMatch(
    /4 Feb 2026 Void ?The same transfer was recorded twice -\$100 Paid to date \$250\.50 3 Feb 2026 Payment Voided \$100 Paid to date \$350\.50 Voided on 4 Feb 2026 ?: “ ?The same transfer was recorded twice ?”, and reversed on that day\./,
  )
  expect(words).toContain('2 Feb 2026 Payment $250.50 Paid to date $250.50')
  expect(html).toMatch(/<s><span[^>]*>\$100<\/span><\/s>/)
  expect(words).toMatch(
    /Terms Status Active .*Next payment \$1,050 on 19 Nov 2026 Overdue by 1 day/,
  )
})

test('OWN-012 an amount that was corrected says what it was, and until when; of several on one day what held before it', async () => {
  const investor = await anInvestor()
  const { id } = await heldBy(investor)
  for (const cents of [150_000, 200_050])
    await change('update app.investment set amount_cents = $2 where id = $1', [id, cents])
  const { rows } = await change<{ today: string }>(
    "select to_char(now() at time zone 'Africa/Nairobi', 'FMDD Mon YYYY') as today",
  )
  const words = async () => (await pageOf(investor, id)).words
  expect(await words()).toContain(
    `Amount $2,000.50 Was $1,250.50 until ${rows[0]?.today} Payment reference`,
  )
  await change('update app.investment set amount_cents = 125050 where id = $1', [id])
  expect(await words()).toContain('Amount $1,250.50 Payment reference')
})

test('OWN-001 the page shows its distributions, a voided one struck out, and its project’s documents with their size', async () => {
  const investor = await anInvestor()
  const { id, projectId } = await heldBy(investor)
  for (const [cents, on, reason] of [
    [1_234, '2026-05-01', null],
    [9_900, '2026-06-01', 'Booked for another building'],
  ] as const) {
    const { rows } = await change<{ id: string }>(
      `with made as (
         insert into app.distribution (project_id, total_cents, dated_on) values ($1, $2, $3) returning id)
       insert into app.distribution_share select made.id, $4, $2 from made returning distribution_id as id`,
      [projectId, cents, on, id],
    )
    if (!reason) await markSent(rows[0]?.id ?? '', '2026-05-04')
    if (reason)
      await change('insert into app.distribution_void (distribution_id, reason) values ($1, $2)', [
        rows[0]?.id,
        reason,
      ])
  }
  await aDocument({ title: 'Title deed', projectId })
  await aDocument({ title: 'Of another building', investorId: investor.investorId })
  const { html, words } = await pageOf(investor, id)
  expect(words).toContain(
    'Distributions $12.34 1 Jun 2026 Voided Booked for another building $99 1 May 2026 Sent 4 May 2026 $12.34',
  )
  expect(html).toMatch(/<s[^>]*><span[^>]*>\$99<\/span><\/s>/)
  expect(words).toMatch(/Title deed Legal Document, \d+ \w+ \d{4} PDF, 4\.2 MB/)
  expect(words).not.toContain('Of another building')
})

test('OWN-002 progress updates with their pictures are for who holds the investment; pending and cancelled ones say why not', async () => {
  const investor = await anInvestor()
  const { id, projectId } = await heldBy(investor)
  const { rows } = await change<{ id: string }>(
    `insert into app.project_update (project_id, dated_on, progress_percent, body)
     values ($1, '2026-03-01', 40, 'The roof is on.') returning id`,
    [projectId],
  )
  const picture = await change<{ id: string }>(
    `insert into app.picture (width, height, placeholder) values (90, 60, 'data:,') returning id`,
  )
  await change("insert into app.picture_file values ($1, 90, 'webp', $2, 23)", [
    picture.rows[0]?.id,
    randomUUID(),
  ])
  await change(
    "insert into app.project_update_picture (update_id, picture_id, alt) values ($1, $2, 'A tight roof')",
    [rows[0]?.id, picture.rows[0]?.id],
  )
  const { html, words } = await pageOf(investor, id)
  expect(words).toContain('1 Mar 2026 Progress 40% The roof is on.')
  expect(html).toMatch(
    new RegExp(`<img[^>]*src="/pictures/${picture.rows[0]?.id}/90.webp"[^>]*alt="A tight roof"`),
  )
  expect(html).toMatch(
    new RegExp(`<a href="/pictures/${picture.rows[0]?.id}/90.webp" target="_blank"[^>]*>.*?<img`),
  )

  await change(
    `insert into app.project_update (project_id, dated_on, progress_percent, body) values ($1, '2026-04-01', 45, 'Tiled.')`,
    [projectId],
  )
  await change('update app.project set progress_percent = 45 where id = $1', [projectId])
  expect((await pageOf(investor, id)).words).toContain(
    'Building progress 45% Was 40% on 1 Mar 2026',
  )

  const waiting = await anInvestor()
  const pending = await anInvestment(waiting.investorId, projectId, usd('1,000'))
  const before = await pageOf(waiting, pending)
  expect(before.words).toContain(
    'Building updates appear here once your first payment is received.',
  )
  expect(before.words).not.toContain('The roof is on.')
  expect(before.words).toContain(
    'Documents of this project appear here once your first payment is received.',
  )
  await change(
    "update app.investment set status = 'cancelled', cancelled_on = '2026-05-01' where id = $1",
    [pending],
  )
  const after = await pageOf(waiting, pending)
  expect(after.words).toContain('Updates are for current investors. This investment was cancelled.')
  expect(after.words).toContain(
    'Documents are for current investors. This investment was cancelled.',
  )
  expect(after.words).toMatch(/To refund \$0 Nothing to refund .*Cancelled 1 May 2026/)
  expect(after.words).not.toContain('The roof is on.')
})

test('OWN-001 an expected return is shown with the warning, and not once project or investment ended', async () => {
  const investor = await anInvestor()
  const { id, projectId } = await heldBy(investor)
  await change('update app.project set annual_return_bp = 1300 where id = $1', [projectId])
  const { words } = await pageOf(investor, id)
  expect(words).toContain('Expected return 13.0% a year Expected, not promised')
  expect(words).toContain(
    'Expected returns are an estimate, never a promise. Your capital is at risk.',
  )
  await change("update app.project set status = 'completed' where id = $1", [projectId])
  const completed = (await pageOf(investor, id)).words
  expect(completed).toMatch(/Expected return – not known None: the project is completed/)
  expect(completed).not.toMatch(/13\.0%|at risk/)
  await change(
    "update app.investment set status = 'cancelled', cancelled_on = '2026-05-01' where id = $1",
    [id],
  )
  const after = (await pageOf(investor, id)).words
  expect(after).toMatch(/Expected return – not known None: cancelled/)
  expect(after).not.toMatch(/13\.0%|at risk/)
})

test('OWN-003 an investment of someone else, an unknown one and a word are not found, each alike', async () => {
  const [investor, stranger] = [await anInvestor(), await anInvestor('Ben Otieno')]
  const { id } = await heldBy(stranger)
  const pages = []
  for (const unknownId of [id, randomUUID(), 'nothing']) {
    const { status, html } = await pageOf(investor, unknownId)
    pages.push(wordsOf(/<main.*<\/main>/s.exec(html)?.[0] ?? html))
    expect(status).toBe(404)
  }
  expect(pages[0]).not.toMatch(/Corner Plaza|1,250/)
  expect(new Set(pages).size).toBe(1)
})

test('OWN-003 in view mode the page is that of the investor looked at, and its links carry who that is', async () => {
  const investor = await anInvestor('Hodan Abdi')
  const { id, projectId } = await heldBy(investor)
  const document = await aDocument({ title: 'Title deed', projectId })
  const { html, words, status } = await pageOf(
    await anAdmin(),
    id,
    `?investorId=${investor.investorId}`,
  )
  expect(status).toBe(200)
  expect(words).toContain('Admin View Mode')
  expect(words).toContain('Remaining $1,050')
  expect(html).toContain(
    `/investment-dashboard/documents/${document}/file?investorId=${investor.investorId}`,
  )
  expect(html).toContain(`href="${at}?investorId=${investor.investorId}"`)
  const another = await anInvestor('Ben Otieno')
  expect(await pageOf(await anAdmin(), id, `?investorId=${another.investorId}`)).toMatchObject({
    status: 404,
  })
})

test('OWN-001 the cards of My Investments lead to their page', async () => {
  const investor = await anInvestor()
  const { id } = await heldBy(investor)
  const { html } = await ask(at, { cookie: await cookiesOf(investor) })
  expect(html).toMatch(new RegExp(`<h2[^>]*><a [^>]*href="${at}/${id}"`))
})
