import { z } from 'zod'
import { documentTypeLabels } from '../../../domain/documents/document.ts'
import type { DocumentInFull } from '../../../domain/documents/document-in-full.server.ts'
import { type ConcurrentChange, mergeTyped } from '../../../values/concurrent-change.ts'
import type { FormReply } from '../../../values/form.ts'
import type { DocumentValues } from '../parts/document-fields.tsx'

export function valuesOf({
  title,
  description,
  documentType,
  project,
  investor,
}: DocumentInFull): DocumentValues {
  return {
    title,
    description: description ?? '',
    documentType,
    projectId: project?.id ?? '',
    audience: investor ? 'investor' : 'project',
    investorId: investor?.id ?? '',
  }
}

const labels: Record<string, string> = {
  title: 'Title',
  description: 'Description',
  documentType: 'Type',
  projectId: 'Project',
  audience: 'Who can see it',
  investorId: 'Investor',
  file: 'File',
}

export const documentLabelOf = (name: string): string => labels[name] ?? name

function wordsOf(document: DocumentInFull): Record<string, string> {
  const { project, investor, audience, file } = document
  const audiences = {
    project: 'Investors of the project',
    investor: 'One investor',
    administrators: 'Administrators only',
  }
  return {
    ...valuesOf(document),
    documentType: documentTypeLabels[document.documentType],
    projectId: project?.name ?? 'No Project',
    audience: audiences[audience],
    investorId: investor?.name ?? '',
    file: `${file.originalName}, version ${file.number}`,
  }
}

/** The values a form was opened with, which it submits along: as field values and in words. */
export function openedWith(document: DocumentInFull): string {
  return JSON.stringify({ fields: fieldsOf(document), words: wordsOf(document) })
}

const fieldsOf = (document: DocumentInFull) => ({
  ...valuesOf(document),
  file: String(document.file.number),
})

const OpenedSchema = z.object({
  fields: z.record(z.string(), z.string()),
  words: z.record(z.string(), z.string()),
})

/**
 * Merges another administrator's changes into fields this person left unchanged. Choosing a file
 * counts as a change; `fileName` is the file shown afterwards.
 */
export function mergeVersions(
  typed: FormReply['values'],
  now: DocumentInFull,
  chosen: string | null,
) {
  const opened = readOpened(typed.opened)
  const mine = Object.entries({ ...typed, file: chosen ?? opened.fields.file ?? '' })
  const { fields, changes } = mergeTyped({
    opened: opened.fields,
    stored: fieldsOf(now),
    // Browsers submit line breaks as CRLF.
    typed: Object.fromEntries(mine.map(([name, text]) => [name, text.replaceAll('\r\n', '\n')])),
  })
  const words = wordsOf(now)
  const inWords = changes.map(
    ({ name, before, now: is, kept }): ConcurrentChange => ({
      name,
      before: opened.words[name] ?? before,
      now: words[name] ?? is,
      kept,
    }),
  )
  return {
    values: {
      ...fields,
      version: String(now.version),
      opened: openedWith(now),
      fileName: now.file.originalName,
    },
    changes: inWords,
  }
}

function readOpened(sent: string | undefined): z.output<typeof OpenedSchema> {
  try {
    return OpenedSchema.parse(JSON.parse(sent ?? ''))
  } catch {
    return { fields: {}, words: {} }
  }
}
