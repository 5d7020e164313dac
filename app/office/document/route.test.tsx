import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { anAdmin, as } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import { noteMissingFile } from '../../domain/documents/my-files.server.ts'
import { files } from '../../platform/files.server.ts'

test('a document whose file is no longer in the store says so on its page, and once it was missed in the list', async () => {
  const admin = await anAdmin()
  const cookie = await cookiesOf(admin)
  const { key, byteSize, sha256 } = await files.put(Readable.from([Buffer.from('A sale agreement')]))
  const { rows } = await change(
    `with file as (insert into app.stored_file (storage_key, original_name, media_type, byte_size, sha256)
       values ($1, 'agreement.pdf', 'application/pdf', $2, $3) returning id)
     insert into app.document (title, document_type, file_id) select 'Sale agreement', 'legal', id from file returning id`,
    [key, byteSize, sha256],
  )
  const id = rows[0]?.id
  const page = async () => wordsOf((await ask(`/admin-dashboard/documents/${id}`, { cookie })).html)
  expect(await page()).not.toContain('is missing')
  await files.remove(key)
  expect(await page()).toContain('The file of this document is missing. Bring it back from a backup')
  const list = async () => wordsOf((await ask('/admin-dashboard/documents?q=sale+agreement', { cookie })).html)
  const missing = 'The file of this document is missing.'
  expect(await list()).not.toContain(missing)
  await as(admin, (actor) => noteMissingFile(actor, { documentId: String(id), number: 1 }))
  expect(await list()).toContain(missing)
  await files.put(Readable.from([Buffer.from('A sale agreement')]), key)
  expect(await list()).not.toContain(missing)
})
