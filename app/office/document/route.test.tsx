import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { anAdmin } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import { files } from '../../platform/files.server.ts'

test('a document whose file is no longer in the store says so on its page', async () => {
  const cookie = await cookiesOf(await anAdmin())
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
})
