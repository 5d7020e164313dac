import { expect, test } from 'vitest'
import { aDocument, anAdmin, anInvestor, aProject } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import { documentTypes } from '../../domain/documents/document.ts'

const cookie = await cookiesOf(await anAdmin())
const screen = async (address: string) => (await ask(`/admin-dashboard/documents${address}`, { cookie })).html

test('MDO-003 MDO-006 the filter names the types in the plural, a card in the singular', async () => {
  for (const type of documentTypes) await aDocument({ title: `Paper ${type}`, type })
  const html = await screen('?q=paper')
  for (const plural of [
    'All Types',
    'Legal Documents',
    'Financial Reports',
    'Tax Documents',
    'Progress Reports',
    'Project Documents',
  ]) {
    expect(html).toContain(`>${plural}<`)
  }
  for (const label of ['Legal Document', 'Financial Report', 'Tax Document', 'Progress Report', 'Project Document']) {
    expect(html).toContain(`>${label}</p>`)
  }
})

test('MDO-004 MDO-005 a card shows title, description, type, project or No Project, day, and who it is for', async () => {
  const { investorId } = await anInvestor('Hodan Abdi')
  const projectId = await aProject('Corner Plaza')
  const at = '2026-11-12T10:00:00Z'
  const id = await aDocument({ title: 'Deed <sealed>', about: 'What it is about.', projectId, at })
  await aDocument({ title: 'Deed of tax', type: 'tax', investorId, at })
  await aDocument({ title: 'Deed of progress', type: 'report', at })
  const html = await screen('?q=deed')
  for (const words of [
    'Deed &lt;sealed&gt;',
    'What it is about.',
    'Corner Plaza',
    'No Project',
    '12 Nov 2026',
    'PDF, 4.2 MB',
    'For investors of the project',
    'For Hodan Abdi only',
    'For administrators only',
  ]) {
    expect(wordsOf(html)).toContain(words)
  }
  expect(html).toContain(`href="/admin-dashboard/documents/${id}/file"`)
})

test('MDO-010 a search without matches says so', async () => {
  expect(await screen('?q=zzz')).toContain('No documents found matching your search')
})

test('MDO-013 the type preselected in the dialog is legal, and it says who sees a paper without a project', async () => {
  const html = await screen('/new')
  expect(html).toContain('<option value="legal" selected="">')
  expect(html).toContain('Without a project and an investor, only administrators can see it')
  expect(wordsOf(html)).toContain('up to 25 MB')
})
