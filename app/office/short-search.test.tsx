import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { asSuperuser, change } from '../../tests/database.ts'
import { aDocument, anAdmin, anInvestment, anInvestor, aProject, as } from '../../tests/people.ts'
import { requestBy } from '../../tests/requests.ts'
import { htmlOf, wordsOf } from '../../tests/screens.tsx'
import { listAccounts } from '../domain/accounts/administration/accounts-list.server.ts'
import { listDistributions } from '../domain/distributions/distributions.server.ts'
import { recordDistribution } from '../domain/distributions/record-distribution.server.ts'
import { listDocuments } from '../domain/documents/managed-documents.server.ts'
import { listInvestments } from '../domain/investments/investments.server.ts'
import { listInvestors } from '../domain/investors/investors.server.ts'
import { calendarDate } from '../values/calendar-date.ts'
import { usd } from '../values/money.ts'
import Distributions, { loader as openDistributions } from './distributions/route.tsx'
import Investors, { loader as openInvestors } from './investors/route.tsx'

const admin = await anAdmin('Amina Yusuf')
const fatuma = await anInvestor('Fatuma Noor')
const hodan = await anInvestor('Hodan Abdi-Éllis')
const towers = await aProject('Twin Towers')
const plaza = await aProject('Corner Plaza')
const on = calendarDate('2026-03-31')
for (const [investmentId, projectId, note] of [
  [await anInvestment(fatuma.investorId, towers, usd('500')), towers, 'Winter rents'],
  [await anInvestment(hodan.investorId, plaza, usd('700')), plaza, null],
] as const) {
  await change(
    `insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on) values ($1, 'payment', 10000, $2)`,
    [investmentId, on],
  )
  const facts = {
    projectId,
    total: usd('10'),
    datedOn: on,
    note,
    seen: null,
    again: false,
    key: randomUUID(),
  }
  await as(admin, (actor) => recordDistribution(actor, facts))
}
const document = await aDocument({ title: 'Yearly Report', type: 'report' })
await change(`update app.document set description = 'Of the "Nyota" works' where id = $1`, [
  document,
])

const found = {
  investors: (q: string) =>
    as(admin, (actor) => listInvestors(actor, { q, status: null, order: 'name', page: 1 })).then(
      ({ investors }) => investors.map(({ fullName }) => fullName),
    ),
  investments: (q: string) =>
    as(admin, (actor) =>
      listInvestments(actor, { q, status: null, due: null, order: 'newest', page: 1 }),
    ).then(({ investments }) =>
      investments.map(({ project, investor }) => `${investor}, ${project}`),
    ),
  documents: (q: string) =>
    as(admin, (actor) => listDocuments(actor, { q, type: null, page: 1 })).then(({ documents }) =>
      documents.map(({ title }) => title),
    ),
  distributions: (q: string) =>
    as(admin, (actor) => listDistributions(actor, { q, page: 1 })).then(({ distributions }) =>
      distributions.map(({ project }) => project),
    ),
  users: (q: string) =>
    as(admin, (actor) =>
      listAccounts(actor, {
        q,
        role: null,
        status: null,
        mark: null,
        staff: null,
        sort: 'name',
        page: 1,
      }),
    ).then(({ accounts }) => accounts.map(({ name }) => name)),
}

test('MIN-002 MIV-002 MDO-002 one letter and two find every word that begins so, and a third what they found', async () => {
  for (const [list, typed, expected] of [
    ['investors', 'noor', 'Fatuma Noor'],
    ['investors', 'FATUMA', 'Fatuma Noor'],
    ['investors', 'éllis', 'Hodan Abdi-Éllis'],
    ['users', 'noor', 'Fatuma Noor'],
    ['investments', 'towers', 'Fatuma Noor, Twin Towers'],
    ['investments', 'noor', 'Fatuma Noor, Twin Towers'],
    ['documents', 'report', 'Yearly Report'],
    ['documents', 'nyota', 'Yearly Report'],
    ['distributions', 'towers', 'Twin Towers'],
    ['distributions', 'rents', 'Twin Towers'],
  ] as const)
    for (const letters of [1, 2, 3, 4, 5].slice(0, typed.length)) {
      const q = typed.slice(0, letters)
      expect(await found[list](q), `${list} ${q}`).toEqual([expected])
    }
})

test('MIN-002 MIV-002 MDO-002 several words are found in any order, and each must be there', async () => {
  for (const [list, q, all] of [
    ['investors', 'noor  FATUMA', ['Fatuma Noor']],
    ['investors', 'fa noo', ['Fatuma Noor']],
    ['investors', 'no, fatuma', ['Fatuma Noor']],
    ['investors', 'fatuma - noor', ['Fatuma Noor']],
    ['investors', 'uma no', ['Fatuma Noor']],
    ['investors', 'noor hodan', []],
    ['users', 'noor fatuma', ['Fatuma Noor']],
    ['investments', 'noor fatuma', ['Fatuma Noor, Twin Towers']],
    ['documents', 'report nyota', ['Yearly Report']],
    ['documents', 'works "nyota"', ['Yearly Report']],
    ['documents', 'nyota missing', []],
    ['distributions', 'towers twin', ['Twin Towers']],
    ['investors', 'fatuma noor fatima nur noora nura', []],
  ] as const)
    expect(await found[list](q), `${list} ${q}`).toEqual(all)
})

test('inside words two letters find nothing, nor the domain that all addresses share, and the empty list says so', async () => {
  for (const q of ['oo', 'ex', '%', '__', "'", '@'])
    for (const list of ['investors', 'investments', 'documents', 'distributions', 'users'] as const)
      expect(await found[list](q), `${list} ${q}`).toEqual([])
  const advice =
    'One or two letters match only the start of names and titles. Type three letters to search inside words.'
  const here = '/admin-dashboard'
  const investors = async (q: string) =>
    wordsOf(
      htmlOf(
        Investors,
        `${here}/investors?q=${q}`,
        await openInvestors(
          requestBy(admin, `${here}/investors?q=${q}`) as Parameters<typeof openInvestors>[0],
        ),
      ),
    )
  expect(await investors('oo')).toContain(advice)
  expect(await investors('oor')).toContain('Fatuma Noor')
  expect(await investors('zzz')).toContain('Try fewer letters or another status.')
  const address = `${here}/distributions?q=zz`
  const loaded = await openDistributions(
    requestBy(admin, address) as Parameters<typeof openDistributions>[0],
  )
  expect(wordsOf(htmlOf(Distributions, address, loaded))).toContain(advice)
})

test('every column that a short search looks at has its index of words', async () => {
  const { rows } = await asSuperuser((client) =>
    client.query<{ columns: string }>(
      `select tablename || ': ' || array_to_string(array(
         select match[1] from regexp_matches(indexdef, 'to_tsvector\\(''simple''::regconfig, (\\w+)\\)', 'g') as match), ', ') as columns
       from pg_indexes where indexdef ~ 'to_tsvector' order by 1`,
    ),
  )
  expect(rows.map(({ columns }) => columns)).toEqual([
    'bank_transaction: words_search',
    'distribution: note_search',
    'document: title_search, description_search',
    'inquiry: name_search, email_search, subject_search',
    'investor: full_name_search, email_search',
    'notification: title_search',
    'outbox: sent_to_search',
    'project: name_search',
    'user: name_search, email_search',
  ])
})
