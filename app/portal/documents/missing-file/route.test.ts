import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { change } from '../../../../tests/database.ts'
import { anAdmin, anInvestor, as } from '../../../../tests/people.ts'
import { ask } from '../../../../tests/product.tsx'
import { requestBy } from '../../../../tests/requests.ts'
import { cookiesOf } from '../../../../tests/visits.ts'
import { documentsWithoutFile } from '../../../domain/documents/my-files.server.ts'
import { uploadDocument } from '../../../domain/documents/upload-document.server.ts'
import { loader as officePreview } from '../../../office/documents/$document/preview/route.ts'
import { loader as officeFile } from '../../../office/documents/file/route.ts'
import { loader as officeReceipt } from '../../../office/receipt-pdf/route.ts'
import { loader as officeStatement } from '../../../office/statement-pdf/route.ts'
import { files } from '../../../platform/files/files.server.ts'
import { loader as portalReceipt } from '../../receipt/pdf/route.ts'
import { loader as portalStatement } from '../../statements/$statement/pdf/route.ts'
import { loader as portalFile } from '../file/route.ts'

const [admin, investor, stranger] = [await anAdmin(), await anInvestor(), await anInvestor()]
await change(`update app.company set facts = facts || '{"supportEmail": "help@msingi.test"}'`)

/** A document whose file was removed from the store; `putBack` restores it. */
async function aLostDocument() {
  const bytes = Buffer.from('Lease')
  const stored = await files.put(Readable.from([bytes]))
  const about = {
    title: 'Lease',
    description: null,
    documentType: 'legal' as const,
    projectId: null,
    sharedTax: false,
  }
  const audience = { audience: 'investor' as const, investorId: investor.investorId }
  const file = { ...stored, originalName: 'lease.pdf', mediaType: 'application/pdf' }
  const answer = await as(admin, (actor) =>
    uploadDocument(actor, { key: randomUUID(), ...about, ...audience }, file),
  )
  if ('refused' in answer) throw new Error(answer.refused)
  await files.remove(stored.key)
  return { id: answer.documentId, putBack: () => files.put(Readable.from([bytes]), stored.key) }
}

type Load = typeof portalFile & typeof officeFile
const looks = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

/** The response for a browser or for a program. */
async function askForFile(
  load: unknown,
  who: typeof admin | typeof investor,
  id: string,
  headers = {},
  query = '',
) {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const args = {
    ...requestBy(who, `/file${query}`, { headers }),
    params: { id },
  } as Parameters<Load>[0]
  const answer = await (load as Load)(args)
  return {
    status: answer.status,
    location: answer.headers.get('location'),
    text: await answer.text(),
  }
}

test('who opens a document whose file is gone is led to a page of the portal that says so; a program reads a sentence', async () => {
  const { id, putBack } = await aLostDocument()
  expect(await askForFile(portalFile, investor, id)).toMatchObject({
    status: 404,
    location: null,
    text: expect.stringContaining('This file is missing from our storage.'),
  })
  const { location } = await askForFile(portalFile, investor, id, looks)
  expect(location).toBe(`/investment-dashboard/documents/${id}/missing-file`)
  const page = await ask(location ?? '', { cookie: await cookiesOf(investor) })
  expect(page.status).toBe(404)
  for (const words of [
    'This file cannot be found',
    'lease.pdf',
    'mailto:help@msingi.test',
    'My Documents',
    '/file',
  ])
    expect(page.html).toContain(words)
  expect((await as(admin, documentsWithoutFile)).map((document) => document.id)).toContain(id)

  expect((await ask(location ?? '', { cookie: await cookiesOf(stranger) })).status).toBe(404)
  expect((await ask(location ?? '', { cookie: await cookiesOf(stranger) })).html).not.toContain(
    'lease.pdf',
  )
  await putBack()
  const again = await ask(location ?? '', { cookie: await cookiesOf(investor) })
  expect([again.status, again.html.includes('This file is available again')]).toEqual([200, true])
})

test('an administrator who looks on stays in that view; one in the office gets the page there, and the dashboard tells', async () => {
  const { id } = await aLostDocument()
  const query = `?investorId=${investor.investorId}`
  const viewed = await askForFile(portalFile, admin, id, looks, query)
  expect(viewed.location).toBe(`/investment-dashboard/documents/${id}/missing-file${query}`)
  expect((await ask(viewed.location ?? '', { cookie: await cookiesOf(admin) })).html).toContain(
    `/file${query}`,
  )

  const other = await aLostDocument()
  const { location } = await askForFile(officeFile, admin, other.id, looks)
  expect(location).toBe(`/admin-dashboard/documents/${other.id}/missing-file?of=file`)
  const page = await ask(location ?? '', { cookie: await cookiesOf(admin) })
  expect([page.status, page.html.includes('choose the file again under Edit')]).toEqual([404, true])
  expect((await as(admin, documentsWithoutFile)).map((document) => document.id)).toContain(other.id)
})

test('who looks at a paper or file that does not exist is led to a page with a way back; a program reads a sentence', async () => {
  const [portal, office, nobodys] = ['/investment-dashboard', '/admin-dashboard', randomUUID()]
  const view = `?investorId=${investor.investorId}`
  for (const [load, who, params, page, query] of [
    [
      portalReceipt,
      investor,
      { receiptNumber: 'R-2026-999999' },
      `${portal}/receipts/R-2026-999999`,
      '',
    ],
    [
      portalReceipt,
      admin,
      { receiptNumber: 'R-2026-999999' },
      `${portal}/receipts/R-2026-999999${view}`,
      view,
    ],
    [portalStatement, investor, { statementId: nobodys }, `${portal}/statements/${nobodys}`, ''],
    [portalFile, investor, { id: 'none' }, `${portal}/documents/none/missing-file`, ''],
    [
      officeReceipt,
      admin,
      { receiptNumber: 'R-2026-999999' },
      `${office}/receipts/R-2026-999999`,
      '',
    ],
    [officeStatement, admin, { statementId: nobodys }, `${office}/statements/${nobodys}`, ''],
    [officeFile, admin, { id: nobodys }, `${office}/documents/${nobodys}/missing-file?of=file`, ''],
  ] as const) {
    const answerTo = async (headers: Record<string, string>) => {
      const args = { ...requestBy(who, `/file${query}`, { headers }), params }
      return (load as Load)(args as unknown as Parameters<Load>[0]).catch(
        (thrown: Response) => thrown,
      )
    }
    const plain = await answerTo({})
    expect([plain.status, await plain.text()], page).toEqual([
      404,
      expect.stringContaining('This page doesn’t exist'),
    ])
    expect((await answerTo(looks)).headers.get('location')).toBe(page)
    const { status, html } = await ask(page, { cookie: await cookiesOf(who) })
    expect([status, html], page).toEqual([404, expect.stringContaining('Return to the dashboard')])
  }
})

test('the picture of a document that is gone leads to the same page, which tries the picture again', async () => {
  const { id } = await aLostDocument()
  const drawn = await files.put(Readable.from([Buffer.from('A picture')]))
  await change(
    `insert into app.file_preview (file_id, storage_key, byte_size, sha256, width, height)
     select file_id, $2, $3, $4, 10, 10 from app.document where id = $1`,
    [id, drawn.key, drawn.byteSize, drawn.sha256],
  )
  await files.remove(drawn.key)
  const { location } = await askForFile(officePreview, admin, id, looks)
  const page = await ask(location ?? '', { cookie: await cookiesOf(admin) })
  expect([page.status, page.html.includes(`/admin-dashboard/documents/${id}/preview`)]).toEqual([
    404,
    true,
  ])
})
