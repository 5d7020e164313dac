import { beforeAll, describe, expect, test } from 'vitest'
import { uploaded } from '../../../tests/documents.ts'
import { anInvestorOf } from '../../../tests/investments.ts'
import { anAdmin, aProject, as, asPerson, type Person } from '../../../tests/people.ts'
import { listMyDocuments } from './documents.server.ts'
import { listDocuments } from './managed-documents.server.ts'

const admin = await anAdmin()

const everything = { q: '', type: null, page: 1 }

const titlesOf = (person: Person, q = '') =>
  asPerson(person, async (reader) =>
    (await listMyDocuments(reader, { ...everything, q })).documents.map((d) => d.title),
  )

describe('the lists', () => {
  let projectId: string
  let investor: Person
  beforeAll(async () => {
    projectId = await aProject('Corner Plaza')
    investor = await anInvestorOf(projectId)
    for (let n = 1; n <= 13; n += 1) {
      await uploaded(admin, {
        title: `Ledger ${n}`,
        documentType: n % 2 ? 'financial' : 'report',
        projectId,
      })
    }
    await uploaded(admin, {
      title: '100% plan',
      description: 'floor_plans of the zebra wing',
      projectId,
    })
  })

  test('MDO-001 twelve a page, the latest upload first, counted by type', async () => {
    const first = await as(admin, (actor) => listDocuments(actor, { ...everything, q: 'ledger' }))
    expect(first).toMatchObject({
      total: 13,
      page: 1,
      pageSize: 12,
      counts: { financial: 7, report: 6, legal: 0 },
    })
    expect(first.documents.map(({ title }) => title).slice(0, 3)).toEqual([
      'Ledger 13',
      'Ledger 12',
      'Ledger 11',
    ])
    const past = await as(admin, (actor) =>
      listDocuments(actor, { q: 'ledger', type: null, page: 99 }),
    )
    expect(past).toMatchObject({ page: 2, documents: [{ title: 'Ledger 1' }] })
  })

  test('MDO-002 title and description are searched whatever their case, and a percent sign is only itself', async () => {
    const found = async (q: string) =>
      (await as(admin, (actor) => listDocuments(actor, { ...everything, q }))).documents.map(
        ({ title }) => title,
      )
    expect(await found('ZEBRA WING')).toEqual(['100% plan'])
    expect(await found('100%')).toEqual(['100% plan'])
    expect(await found('floor_p')).toEqual(['100% plan'])
    expect(await found('floor%p')).toEqual([])
  })

  test('one type is shown alone', async () => {
    const { documents, total } = await as(admin, (actor) =>
      listDocuments(actor, { q: 'ledger', type: 'report', page: 1 }),
    )
    expect(total).toBe(6)
    expect(new Set(documents.map(({ documentType }) => documentType))).toEqual(new Set(['report']))
  })

  test('INV-038 My Documents is searched by title, by what its type is called, and by project', async () => {
    expect(await titlesOf(investor, 'ledger 13')).toEqual(['Ledger 13'])
    expect(await titlesOf(investor, 'financial REPORT')).toHaveLength(7)
    expect(await titlesOf(investor, 'corner')).toHaveLength(14)
    expect(await titlesOf(investor, 'Document')).toEqual(['100% plan'])
    expect(await titlesOf(investor, 'zebra')).toEqual([])
  })
})
