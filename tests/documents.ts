import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { DocumentType } from '../app/domain/documents/document.ts'
import { uploadDocument } from '../app/domain/documents/upload-document.server.ts'
import { config } from '../app/platform/config.server.ts'
import { files } from '../app/platform/files/files.server.ts'
import { asSuperuser, change } from './database.ts'
import { as, type Person } from './people.ts'

export const aFile = (
  originalName = 'paper.pdf',
  mediaType: string | null = 'application/pdf',
  byteSize = 1234n,
) => ({
  key: `ab/${randomUUID()}`,
  originalName,
  mediaType,
  byteSize,
  sha256: 'a'.repeat(64),
})

export type Admin = Parameters<typeof as>[0]

export type Wish = {
  title?: string
  description?: string | null
  documentType?: DocumentType
  projectId?: string | null
  investor?: Person
  audience?: 'investor'
  sharedTax?: boolean
  key?: string
  file?: ReturnType<typeof aFile>
}

export function upload(admin: Admin, { investor, file = aFile(), ...wish }: Wish) {
  const form = {
    key: randomUUID(),
    title: 'Lease',
    description: null,
    documentType: 'legal' as const,
    projectId: null,
    sharedTax: false,
    audience: investor ? ('investor' as const) : ('project' as const),
    investorId: investor?.investorId ?? null,
    ...wish,
  }
  return as(admin, (actor) => uploadDocument(actor, form, file))
}

export async function uploaded(admin: Admin, wish: Wish): Promise<string> {
  const answer = await upload(admin, wish)
  if ('refused' in answer) throw new Error(answer.refused)
  return answer.documentId
}

/** Rows of documents, rows of files, and files in the store. */
export async function storedCounts(): Promise<number[]> {
  const counts = await asSuperuser(async (client) => {
    const { rows } = await client.query<{ documents: string; files: string }>(
      'select (select count(*) from app.document) as documents, (select count(*) from app.stored_file) as files',
    )
    return [Number(rows[0]?.documents), Number(rows[0]?.files)]
  })
  const names = await readdir(join(config.dataDir, 'files'), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => [])
  return [...counts, names.filter((name) => name.isFile()).length]
}

export async function lastDocument(): Promise<string> {
  return asSuperuser(async (client) => {
    const { rows } = await client.query<{ id: string }>(
      'select id from app.document order by uploaded_at desc limit 1',
    )
    return rows[0]?.id ?? ''
  })
}

export async function aStoredText(text: string): Promise<{ id: string; key: string }> {
  const { key, byteSize, sha256 } = await files.put(Readable.from([Buffer.from(text)]))
  const { rows } = await change<{ id: string }>(
    `insert into app.stored_file (storage_key, original_name, media_type, byte_size, sha256)
     values ($1, 'paper.txt', 'text/plain', $2, $3) returning id`,
    [key, byteSize, sha256],
  )
  return { id: rows[0]?.id ?? '', key }
}
