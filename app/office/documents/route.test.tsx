import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { type DocumentType, documentTypes } from '../../domain/documents/document.ts'
import type { ListedDocument } from '../../domain/documents/documents.server.ts'
import { DocumentFields } from './new/document-fields.tsx'
import ManageDocuments from './route.tsx'

const counts = { legal: 1, financial: 2, tax: 3, report: 4, project: 5 }

function aDocument(documentType: DocumentType, more: Partial<ListedDocument> = {}): ListedDocument {
  return {
    id: documentType,
    title: `Paper <${documentType}>`,
    description: 'What it is about.',
    documentType,
    project: 'Corner Plaza',
    uploadedAt: new Date('2026-11-12T10:00:00Z'),
    originalName: 'paper.pdf',
    mediaType: 'application/pdf',
    byteSize: 4_200_000,
    audience: 'project',
    investor: null,
    cover: null,
    ...more,
  }
}

function screen(documents: ListedDocument[], q = '') {
  const loaderData = { documents, counts, total: documents.length, page: 1, pageSize: 12, q, type: null }
  const Screen = createRoutesStub([
    { path: '/', Component: () => <ManageDocuments {...({ loaderData } as Parameters<typeof ManageDocuments>[0])} /> },
  ])
  return renderToStaticMarkup(<Screen initialEntries={['/']} />)
}

test('MDO-003 MDO-006 the filter names the types in the plural, a card in the singular', () => {
  const html = screen(documentTypes.map((type) => aDocument(type)))
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

test('MDO-004 MDO-005 a card shows title, description, type, project or No Project, day, and who it is for', () => {
  const html = screen([
    aDocument('legal'),
    aDocument('tax', { project: null, audience: 'investor', investor: 'Hodan Abdi' }),
    aDocument('report', { project: null, audience: 'administrators' }),
  ])
  for (const words of [
    'Paper &lt;legal&gt;',
    'What it is about.',
    'Corner Plaza',
    'No Project',
    '12 Nov 2026',
    'PDF, 4.2 MB',
    'For investors of the project',
    'For Hodan Abdi only',
    'For administrators only',
    'href="/admin-dashboard/documents/legal/file"',
  ]) {
    expect(html.replaceAll('<!-- -->', '')).toContain(words)
  }
})

test('MDO-010 a search without matches says so', () => {
  expect(screen([], 'zzz')).toContain('No documents found matching your search')
})

test('MDO-013 the type preselected in the dialog is legal, and it says who sees a paper without a project', () => {
  const Fields = createRoutesStub([
    {
      path: '/',
      Component: () => <DocumentFields projects={[]} investors={[]} uploadLimitBytes={26_214_400} reply={undefined} />,
    },
  ])
  const html = renderToStaticMarkup(<Fields initialEntries={['/']} />)
  expect(html).toContain('<option value="legal" selected="">')
  expect(html).toContain('Without a project and an investor, only administrators can see it')
  expect(html).toContain('up to 25 MB')
})
