import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { asSuperuser } from '../../../../tests/database.ts'
import { anAdmin, anInvestor, as } from '../../../../tests/people.ts'
import { requestBy } from '../../../../tests/requests.ts'
import { thrownBy } from '../../../../tests/visits.ts'
import { uploadDocument } from '../../../domain/documents/upload-document.server.ts'
import { loader as officeFile } from '../../../office/documents/file/route.ts'
import { files } from '../../../platform/files/files.server.ts'
import { loader as portalFile } from './route.ts'

const [admin, investor] = [await anAdmin(), await anInvestor()]

/** A document of 1,000 bytes for this investor. */
async function aDocument(): Promise<string> {
  const stored = await files.put(Readable.from([Buffer.alloc(1_000, 'a')]))
  const form = {
    key: randomUUID(),
    title: 'Lease',
    description: null,
    documentType: 'legal' as const,
    projectId: null,
    sharedTax: false,
    audience: 'investor' as const,
    investorId: investor.investorId,
  }
  const file = { ...stored, originalName: 'lease.pdf', mediaType: 'application/pdf' }
  const answer = await as(admin, (actor) => uploadDocument(actor, form, file))
  if ('refused' in answer) throw new Error(answer.refused)
  return answer.documentId
}

async function downloadsOf(id: string): Promise<number> {
  const { rows } = await asSuperuser((client) =>
    client.query("select from app.audit_log where act = 'download' and subject_id = $1", [id]),
  )
  return rows.length
}

/** Moves earlier downloads back by a minute; the audit log itself cannot be changed. */
const aMinuteLater = (id: string) =>
  asSuperuser(async (client) => {
    await client.query('set session_replication_role = replica')
    await client.query(
      "update app.audit_log set at = at - interval '61 seconds' where subject_id = $1",
      [id],
    )
  })

test.each([
  ['the portal', investor, portalFile],
  ['the back office', admin, officeFile],
] as const)(
  'AUTH-201 a download in %s is logged once a minute, in whatever parts it is fetched',
  async (_where, person, load) => {
    const id = await aDocument()
    const ask = async (range: string | null, method = 'GET') => {
      const request = requestBy(person, `/documents/${id}/file`, {
        method,
        headers: range ? { range } : {},
      })
      const answer = await load({ ...request, params: { id } } as Parameters<typeof portalFile>[0] &
        Parameters<typeof officeFile>[0])
      await answer.arrayBuffer()
      return [answer.status, await downloadsOf(id)]
    }
    expect(await ask('bytes=2000-')).toEqual([416, 0])
    expect(await ask(null, 'HEAD')).toEqual([200, 0])
    expect(await ask('bytes=1-')).toEqual([206, 1])
    expect(await ask('bytes=0-99')).toEqual([206, 1])
    expect(await ask('bytes=-1000')).toEqual([206, 1])
    expect(await ask('bytes=1-2,4-5')).toEqual([200, 1])
    expect(await ask(null)).toEqual([200, 1])
    await aMinuteLater(id)
    expect(await ask('bytes=500-')).toEqual([206, 2])
    await aMinuteLater(id)
    const together = ['bytes=0-', 'bytes=1-', 'bytes=2-', null].map((range) => ask(range))
    await Promise.all(together)
    expect(await downloadsOf(id)).toBe(3)
  },
)

test('someone whose session ended is led to sign in and back to the list; a program finds nothing', async () => {
  const path = '/investment-dashboard/documents/0198/file?ticket=7'
  const answerFor = (headers: Record<string, string>) => {
    const args = { ...requestBy(null, path, { headers }), params: { id: '0198' } }
    return thrownBy(portalFile(args as Parameters<typeof portalFile>[0]))
  }
  const toSignIn = { status: 302, location: '/login?next=%2Finvestment-dashboard%2Fdocuments' }
  expect(await answerFor({ 'sec-fetch-mode': 'navigate' })).toEqual(toSignIn)
  expect(await answerFor({ accept: 'text/html,*/*;q=0.8' })).toEqual(toSignIn)
  expect(await answerFor({ 'sec-fetch-mode': 'cors', accept: 'text/html' })).toEqual({
    status: 404,
    location: null,
  })
  expect(await answerFor({})).toEqual({ status: 404, location: null })
})

test("a download in view mode works, and is logged as the administrator's", async () => {
  const id = await aDocument()
  const request = requestBy(admin, `/documents/${id}/file?investorId=${investor.investorId}`)
  const answer = await portalFile({ ...request, params: { id } } as Parameters<
    typeof portalFile
  >[0])
  expect((await answer.arrayBuffer()).byteLength).toBe(1_000)
  const { rows } = await asSuperuser((client) =>
    client.query(
      "select actor, actor_id, after from app.audit_log where act = 'download' and subject_id = $1",
      [id],
    ),
  )
  expect(rows).toEqual([
    { actor: 'admin', actor_id: admin.userId, after: { file: 1, investorId: investor.investorId } },
  ])
})

test('a paper of someone else is not found in the view of this investor', async () => {
  const stranger = await anInvestor()
  const request = requestBy(admin, `/documents/x/file?investorId=${stranger.investorId}`)
  const asking = portalFile({ ...request, params: { id: await aDocument() } } as Parameters<
    typeof portalFile
  >[0])
  expect(await thrownBy(asking)).toMatchObject({ status: 404 })
})
