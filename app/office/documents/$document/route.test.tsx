import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { change } from '../../../../tests/database.ts'
import { anAdmin, anInvestor, as } from '../../../../tests/people.ts'
import { ask } from '../../../../tests/product.tsx'
import { wordsOf } from '../../../../tests/screens.tsx'
import { cookiesOf, visitTo } from '../../../../tests/visits.ts'
import { recordMissingFile } from '../../../domain/documents/my-files.server.ts'
import { files } from '../../../platform/files/files.server.ts'
import { loader as readPreview } from './preview/route.ts'

test('a document whose file is no longer in the store says so on its page, and once it was missed in the list', async () => {
  const admin = await anAdmin()
  const cookie = await cookiesOf(admin)
  const { key, byteSize, sha256 } = await files.put(
    Readable.from([Buffer.from('A sale agreement')]),
  )
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
  expect(await page()).toContain('The file of this document is missing. Restore it from a backup')
  const list = async () =>
    wordsOf((await ask('/admin-dashboard/documents?q=sale+agreement', { cookie })).html)
  const missing = 'The file of this document is missing.'
  expect(await list()).not.toContain(missing)
  await as(admin, (actor) => recordMissingFile(actor, { documentId: String(id), number: 1 }))
  expect(await list()).toContain(missing)
  await files.put(Readable.from([Buffer.from('A sale agreement')]), key)
  expect(await list()).not.toContain(missing)
})

test('MDO-017 (W-34) the picture of a document is shown to administrators, and kept by no cache', async () => {
  const admin = await anAdmin()
  const [picture, original] = [Buffer.from('A small picture'), Buffer.from('A passport')]
  const [small, whole] = [
    await files.put(Readable.from([picture])),
    await files.put(Readable.from([original])),
  ]
  const investor = await anInvestor('Ikran Abdi')
  const { rows } = await change(
    `with file as (insert into app.stored_file (storage_key, original_name, media_type, byte_size, sha256)
       values ($1, 'passport.pdf', 'application/pdf', $2, $3) returning id),
     picture as (insert into app.file_preview (file_id, storage_key, byte_size, sha256, width, height)
       select id, $4, $5, $6, 640, 800 from file)
     insert into app.document (title, document_type, investor_id, file_id) select 'Passport', 'legal', $7, id from file returning id`,
    [
      whole.key,
      whole.byteSize,
      whole.sha256,
      small.key,
      small.byteSize,
      small.sha256,
      investor.investorId,
    ],
  )
  const path = `/admin-dashboard/documents/${rows[0]?.id}/preview`
  const params = { id: String(rows[0]?.id) }
  const own = await readPreview(visitTo(path, { cookie: await cookiesOf(admin), params }))
  expect([own.status, await own.text()]).toEqual([200, 'A small picture'])
  expect(own.headers.get('cache-control')).toContain('no-store')
  // Also not for the document's own investor: the portal has no previews.
  const strangers = [await cookiesOf(investor), await cookiesOf(await anInvestor()), '']
  for (const cookie of strangers) {
    expect(await ask(path, { cookie })).toMatchObject({ status: 404, location: null })
  }
})
