import type { DocumentType } from './document.ts'

type Format = { word: string; endings: readonly string[]; drawing: 'documents' | 'sheet' | 'image' }

const office = 'application/vnd.openxmlformats-officedocument.'
const open = 'application/vnd.oasis.opendocument.'

/** Accepted formats by detected media type. */
const formats: Record<string, Format> = {
  'application/pdf': { word: 'PDF', endings: ['pdf'], drawing: 'documents' },
  [`${office}wordprocessingml.document`]: { word: 'DOCX', endings: ['docx'], drawing: 'documents' },
  [`${office}spreadsheetml.sheet`]: { word: 'XLSX', endings: ['xlsx'], drawing: 'sheet' },
  [`${office}presentationml.presentation`]: {
    word: 'PPTX',
    endings: ['pptx'],
    drawing: 'documents',
  },
  'application/msword': { word: 'DOC', endings: ['doc'], drawing: 'documents' },
  'application/vnd.ms-excel': { word: 'XLS', endings: ['xls'], drawing: 'sheet' },
  'application/vnd.ms-powerpoint': { word: 'PPT', endings: ['ppt'], drawing: 'documents' },
  [`${open}text`]: { word: 'ODT', endings: ['odt'], drawing: 'documents' },
  [`${open}spreadsheet`]: { word: 'ODS', endings: ['ods'], drawing: 'sheet' },
  [`${open}presentation`]: { word: 'ODP', endings: ['odp'], drawing: 'documents' },
  'image/jpeg': {
    word: 'JPG',
    endings: ['jpg', 'jpeg', 'jfif', 'jpe', 'pjpeg', 'pjp'],
    drawing: 'image',
  },
  'image/png': { word: 'PNG', endings: ['png'], drawing: 'image' },
  'image/webp': { word: 'WEBP', endings: ['webp'], drawing: 'image' },
  'image/gif': { word: 'GIF', endings: ['gif'], drawing: 'image' },
  'image/tiff': { word: 'TIFF', endings: ['tif', 'tiff'], drawing: 'image' },
  'image/avif': { word: 'AVIF', endings: ['avif'], drawing: 'image' },
  'image/heic': { word: 'HEIC', endings: ['heic', 'heif'], drawing: 'image' },
  'text/plain': { word: 'TXT', endings: ['txt', 'csv', 'md'], drawing: 'documents' },
}

/** `pixels` is the size of a readable image. */
export type CheckedFile = {
  originalName: string
  mediaType: string | null
  byteSize: bigint
  pixels?: number | null
}
export type FileRefusal = 'empty' | 'format' | 'locked' | 'name' | 'pixels'

/** A larger image would exhaust the memory of a reader's device. */
const mostPixels = 40_000_000

export const fileRefusalSentences: Record<FileRefusal, string> = {
  empty: 'This file is empty. Choose another one.',
  format:
    'This kind of file cannot be uploaded. Choose a PDF, an Office document, an image or plain text.',
  locked: 'This file is protected with a password. Remove the password and choose it again.',
  name: 'The content of this file is not what its name says. Save it again with the right file extension and choose it again.',
  pixels: 'This picture has more than 40 megapixels. Make it smaller and choose it again.',
}

/** What the file picker offers; the server checks the content. */
export const acceptedEndings: string = Object.values(formats)
  .flatMap(({ endings }) => endings.map((ending) => `.${ending}`))
  .join(',')

/** Why a file is refused, or null. Its name must match its format, because systems open files by their ending. */
export function refuseFile({
  originalName,
  mediaType,
  byteSize,
  pixels,
}: CheckedFile): FileRefusal | null {
  if (byteSize === 0n) return 'empty'
  if ((pixels ?? 0) > mostPixels) return 'pixels'
  if (mediaType === 'application/x-encrypted-office') return 'locked'
  const format = mediaType === null ? undefined : formats[mediaType]
  if (!format) return 'format'
  const ending = endingOf(originalName)
  if (ending === null || format.endings.includes(ending)) return null
  // Web pages and scripts are text too, but are never accepted.
  const isKnown = Object.values(formats).some(({ endings }) => endings.includes(ending))
  return mediaType === 'text/plain' && !isKnown ? 'format' : 'name'
}

/** Media types that get a preview. */
export const drawableTypes: readonly string[] = Object.entries(formats)
  .filter(([mediaType, { drawing }]) => drawing === 'image' || mediaType === 'application/pdf')
  .map(([mediaType]) => mediaType)

/** Whether a preview was tried and failed, which suggests a damaged or locked file. HEIC files never get one. */
export function isUnreadable(file: {
  drawn_of: string | null
  width: number | null
  media_type: string
}): boolean {
  return file.drawn_of !== null && file.width === null && file.media_type !== 'image/heic'
}

/** The format in a word: `PDF`, `XLSX`; `File` for a format that is no longer accepted. */
export function formatWord({
  originalName,
  mediaType,
}: {
  originalName: string
  mediaType: string
}): string {
  const format = formats[mediaType]
  if (!format) return 'File'
  const ending = endingOf(originalName)
  return mediaType === 'text/plain' && ending !== null ? ending.toUpperCase() : format.word
}

/** The original name, with an ending added where it had none. */
export function downloadName(originalName: string, mediaType: string): string {
  const ending = formats[mediaType]?.endings[0]
  return ending === undefined || endingOf(originalName) !== null
    ? originalName
    : `${originalName}.${ending}`
}

/** The icon of a document by media type; legal documents show a contract. */
export function documentDrawing(
  documentType: DocumentType,
  mediaType: string,
): 'documents' | 'sheet' | 'image' | 'contract' {
  const drawing = formats[mediaType]?.drawing ?? 'documents'
  return drawing === 'documents' && documentType === 'legal' ? 'contract' : drawing
}

/** Digits after a dot, as in a date or version, are not an ending. */
function endingOf(name: string): string | null {
  const [, ending] = /\.([^.\s]+)[.\s]*$/.exec(name) ?? []
  return ending === undefined || /^\d+$/.test(ending) ? null : ending.toLowerCase()
}
