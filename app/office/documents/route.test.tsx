import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { aDocument, anAdmin, anInvestor, aProject, asPerson } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import { documentTypes } from '../../domain/documents/document.ts'
import { audit } from '../../platform/events.server.ts'

const cookie = await cookiesOf(await anAdmin())
const screen = async (address: string) =>
  (await ask(`/admin-dashboard/documents${address}`, { cookie })).html

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
  for (const label of [
    'Legal Document',
    'Financial Report',
    'Tax Document',
    'Progress Report',
    'Project Document',
  ]) {
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

test('MDO-008 each card has download, edit and delete, and an archived one only the way back', async () => {
  const id = await aDocument({ title: 'Handled' })
  const html = await screen('?q=handled')
  const at = `/admin-dashboard/documents/${id}`
  expect(html).toContain(`href="${at}/file"`)
  expect(html).toMatch(new RegExp(`aria-label="Edit Handled"[^>]*href="${at}/edit\\?q=handled"`))
  expect(html).toMatch(
    new RegExp(`aria-label="Delete or archive Handled"[^>]*href="${at}/removal\\?q=handled"`),
  )
  await change("update app.document set status = 'archived' where id = $1", [id])
  expect(await screen('?q=handled')).not.toContain(id)
  const archived = await screen('?q=handled&type=archived')
  expect(archived).toMatch(new RegExp(`action="${at}/restore\\?q=handled&amp;type=archived"`))
  expect(archived).not.toContain(`${at}/edit`)
})

test('a card shows the picture of its file once there is one, and asks the guarded address for it', async () => {
  const id = await aDocument({ title: 'Pictured' })
  expect(await screen('?q=pictured')).not.toContain('<img')
  await change(
    `insert into app.file_preview (file_id, storage_key, byte_size, sha256, width, height)
     select file_id, 'pictured', 3, repeat('0', 64), 640, 800 from app.document where id = $1`,
    [id],
  )
  expect(await screen('?q=pictured')).toContain(
    `src="/admin-dashboard/documents/${id}/preview?file=1"`,
  )
})

test('a file that could not be opened is shown as such, on its card and its page, once that is known', async () => {
  const id = await aDocument({ title: 'Unreadable scan' })
  const missingFlags = async () =>
    (await Promise.all([screen('?q=unreadable'), screen(`/${id}`)])).map((html) =>
      wordsOf(html).includes('This file could not be opened here'),
    )
  expect(await missingFlags()).toEqual([false, false])
  await change(
    'insert into app.file_preview (file_id) select file_id from app.document where id = $1',
    [id],
  )
  expect(await missingFlags()).toEqual([true, true])
})

test('the page of a document lists its files and its downloads', async () => {
  const id = await aDocument({ title: 'Watched deed', about: 'Sealed copy.' })
  expect(wordsOf(await screen(`/${id}`))).toContain('Not downloaded yet')
  await change(
    `with first as (insert into app.stored_file (storage_key, original_name, media_type, byte_size, sha256)
       values ('first-deed', 'first-deed.pdf', 'application/pdf', 1000, repeat('0', 64)) returning id)
     insert into app.earlier_file select $1, 1, first.id, null, '2026-01-02T10:00:00Z' from first`,
    [id],
  )
  const investor = await anInvestor('Hodan Abdi')
  await asPerson(investor, (actor) => audit(actor, 'download', 'document', id, { file: 1 }))
  const html = await screen(`/${id}`)
  for (const words of [
    'Watched deed',
    'Sealed copy.',
    'first-deed.pdf',
    '2 Jan 2026',
    'Hodan Abdi',
    'Investor',
  ]) {
    expect(wordsOf(html)).toContain(words)
  }
  expect(html).toContain(`href="/admin-dashboard/documents/${id}/files/1"`)
  expect((await ask(`/admin-dashboard/documents/${randomUUID()}`, { cookie })).status).toBe(404)
})

test('MDO-025 a list that could not be read says so and never looks empty', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  await asSuperuser((client) => client.query('revoke select on app.document from msingi_admin'))
  const { html, status } = await ask('/admin-dashboard/documents', { cookie })
  await asSuperuser((client) => client.query('grant select on app.document to msingi_admin'))
  expect(status).toBe(500)
  expect(wordsOf(html)).toContain('Error fetching data Please try again later.')
  expect(html).not.toContain('No documents yet')
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
