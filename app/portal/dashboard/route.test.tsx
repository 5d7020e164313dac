import { expect, test, vi } from 'vitest'
import { change } from '../../../tests/database.ts'
import { aRequest } from '../../../tests/investment-requests.ts'
import {
  anAdmin,
  anInvestment,
  anInvestor,
  anOffer,
  aProject,
  as,
  asPerson,
  type Person,
} from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { requestBy } from '../../../tests/requests.ts'
import { htmlOf, wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import { listMyDocuments } from '../../domain/documents/documents.server.ts'
import { declineRequest } from '../../domain/investment-requests/decide-request.server.ts'
import { saveDraft } from '../../domain/investment-requests/draft-request.server.ts'
import { setClock } from '../../platform/clock.server.ts'
import { usd } from '../../values/money.ts'
import PortalLayout, { loader as layoutLoader } from '../layout.tsx'
import type { Route } from './+types/route.ts'
import Dashboard, { loader } from './route.tsx'

async function dashboardOf(person: Person) {
  const path = '/investment-dashboard'
  const loaderData = await loader(requestBy(person, path) as unknown as Route.LoaderArgs)
  // The first rendering only begins to load the part below the figures.
  const html = await vi.waitFor(() => {
    const rendered = htmlOf(Dashboard, path, loaderData)
    expect(rendered).toContain('data-later="below-figures"')
    return rendered
  })
  return { html, words: wordsOf(html) }
}

async function notify(
  investorId: string,
  title: string,
  sentAt: string,
  audience: 'all' | 'investor',
) {
  const { rows } = await change(
    `insert into app.notification (title, message, notification_type, audience, investor_id, sent_at)
     values ($1, 'Words', 'general', $2, $3, $4) returning id`,
    [title, audience, audience === 'investor' ? investorId : null, sentAt],
  )
  await change('insert into app.notification_recipient values ($1, $2, $3)', [
    rows[0]?.id,
    investorId,
    sentAt,
  ])
}

test('INV-015 INV-017 the overview welcomes by name and shows six figures, zeros and a dash when there is nothing', async () => {
  const { words } = await dashboardOf(await anInvestor('Jama Warsame'))
  expect(words).toContain('Welcome back, Jama Warsame Dashboard Overview')
  expect(words).toMatch(
    /Total Invested \$0 .*Paid \$0 .*Remaining Balance \$0 .*Expected Returns % – not known .*Projects Invested In 0 .*Documents 0/,
  )
  expect(words).toContain('No investments yet')
})

test('who has invested nothing finds the way to the projects, whatever banners they put aside', async () => {
  const { html } = await dashboardOf(await anInvestor())
  expect(html).toMatch(/<a [^>]*href="\/investments"[^>]*>.*See our projects/)
})

test('REQ-009 a request is shown on the dashboard while it waits, counts in no figure, and only its investor sees it', async () => {
  const [anna, other] = [await anInvestor(), await anInvestor()]
  const offered = await anOffer({ target: usd('20,000') })
  const requestId = await aRequest(anna, offered, usd('8,000'))
  const { words } = await dashboardOf(anna)
  expect(words).toMatch(
    /Your Investments .*\$8,000 requested in .* Reserved until .* Open .*No investments yet/,
  )
  expect(words).toContain('Total Invested $0')
  expect((await dashboardOf(other)).words).not.toContain('requested in')
  await change("update app.project set status = 'completed' where id = $1", [offered.projectId])
  expect((await dashboardOf(anna)).words).toContain(
    'so this cannot become an investment. It expires automatically',
  )
  await as(await anAdmin(), (admin) => declineRequest(admin, requestId, { reason: 'Not now' }))
  expect((await dashboardOf(anna)).words).not.toContain('requested in')
})

test('REQ-009 what was begun and not sent is shown too, as long as it can be sent, and an admin who looks on sees none', async () => {
  const [anna, other] = [await anInvestor(), await anInvestor()]
  const { projectId, slug } = await anOffer({ target: usd('20,000') }, 'Acacia Court')
  const draft = { amount: usd('8,000'), note: null }
  expect(await asPerson(anna, (investor) => saveDraft(investor, slug, draft))).toEqual({
    saved: true,
  })
  const { words, html } = await dashboardOf(anna)
  expect(words).toMatch(
    /Continue your request: \$8,000 in Acacia Court Nothing is reserved until you send it Not sent/,
  )
  expect(html).toContain(`href="/investment/${slug}/invest"`)
  expect((await dashboardOf(other)).words).not.toContain('Continue your request')
  const { html: viewed } = await ask(`/investment-dashboard?investorId=${anna.investorId}`, {
    cookie: await cookiesOf(await anAdmin()),
  })
  expect(viewed).toContain('Your Investments')
  expect(viewed).not.toContain('Continue your request')
  await change("update app.project set status = 'completed' where id = $1", [projectId])
  expect((await dashboardOf(anna)).words).not.toContain('Continue your request')
})

test('INV-019 INV-023 LIM-024 (W-29) rates have one decimal; each investment has a bar and its expected return', async () => {
  const investor = await anInvestor()
  const project = await aProject('Retail Clothing Store')
  await change('update app.project set annual_return_bp = 1250 where id = $1', [project])
  const id = await anInvestment(investor.investorId, project, usd('5,000'))
  await change(
    "insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on) values ($1, 'payment', 150000, '2026-02-02')",
    [id],
  )
  const { html, words } = await dashboardOf(investor)
  expect(words).toContain('Expected Returns % 12.5% a year')
  expect(words).toContain('$1,500 of $5,000 30.0% $3,500 remaining 12.5% Expected return')
  expect(html).toContain('aria-label="Paid share of Retail Clothing Store" aria-valuenow="30"')
  await change("update app.project set status = 'completed' where id = $1", [project])
  const completed = (await dashboardOf(investor)).words
  expect(completed).toContain('Expected Returns % – not known None expected')
  expect(completed).not.toMatch(/12\.5%|at risk/)
})

test('INV-019 INV-023 rates of pending investments have the warning next to them and are not called unset; cancelled ones have none', async () => {
  const investor = await anInvestor()
  const project = await aProject('Peter House')
  await change('update app.project set annual_return_bp = 900 where id = $1', [project])
  const id = await anInvestment(investor.investorId, project, usd('5,000'))
  const risk = 'Expected returns are an estimate, never a promise. Your capital is at risk.'
  const { words } = await dashboardOf(investor)
  expect(words).toMatch(/Expected Returns % – not known Counted once a payment is received/)
  expect(words).toContain('9.0% Expected return')
  expect(words).toContain(risk)
  await change(
    "update app.investment set status = 'cancelled', cancelled_on = invested_on where id = $1",
    [id],
  )
  const after = (await dashboardOf(investor)).words
  expect(after).toContain('– No Expected return')
  expect(after).not.toMatch(/9\.0%|at risk/)
  expect(after).toContain('Known once you invest')
})

test('INV-018 INV-020 the cards sum up what was invested, paid and remains, in whole dollars that add up, over how many projects', async () => {
  const investor = await anInvestor()
  const [running, done] = [await aProject('Twin Towers Muthaiga'), await aProject('Corner Plaza')]
  await change("update app.project set status = 'completed' where id = $1", [done])
  const half = await anInvestment(investor.investorId, running, usd('5,000.40'))
  for (const project of [running, done])
    await anInvestment(investor.investorId, project, usd('1,000'))
  const left = await anInvestment(investor.investorId, running, usd('9,000'))
  await change(
    "update app.investment set status = 'cancelled', cancelled_on = '2026-05-01' where id = $1",
    [left],
  )
  await change(
    "insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on) values ($1, 'payment', 149960, '2026-02-02')",
    [half],
  )
  const { words } = await dashboardOf(investor)
  expect(words).toMatch(/Total Invested \$7,000 .*Paid \$1,500 .*Remaining Balance \$5,500 /)
  // $5,500.80 remains; the displayed figures add up.
  expect(words).toContain('Projects Invested In 2 1 active, 1 completed')
})

test('INV-024 INV-026 INV-027 at most five notifications, newest first, dated by days, with a link to all', async () => {
  setClock(() => new Date('2026-11-20T09:00:00Z'))
  const investor = await anInvestor()
  for (const [title, sentAt, audience] of [
    ['First', '2026-11-01T09:00:00Z', 'investor'],
    ['Second', '2026-11-10T09:00:00Z', 'all'],
    ['Third', '2026-11-11T09:00:00Z', 'investor'],
    ['Fourth', '2026-11-18T09:00:00Z', 'all'],
    ['Fifth', '2026-11-19T09:00:00Z', 'investor'],
    ['Sixth', '2026-11-20T08:00:00Z', 'all'],
  ] as const) {
    await notify(investor.investorId, title, sentAt, audience)
  }
  const { html, words } = await dashboardOf(investor)
  expect(words).toMatch(
    /Sixth .*Today.*Fifth .*Yesterday.*Fourth .*2 days ago.*Third .*9 days ago.*Second .*10 days ago/,
  )
  expect(words).not.toContain('First')
  expect(html).toMatch(/<a [^>]*href="\/investment-dashboard\/my-notifications"[^>]*>View all/)
})

test('INV-025 (W-35) of six personal and six for all, the five newest are shown, of both kinds', async () => {
  const investor = await anInvestor()
  for (let count = 1; count <= 6; count += 1) {
    await notify(
      investor.investorId,
      `Personal ${count}`,
      `2026-11-01T0${count}:00:00Z`,
      'investor',
    )
    await notify(investor.investorId, `Global ${count}`, `2026-10-01T0${count}:00:00Z`, 'all')
  }
  const { words } = await dashboardOf(investor)
  expect(words.match(/(Personal|Global) \d/g)).toEqual(
    [6, 5, 4, 3, 2].map((count) => `Personal ${count}`),
  )
})

test('INV-021 the documents card counts what My Documents lists', async () => {
  const investor = await anInvestor()
  for (const [title, status, sha] of [
    ['Deed', 'active', 'a'],
    ['Old deed', 'archived', 'b'],
  ] as const) {
    const file = await change(
      `insert into app.stored_file (storage_key, original_name, media_type, byte_size, sha256)
       values ($1, 'a.pdf', 'application/pdf', 1, $2) returning id`,
      [title, sha.repeat(64)],
    )
    await change(
      `insert into app.document (title, document_type, investor_id, file_id, status) values ($1, 'legal', $2, $3, $4)`,
      [title, investor.investorId, file.rows[0]?.id, status],
    )
  }
  expect((await dashboardOf(investor)).words).toContain('Documents 1 ')
  const list = await asPerson(investor, (reader) =>
    listMyDocuments(reader, { q: '', type: null, page: 1 }),
  )
  expect(list.total).toBe(1)
})

test('INV-001 the sidebar is headed with the portal and the name of who is signed in', async () => {
  const investor = await anInvestor('Jama Warsame')
  const path = '/investment-dashboard'
  const { data } = await layoutLoader(
    requestBy(investor, path) as unknown as Parameters<typeof layoutLoader>[0],
  )
  const html = htmlOf(PortalLayout, path, data)
  expect(wordsOf(html)).toContain('Investor Portal')
  expect(wordsOf(html)).toContain('Jama Warsame')
  expect(html).toMatch(/<form [^>]*action="\/logout\?from=sidebar"/)
})

test('a payment that is due stands next to the balance with its day, and as overdue once that is past', async () => {
  const person = await anInvestor()
  const investmentId = await anInvestment(
    person.investorId,
    await aProject('Corner Plaza'),
    usd('1,000'),
  )
  await change("update app.investment set next_payment_on = '2026-11-19' where id = $1", [
    investmentId,
  ])
  setClock(() => new Date('2026-11-19T09:00:00Z'))
  expect((await dashboardOf(person)).words).toMatch(
    /Remaining Balance \$1,000 Next due 19 Nov 2026 .*Due today/,
  )
  setClock(() => new Date('2026-11-20T09:00:00Z'))
  const { words } = await dashboardOf(person)
  expect(words).toMatch(/Remaining Balance \$1,000 Overdue since 19 Nov 2026 .*Overdue by 1 day/)
})

test('of the next payments three are shown, the rest collapsed and, when there are very many, counted', async () => {
  const person = await anInvestor()
  const project = await aProject()
  const owe = async (count: number) => {
    for (let index = 0; index < count; index += 1) {
      const id = await anInvestment(person.investorId, project, usd('100'))
      await change('update app.investment set next_payment_on = $2 where id = $1', [
        id,
        `2026-12-${10 + index}`,
      ])
    }
    return /Next payments(.*?)Returns received/.exec((await dashboardOf(person)).words)?.[1]
  }
  expect(await owe(3)).not.toContain('more')
  expect(await owe(2)).toMatch(/^( \d+ Dec .*? to pay){3} 2 more( \d+ Dec .*? to pay){2} $/)
  expect(await owe(9)).toMatch(/ 11 more( \d+ Dec .*? to pay){9} 2 more in My Investments $/)
})
