import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { aDocument, anInvestment, anInvestor, aProject } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import { setClock } from '../../platform/clock.server.ts'
import { usd } from '../../values/money.ts'

async function myDocuments(person: { email: string }): Promise<string> {
  return (await ask('/investment-dashboard/documents', { cookie: await cookiesOf(person) })).html
}

test('INV-037 INV-039 My Documents is a table of five columns, each row with a real download', async () => {
  const investor = await anInvestor()
  const projectId = await aProject('Corner Plaza')
  const investmentId = await anInvestment(investor.investorId, projectId, usd('1,000'))
  await change("update app.investment set status = 'active' where id = $1", [investmentId])
  const id = await aDocument({ title: 'Title deed', projectId, at: '2026-11-12T10:00:00Z' })
  const html = await myDocuments(investor)
  expect(html).toContain('My Documents')
  const heads = [...html.matchAll(/<th [^>]*>([^<]*)/g)].map(([, head]) => head)
  expect(heads).toEqual(['Document', 'Type', 'Project', 'Date', 'Action'])
  for (const words of [
    'Title deed',
    'PDF, 4.2 MB',
    'Legal Document',
    'Corner Plaza',
    '12 Nov 2026',
  ]) {
    expect(wordsOf(html)).toContain(words)
  }
  expect(html).toMatch(
    new RegExp(
      `<a href="/investment-dashboard/documents/${id}/file"[^>]*aria-label="Download Title deed"`,
    ),
  )
})

test('INV-042 without documents there is the empty text', async () => {
  expect(await myDocuments(await anInvestor())).toContain(
    'No documents available for your investments',
  )
})

test('OWN-004 what was uploaded since the last visit is marked as new; nothing is in the first one', async () => {
  setClock(() => new Date('2026-11-20T09:00:00Z'))
  const investor = await anInvestor()
  await aDocument({
    title: 'Old deed',
    investorId: investor.investorId,
    at: '2026-11-01T10:00:00Z',
  })
  await aDocument({
    title: 'Fresh report',
    investorId: investor.investorId,
    at: '2026-11-15T10:00:00Z',
  })
  const marked = async () => wordsOf(await myDocuments(investor))
  expect(await marked()).not.toContain('Fresh report New')
  await change(
    `insert into app.portal_visit (investor_id, last_seen_at) values ($1, '2026-11-10T10:00:00Z')
     on conflict (investor_id) do update set last_seen_at = excluded.last_seen_at, former_seen_at = null`,
    [investor.investorId],
  )
  expect(await marked()).toContain('Fresh report New')
  expect(await marked()).not.toContain('Old deed New')
})

test('OWN-004 all documents are offered as one download, with how much it is; without any there is none', async () => {
  const investor = await anInvestor()
  expect(wordsOf(await myDocuments(investor))).not.toContain('Download all')
  for (const title of ['One', 'Two']) await aDocument({ title, investorId: investor.investorId })
  const html = await myDocuments(investor)
  expect(html).toContain('href="/investment-dashboard/documents/all"')
  expect(wordsOf(html)).toMatch(/Download all 2 documents, ZIP, 8\.4 MB/)
})
