import { expect, test } from 'vitest'
import {
  documentDrawing,
  downloadName,
  fileRefusalSentences,
  formatWord,
  refuseFile,
} from './document-file.ts'

test('INV-040 the drawing goes by the checked media type, and a legal paper is a contract (W-33)', () => {
  const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  expect(documentDrawing('legal', 'application/pdf')).toBe('contract')
  expect(documentDrawing('legal', 'text/plain')).toBe('contract')
  expect(documentDrawing('legal', 'image/png')).toBe('image')
  expect(documentDrawing('legal', xlsx)).toBe('sheet')
  expect(documentDrawing('tax', 'application/pdf')).toBe('documents')
  expect(documentDrawing('financial', xlsx)).toBe('sheet')
  expect(documentDrawing('report', 'application/x-of-long-ago')).toBe('documents')
})

test('a name may say nothing about its format, or the truth', () => {
  const judge = (originalName: string, mediaType: string | null) =>
    refuseFile({ originalName, mediaType, byteSize: 1n })
  expect(judge('Lease', 'application/pdf')).toBeNull()
  expect(judge('Lease v1.2 final.PDF', 'application/pdf')).toBeNull()
  expect(judge('photo.jpeg', 'image/jpeg')).toBeNull()
  expect(judge('photo.jpeg', 'image/png')).toBe('name')
  expect(judge('report.pdf.exe', 'application/pdf')).toBe('name')
  expect(judge('report.exe.', 'application/pdf')).toBe('name')
  expect(judge('page.html', 'text/plain')).toBe('format')
  expect(judge('page.pdf', 'text/plain')).toBe('name')
  expect(judge('drawing.svg', 'application/xml')).toBe('format')
  expect(judge('macro.docm', 'application/vnd.ms-word.document.macroenabled.12')).toBe('format')
})

test('DATA-412 a file under a password is refused with that reason', () => {
  const mediaType = 'application/x-encrypted-office'
  expect(refuseFile({ originalName: 'budget.xlsx', mediaType, byteSize: 1n })).toBe('locked')
  expect(fileRefusalSentences.locked).toBe(
    'This file is protected with a password. Remove the password and choose it again.',
  )
})

test('DATA-413 the other endings of a JPEG are its endings, and figures behind a dot are none', () => {
  const judge = (originalName: string, mediaType: string) =>
    refuseFile({ originalName, mediaType, byteSize: 1n })
  for (const ending of ['jfif', 'jpe', 'JPE', 'pjpeg', 'pjp'])
    expect(judge(`slip.${ending}`, 'image/jpeg')).toBeNull()
  for (const name of ['Scan 31.03.2026', 'Lease v1.2', 'Unit 4.10.', 'Scan 31.03.2026.pdf']) {
    expect(judge(name, 'application/pdf')).toBeNull()
  }
  expect(downloadName('Scan 31.03.2026', 'application/pdf')).toBe('Scan 31.03.2026.pdf')
  expect(judge('slip.pdf.download', 'application/pdf')).toBe('name')
  expect(judge('setup.7z', 'application/pdf')).toBe('name')
})

test('a file is saved under its own name, with an ending', () => {
  expect(downloadName('Lease', 'application/pdf')).toBe('Lease.pdf')
  expect(downloadName('Lease.PDF', 'application/pdf')).toBe('Lease.PDF')
  expect(formatWord({ originalName: 'list.csv', mediaType: 'text/plain' })).toBe('CSV')
  expect(formatWord({ originalName: 'Lease', mediaType: 'application/pdf' })).toBe('PDF')
})
