import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { MyDocument } from '../../domain/documents/documents.server.ts'
import MyDocuments from './route.tsx'

const aDocument: MyDocument = {
  id: 'one',
  title: 'Title deed',
  documentType: 'legal',
  project: 'Corner Plaza',
  uploadedAt: new Date('2026-11-12T10:00:00Z'),
  originalName: 'deed.pdf',
  mediaType: 'application/pdf',
  byteSize: 860_000,
}

function screen(documents: MyDocument[], q = '') {
  const counts = { legal: documents.length, financial: 0, tax: 0, report: 0, project: 0 }
  const loaderData = { documents, counts, total: documents.length, page: 1, pageSize: 20, q, type: null }
  const Screen = createRoutesStub([
    { path: '/', Component: () => <MyDocuments {...({ loaderData } as Parameters<typeof MyDocuments>[0])} /> },
  ])
  return renderToStaticMarkup(<Screen initialEntries={['/']} />).replaceAll('<!-- -->', '')
}

test('INV-037 INV-039 My Documents is a table of five columns, each row with a real download', () => {
  const html = screen([aDocument])
  expect(html).toContain('My Documents')
  const heads = [...html.matchAll(/<th [^>]*>([^<]*)/g)].map(([, head]) => head)
  expect(heads).toEqual(['Document', 'Type', 'Project', 'Date', 'Action'])
  for (const words of ['Title deed', 'PDF, 860 KB', 'Legal Document', 'Corner Plaza', '12 Nov 2026']) {
    expect(html).toContain(words)
  }
  expect(html).toMatch(/<a href="\/investment-dashboard\/documents\/one\/file"[^>]*aria-label="Download Title deed"/)
})

test('INV-042 without documents there is the empty text', () => {
  expect(screen([])).toContain('No documents available for your investments')
})
