import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { aHolding } from '../../../tests/ledger.ts'
import {
  aDocument,
  anAdmin,
  anInvestment,
  anInvestor,
  aProject,
  as,
} from '../../../tests/people.ts'
import { requestBy } from '../../../tests/requests.ts'
import { listInvestments } from '../../domain/investments/investments.server.ts'
import { recordPayment } from '../../domain/payments/record-payment.server.ts'
import { calendarDate } from '../../values/calendar-date.ts'
import { usd } from '../../values/money.ts'
import { loader } from './route.ts'

const admin = await anAdmin()
const home = '/admin-dashboard'

async function jump(q: string, by: Parameters<typeof requestBy>[0] = admin) {
  const { lines } = await jumpWithCounts(q, by)
  return lines.map(({ group, label, detail, to }) => [group, label, detail, to])
}

function jumpWithCounts(q: string, by: Parameters<typeof requestBy>[0] = admin) {
  const path = `${home}/jump?${new URLSearchParams({ q })}`
  return loader(requestBy(by, path) as Parameters<typeof loader>[0])
}

const setTo = (status: string, id: string) =>
  change(
    `update app.investment set status = $1, cancelled_on = case when $1 = 'cancelled' then current_date end
    where id = $2`,
    [status, id],
  )

test('ADM-026 finds investors with their investments, and what may be paid on, by a part of the name', async () => {
  const hodan = await anInvestor('Hodan Abdi')
  const towers = await aProject('Twin Towers')
  const open = await anInvestment(hodan.investorId, towers, usd('2,500.50'))
  const over = await anInvestment(hodan.investorId, await aProject('Corner Plaza'), usd('900'))
  await setTo('cancelled', over)
  const found = await jump('ODAN A')
  const telling = `${hodan.email}, $2,500.50 of 1 Feb 2026`
  expect(found).toEqual([
    ['Investors', 'Hodan Abdi', hodan.email, `${home}/investors/${hodan.investorId}`],
    [
      'Investments',
      'Hodan Abdi, Corner Plaza',
      `${hodan.email}, $900 of 1 Feb 2026, cancelled`,
      `${home}/investments/${over}`,
    ],
    [
      'Investments',
      'Hodan Abdi, Twin Towers',
      `${telling}, $2,500.50 remaining`,
      `${home}/investments/${open}`,
    ],
    [
      'Actions',
      'Record payment of Hodan Abdi, Twin Towers',
      telling,
      `${home}/investments/${open}/ledger/payment`,
    ],
  ])
})

test('ADM-026 finds a project with its newest investments, three at most, each once', async () => {
  const { investorId } = await anInvestor('Villa Owner')
  const project = await aProject('Villa Park')
  const ids = []
  for (const amount of ['1', '2', '3', '4', '5'])
    ids.push(await anInvestment(investorId, project, usd(amount)))
  await change('update app.investment set archived_at = now() where id = $1', [ids[4]])
  const lines = await jump('villa')
  expect(lines.find(([group]) => group === 'Projects')).toEqual([
    'Projects',
    'Villa Park',
    'Nairobi',
    `${home}/projects/${project}`,
  ])
  const investments = lines.filter(([group]) => group === 'Investments').map(([, , , to]) => to)
  expect(investments).toEqual([ids[3], ids[2], ids[1]].map((id) => `${home}/investments/${id}`))
  const ofProject = (await jump('villa park')).filter(([group]) => group === 'Investments')
  expect(ofProject.map(([, , , to]) => to)).toEqual(investments)
})

test('ADM-026 counts the investments of the investors found beyond the three it shows of each', async () => {
  const holders = [await anInvestor('Many Holdings'), await anInvestor('Many Others')]
  const project = await aProject('Long Row')
  for (const { investorId } of holders)
    for (const amount of ['1', '2', '3', '4', '5'])
      await anInvestment(investorId, project, usd(amount))
  expect((await jumpWithCounts('many')).more).toMatchObject({ Investments: 4 })
  expect((await jumpWithCounts('many h')).more).toMatchObject({ Investments: 2 })
  expect((await jumpWithCounts('long row')).more).toMatchObject({ Investments: 0 })
})

test('ADM-026 finds documents by their titles, inquiries by sender and subject, three of each, and no spam', async () => {
  const project = await aProject('Ocean Heights')
  const ids = []
  for (const at of ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04'])
    ids.push(await aDocument({ title: 'Yearly Survey', type: 'report', projectId: project, at }))
  const survey = ids.slice(1).reverse()
  expect(await jump('arly sur')).toEqual(
    survey.map((id) => [
      'Documents',
      'Yearly Survey',
      'Progress Report, Ocean Heights',
      `${home}/documents/${id}`,
    ]),
  )
  expect((await jumpWithCounts('arly sur')).more).toMatchObject({
    Documents: 1,
    Inquiries: 0,
    Payments: 0,
  })
  expect((await jump('su')).map(([group]) => group)).toEqual([
    'Documents',
    'Documents',
    'Documents',
  ])
  const asks = (name: string, subject: string | null, spam = false) =>
    change(
      `insert into app.inquiry (source, name, email, subject, message, suspected_spam, suspicion)
       values ('contact', $1, 'zeynab@example.com', $2, 'When do you pay out?', $3::boolean, case when $3::boolean then 'too-fast' end) returning id`,
      [name, subject, spam],
    ).then(({ rows: [row] }) => row?.id)
  const wants = await asks('Zeynab Ali', null)
  await asks('Zeynab Spam', 'Cheap watches', true)
  const inquiryLine = [
    'Inquiries',
    'Zeynab Ali',
    'When do you pay out?',
    `${home}/inquiries/${wants}`,
  ]
  for (const q of ['zeynab', 'ze', 'ynab@exam']) expect(await jump(q), q).toEqual([inquiryLine])
})

test('ADM-026 the whole number of a receipt leads to its payment and to its paper', async () => {
  const { investorId, email } = await anInvestor('Receipt Holder')
  const id = await anInvestment(investorId, await aProject('Receipt House'), usd('900'))
  const paid = await as(admin, (actor) =>
    recordPayment(actor, id, {
      ...{
        key: randomUUID(),
        amount: usd('100'),
        receivedOn: calendarDate('2026-03-01'),
        method: null,
      },
      reference: null,
      note: null,
      nextPaymentOn: null,
      nextPaymentAmount: null,
    }),
  )
  const number = 'receiptNumber' in paid ? paid.receiptNumber : ''
  const lines = [
    [
      'Receipts',
      `Payment of ${number}`,
      `Receipt Holder, Receipt House, ${email}`,
      `${home}/investments/${id}`,
    ],
    ['Receipts', `Receipt ${number}`, 'PDF', `${home}/receipts/${number}/pdf`],
  ]
  expect(number).toMatch(/^R-\d{4}-\d{6}$/)
  for (const q of [number, ` ${number.toLowerCase()}`]) expect(await jump(q), q).toEqual(lines)
  for (const q of [number.slice(0, -1), 'R-1999-000001']) expect(await jump(q), q).toEqual([])
})

test('ADM-026 shows five investors at most, and nothing for no words, no one or signs that mean something in SQL', async () => {
  for (const last of ['A', 'B', 'C', 'D', 'E', 'F']) await anInvestor(`Crowd ${last}`)
  expect((await jump('crowd')).map(([, label]) => label)).toEqual(
    ['A', 'B', 'C', 'D', 'E'].map((letter) => `Crowd ${letter}`),
  )
  expect((await jumpWithCounts('crowd')).more).toMatchObject({
    Investors: 1,
    Projects: 0,
    Documents: 0,
  })
  for (const q of ['', '   ', '%%%', "x' or 1=1 --", '\u0000']) expect(await jump(q), q).toEqual([])
})

test('ADM-026 neither an investor nor a guest finds anything', async () => {
  for (const stranger of [await anInvestor('Somebody Else'), null]) {
    await expect(jump('somebody', stranger)).rejects.toMatchObject({ status: 404 })
  }
})

test('ADM-290 payments are found by reference, receipt number and amount, in the palette and in Manage Investments', async () => {
  const { investorId, email } = await anInvestor('Payer Pays')
  const id = await anInvestment(investorId, await aProject('Paid House'), usd('90000'))
  const paid = await as(admin, (actor) =>
    recordPayment(actor, id, {
      ...{
        key: randomUUID(),
        amount: usd('4,321.50'),
        receivedOn: calendarDate('2026-03-01'),
        method: null,
      },
      reference: 'QHX-77 Zuri',
      note: null,
      nextPaymentOn: null,
      nextPaymentAmount: null,
    }),
  )
  const { receiptNumber = '' } = paid as { receiptNumber?: string }
  const list = async (q: string) => {
    const search = { q, status: null, due: null, order: 'newest', page: 1 } as const
    const { investments } = await as(admin, (actor) => listInvestments(actor, search))
    return investments.map((investment) => investment.id)
  }
  for (const q of ['qhx-77', 'QHX-77 ZURI', '4321.50', '$4,321.50', '4,321.5']) {
    const lines = (await jump(q)).filter(([group]) => group === 'Payments')
    expect(lines, q).toEqual([
      [
        ...[
          'Payments',
          'Payment of $4,321.50, 1 Mar 2026, QHX-77 Zuri',
          `Payer Pays, Paid House, ${email}`,
        ],
        expect.stringContaining(`${home}/investments/${id}#entry-`),
      ],
    ])
    expect(await list(q), q).toEqual([id])
  }
  const [, year = '', sequence = ''] = receiptNumber.split('-')
  for (const q of [receiptNumber, receiptNumber.toLowerCase(), `r ${year} ${Number(sequence)}`]) {
    expect(
      (await jump(q)).map(([group]) => group),
      q,
    ).toEqual(['Receipts', 'Receipts'])
    expect(await list(q), q).toEqual([id])
  }
  expect(await list('4321')).toEqual([])
  expect(await list('qhx-78')).toEqual([])
})

test('BANK-164 a payment reference leads to its investment, also in the list of investments', async () => {
  const { investmentId } = await aHolding('Zamzam Nur', 'Reference House')
  const { rows } = await change<{ code: string }>(
    'select code from app.payment_reference where investment_id = $1',
    [investmentId],
  )
  const typed = ` ${rows[0]?.code.toLowerCase()} `
  const { lines } = await jumpWithCounts(typed)
  expect(lines).toContainEqual(
    expect.objectContaining({ group: 'Investments', label: 'Zamzam Nur, Reference House' }),
  )
  const search = { q: typed, status: null, due: null, order: 'newest' as const, page: 1 }
  const found = await as(admin, (actor) => listInvestments(actor, search))
  expect(found.investments.map(({ id }) => id)).toEqual([investmentId])
})
