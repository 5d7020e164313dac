import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { change } from '../../../tests/database.ts'
import { setStatus } from '../../../tests/investments.ts'
import { listingOf } from '../../../tests/listings.ts'
import { anAdmin, anInvestment, anInvestor, aProject, as, day } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { requestBy } from '../../../tests/requests.ts'
import { wordsOf } from '../../../tests/screens.tsx'
import { anItem } from '../../../tests/verification.ts'
import { cookiesOf, visitTo } from '../../../tests/visits.ts'
import { verificationWithoutFile } from '../../domain/verification/verification-attention.server.ts'
import { setClock } from '../../platform/clock.server.ts'
import { files } from '../../platform/files/files.server.ts'
import { loader as ofPortal } from '../../portal/verification/file/route.ts'
import { usd } from '../../values/money.ts'
import { loader as ofSite } from './verification-file/route.ts'

const admin = await anAdmin()
beforeEach(() => setClock(() => new Date('2026-03-10T12:00:00+03:00')))
afterEach(() => setClock())

const listing = async (projectId: string) => (await listingOf(projectId)).words

const download = (itemId: string, sent: Parameters<typeof visitTo>[1] = {}) =>
  ofSite(
    visitTo(`/verification/${itemId}/file`, { ...sent, params: { itemId } }),
  ) as Promise<Response>
const downloadsOf = async (itemId: string) =>
  (
    await change<{ sum: number }>(
      'select coalesce(sum(downloads), 0)::int as sum from app.verification_download where item_id = $1',
      [itemId],
    )
  ).rows[0]?.sum

test('VERIF-010 (issue 33) the listing names each public item with reference, issuer, days and how to check it; others and empty facts are left out', async () => {
  const projectId = await aProject()
  expect(await listing(projectId)).not.toContain('Verification')
  await anItem(admin, projectId, {
    issuedOn: day('2025-01-20'),
    howToCheck: 'Ask <script>alert(1)</script> them.',
  })
  await anItem(admin, projectId, { kind: 'nca', reference: 'NCA 7', expiresOn: day('2026-03-09') })
  await anItem(admin, projectId, { kind: 'nema', issuer: null, expiresOn: day('2026-12-01') })
  await anItem(admin, projectId, { kind: 'valuation', audience: 'investors' })
  await anItem(admin, projectId, { kind: 'insurance', audience: 'internal' })
  const words = await listing(projectId)
  expect(words).toMatch(
    /Title deed Reference Nairobi\/Block 82\/1204 Issued by Ministry of Lands on 20 Jan 2025 How to check it yourself: Ask &lt;script&gt;alert\(1\)&lt;\/script&gt; them\. Download/,
  )
  expect(words).toMatch(/NCA registration Reference NCA 7.*Expired on 9 Mar 2026/)
  expect(words).toMatch(/NEMA licence Reference [^ ]+ 82\/1204 Valid until 1 Dec 2026/)
  expect(words).not.toMatch(/Valuation|Insurance/)
})

test('VERIF-006 a visitor downloads a public file without signing in, as an attachment, and it is counted once', async () => {
  const itemId = await anItem(admin, await aProject())
  const clientAddress = '198.51.100.9'
  const answer = await download(itemId, { clientAddress })
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('%PDF-1.4')
  expect(answer.headers.get('Content-Disposition')).toContain('attachment; filename="deed.pdf"')
  expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
  await download(itemId, { clientAddress })
  await download(itemId, {
    clientAddress,
    headers: { 'if-none-match': answer.headers.get('ETag') ?? '' },
  })
  expect(await downloadsOf(itemId)).toBe(1)
  await download(itemId, { clientAddress: '198.51.100.10' })
  expect(await downloadsOf(itemId)).toBe(2)
})

test.each(['investors', 'internal'] as const)(
  'VERIF-003 a file that is for %s only is never sent to a visitor, signed in or not, nor counted',
  async (audience) => {
    const projectId = await aProject()
    const itemId = await anItem(admin, projectId, { audience })
    await expect(download(itemId)).rejects.toMatchObject({ status: 404 })
    const person = await anInvestor()
    await setStatus(await anInvestment(person.investorId, projectId, usd('100')), 'active')
    setClock()
    const cookie = await cookiesOf(person)
    await expect(download(itemId, { cookie })).rejects.toMatchObject({ status: 404 })
    expect(await downloadsOf(itemId)).toBe(0)
  },
)

test('VERIF-007 a network that downloads too much is told to wait, and others are served', async () => {
  const itemId = await anItem(admin, await aProject())
  const clientAddress = '198.51.100.77'
  for (let count = 0; count < 60; count += 1) await download(itemId, { clientAddress })
  const refused = await download(itemId, { clientAddress })
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '3600'])
  expect((await download(itemId)).status).toBe(200)
})

test('VERIF-008 a file is not found from the moment its item is for others, removed, or its project withdrawn', async () => {
  const projectId = await aProject()
  const itemId = await anItem(admin, projectId)
  expect((await download(itemId)).status).toBe(200)
  const refused = async (change_: string, undo: string) => {
    await change(change_, [projectId])
    await expect(download(itemId)).rejects.toMatchObject({ status: 404 })
    await change(undo, [projectId])
  }
  const set = (facts: string) => `update app.verification_item set ${facts} where project_id = $1`
  await refused(set("audience = 'investors'"), set("audience = 'public'"))
  await refused(
    'update app.project set published = false where id = $1',
    'update app.project set published = true where id = $1',
  )
  expect((await download(itemId)).status).toBe(200)
  await change(set('removed_at = now()'), [projectId])
  await expect(download(itemId)).rejects.toMatchObject({ status: 404 })
})

test('VERIF-015 (issue 33) a file that is missing from the store is on the dashboard from its first download until it is uploaded again', async () => {
  const missing = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const projectId = await aProject('Sea View')
  const itemId = await anItem(admin, projectId)
  const { rows } = await change<{ key: string; id: string }>(
    `select f.storage_key as key, f.id from app.verification_item v join app.stored_file f on f.id = v.file_id
     where v.id = $1`,
    [itemId],
  )
  const named = async () =>
    (await as(admin, verificationWithoutFile)).filter((row) => row.projectId === projectId)
  await files.remove(rows[0]?.key ?? '')
  expect(await named()).toEqual([])
  for (let time = 0; time < 2; time += 1) expect((await download(itemId)).status).toBe(404)
  expect(await named()).toEqual([{ projectId, project: 'Sea View' }])
  setClock()
  const dashboard = wordsOf(
    (await ask('/admin-dashboard', { cookie: await cookiesOf(admin) })).html,
  )
  expect(dashboard).toMatch(/Verification files are missing .*Sea View/)
  const { rows: versions } = await change(
    'select version from app.verification_item where id = $1',
    [itemId],
  )
  expect(versions).toEqual([{ version: 2 }])
  await change('update app.verification_item set removed_at = now() where id = $1', [itemId])
  expect(await named()).toEqual([])
  missing.mockRestore()
})

test('VERIF-011 (issue 33) an investor of the project finds public and investors-only items on its page, and downloads their files', async () => {
  setClock()
  const projectId = await aProject()
  await anItem(admin, projectId)
  const forInvestors = await anItem(admin, projectId, { kind: 'valuation', audience: 'investors' })
  const hidden = await anItem(admin, projectId, { kind: 'insurance', audience: 'internal' })
  const [person, other] = [await anInvestor(), await anInvestor()]
  const investmentId = await anInvestment(person.investorId, projectId, usd('100'))
  await setStatus(investmentId, 'active')
  const page = await ask(`/investment-dashboard/investments/${investmentId}`, {
    cookie: await cookiesOf(person),
  })
  const words = wordsOf(page.html)
  expect(words).toMatch(/Verification.*Title deed.*Valuation Investors only/)
  expect(words).not.toContain('Insurance')
  const get = (itemId: string, by: typeof person) =>
    ofPortal({
      ...requestBy(by, `/investment-dashboard/verification/${itemId}/file`),
      params: { itemId },
    } as never)
  expect((await get(forInvestors, person)).status).toBe(200)
  await expect(get(hidden, person)).rejects.toMatchObject({ status: 404 })
  await expect(get(forInvestors, other)).rejects.toMatchObject({ status: 404 })
})
