import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { setStatus } from '../../../tests/investments.ts'
import {
  anAdmin,
  anInvestment,
  anInvestor,
  aProject,
  aStaffMember,
  as,
  asPerson,
  day,
} from '../../../tests/people.ts'
import { anItem, aStoredPdf, deed } from '../../../tests/verification.ts'
import { setClock } from '../../platform/clock.server.ts'
import { type Actor, type GuestActor, transact } from '../../platform/database/database.server.ts'
import { addDays } from '../../values/calendar-date.ts'
import { usd } from '../../values/money.ts'
import {
  addVerification,
  editVerification,
  removeVerification,
} from './change-verification.server.ts'
import { countDownload } from './count-download.server.ts'
import { staleVerification } from './verification-attention.server.ts'
import { verificationState } from './verification-item.ts'
import {
  findVerificationFile,
  listOfficeVerification,
  listPublicVerification,
  listVerification,
} from './verification-items.server.ts'

const admin = await anAdmin()
const noon = '2026-03-10T12:00:00+03:00'
beforeEach(() => setClock(() => new Date(noon)))
afterEach(() => setClock())

function asGuest<Result>(work: (guest: GuestActor) => Promise<Result>) {
  return transact({ role: 'guest' }, work)
}
const inOffice = (projectId: string) =>
  as(admin, (actor) => listOfficeVerification(actor, projectId))
const kindsOf = (entries: { kind: string }[]) => entries.map(({ kind }) => kind)

async function aProjectOfThree(published = true) {
  const projectId = await aProject(`House ${randomUUID()}`, { published })
  return {
    projectId,
    open: await anItem(admin, projectId),
    forInvestors: await anItem(admin, projectId, { kind: 'valuation', audience: 'investors' }),
    hidden: await anItem(admin, projectId, { kind: 'insurance', audience: 'internal' }),
  }
}

describe('who reads an item and its file', () => {
  const seenBy = async (read: (projectId: string) => Promise<{ kind: string }[]>, id: string) =>
    kindsOf(await read(id))
  const files = async (actor: Actor, ids: string[]) =>
    Promise.all(ids.map(async (id) => (await findVerificationFile(actor, id)) !== null))

  test('VERIF-003 (issue 33) a guest reads public items of a published project only, an investor of it those for investors too, the office all', async () => {
    const { projectId, open, forInvestors, hidden } = await aProjectOfThree()
    const ids = [open, forInvestors, hidden]
    const [owner, other] = [await anInvestor(), await anInvestor()]
    await setStatus(await anInvestment(owner.investorId, projectId, usd('100')), 'active')
    const asGuestOf = (id: string) => asGuest((guest) => listVerification(guest, id))
    expect(await seenBy(asGuestOf, projectId)).toEqual(['title-deed'])
    expect(await asGuest((guest) => files(guest, ids))).toEqual([true, false, false])
    const asOther = (id: string) => asPerson(other, (reader) => listVerification(reader, id))
    expect(await seenBy(asOther, projectId)).toEqual(['title-deed'])
    expect(await asPerson(other, (reader) => files(reader, ids))).toEqual([true, false, false])
    const asOwner = (id: string) => asPerson(owner, (reader) => listVerification(reader, id))
    expect(await seenBy(asOwner, projectId)).toEqual(['title-deed', 'valuation'])
    expect(await asPerson(owner, (reader) => files(reader, ids))).toEqual([true, true, false])
    expect(kindsOf(await inOffice(projectId))).toEqual(['title-deed', 'valuation', 'insurance'])
  })

  test('VERIF-003 nothing of a project that is not published, or archived, is public', async () => {
    const { projectId, open } = await aProjectOfThree(false)
    const rowsOf = () =>
      asGuest(({ tx }) =>
        sql<{ rows: number }>`
          select (select count(*) from verification_item where project_id = ${projectId})::int
            + (select count(*) from stored_file f where f.id in (
              select file_id from verification_item where project_id = ${projectId}))::int as rows`.execute(
          tx,
        ),
      ).then(({ rows }) => rows[0]?.rows)
    expect(await rowsOf()).toBe(0)
    expect(await asGuest((guest) => findVerificationFile(guest, open))).toBeNull()
    await change('update app.project set published = true where id = $1', [projectId])
    expect(await asGuest((guest) => findVerificationFile(guest, open))).not.toBeNull()
    expect(await rowsOf()).toBe(2)
    await change('update app.project set archived_at = now() where id = $1', [projectId])
    expect(await asGuest((guest) => findVerificationFile(guest, open))).toBeNull()
  })

  test.each(['pending', 'cancelled'])(
    'VERIF-003 an investor whose investment is %s reads public items only',
    async (status) => {
      const { projectId, forInvestors } = await aProjectOfThree()
      const person = await anInvestor()
      await setStatus(await anInvestment(person.investorId, projectId, usd('100')), status)
      expect(
        await asPerson(person, (reader) => findVerificationFile(reader, forInvestors)),
      ).toBeNull()
    },
  )

  test('VERIF-003 the database lets a guest read no file but those of public items, whatever is asked', async () => {
    const { open } = await aProjectOfThree()
    const { rows } = await asGuest(({ tx }) =>
      sql<{ id: string; entry: string | null }>`
        select f.id, (select v.id from verification_item v where v.file_id = f.id) as entry from stored_file f`.execute(
        tx,
      ),
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every(({ entry }) => entry !== null)).toBe(true)
    expect(rows.map(({ entry }) => entry)).toContain(open)
  })
})

describe('what is stored', () => {
  const facts = { ...deed, kind: 'nca' as const }
  const add = (projectId: string, changes: object = {}, file = true) =>
    aStoredPdf().then((stored) =>
      as(admin, (actor) =>
        addVerification(
          actor,
          projectId,
          { key: randomUUID(), ...facts, ...changes },
          file ? stored : null,
        ),
      ),
    )

  test('VERIF-001 (issue 33) an item is added with and without a file, changed, its file replaced and kept, and removed', async () => {
    const projectId = await aProject()
    expect(await add(projectId, {}, false)).toMatchObject({ fileKey: null })
    const [entry] = await inOffice(projectId)
    expect(entry).toMatchObject({ ...facts, file: null, fileNumber: 0, downloads: 0 })
    const whose = { projectId, itemId: entry?.id ?? '' }
    const edit = async (changes: object, version = entry?.version ?? 0) =>
      as(admin, async (actor) =>
        editVerification(actor, whose, { ...facts, ...changes, version }, await aStoredPdf()),
      )
    expect(await edit({ reference: 'NCA 12' })).toMatchObject({ itemId: whose.itemId })
    expect(await edit({ reference: 'NCA 13' })).toMatchObject({
      refused: 'version-conflict',
      now: { reference: 'NCA 12', fileNumber: 1 },
    })
    const [changed] = await inOffice(projectId)
    await edit({ reference: 'NCA 13' }, changed?.version)
    const { rows } = await change(
      'select number as id from app.verification_file where item_id = $1 order by number',
      [whose.itemId],
    )
    expect(rows.map(({ id }) => Number(id))).toEqual([1, 2])
    const [last] = await inOffice(projectId)
    const remove = (version: number) =>
      as(admin, (actor) => removeVerification(actor, whose, version))
    expect(await remove(1)).toEqual({ refused: 'version-conflict' })
    expect(await remove(last?.version ?? 0)).toEqual({ itemId: whose.itemId })
    expect(await inOffice(projectId)).toEqual([])
    expect(await remove(last?.version ?? 0)).toEqual({ refused: 'not-found' })
  })

  test('VERIF-001 the same key adds one item; another project’s item is not found', async () => {
    const projectId = await aProject()
    const key = randomUUID()
    await add(projectId, { key }, false)
    await add(projectId, { key }, false)
    const [entry, ...more] = await inOffice(projectId)
    expect(more).toEqual([])
    const elsewhere = { projectId: await aProject(), itemId: entry?.id ?? '' }
    expect(
      await as(admin, (actor) => removeVerification(actor, elsewhere, entry?.version ?? 0)),
    ).toEqual({ refused: 'not-found' })
  })

  test('VERIF-004 a day of issue in the future and a file of another kind are refused, and nothing is stored', async () => {
    const projectId = await aProject()
    expect(await add(projectId, { issuedOn: day('2026-03-11') })).toEqual({
      refused: 'in-the-future',
    })
    const file = { ...(await aStoredPdf()), originalName: 'deed.html', mediaType: 'text/html' }
    const input = { key: randomUUID(), ...facts }
    expect(await as(admin, (actor) => addVerification(actor, projectId, input, file))).toEqual({
      refused: 'file',
      because: 'format',
    })
    expect(await inOffice(projectId)).toEqual([])
  })

  test('VERIF-004 the database refuses an expiry before the issue, a nameless other document, a file that was not uploaded for it, and a change of what was removed', async () => {
    const projectId = await aProject()
    const itemId = await anItem(admin, projectId)
    const otherId = await anItem(admin, projectId)
    const set = (changes: string) =>
      change(`update app.verification_item set ${changes} where id = $1`, [itemId])
    await expect(set("issued_on = '2026-02-01', expires_on = '2026-01-31'")).rejects.toThrow(
      'check',
    )
    await expect(set("kind = 'other', title = null")).rejects.toThrow('check')
    await change('update app.verification_item set removed_at = now() where id = $1', [otherId])
    await expect(
      set(
        `file_number = 2, file_id = (select file_id from app.verification_item where id = '${otherId}')`,
      ),
    ).rejects.toThrow()
    await set('removed_at = now()')
    await expect(set('removed_at = null')).rejects.toThrow('do not change')
  })

  test('VERIF-002 only staff who may change projects write items, in the database too', async () => {
    const projectId = await aProject()
    const cashier = await aStaffMember(['cashier'])
    const input = { key: randomUUID(), ...facts }
    await expect(
      as(cashier, (actor) => addVerification(actor, projectId, input, null)),
    ).rejects.toThrow('permission')
    expect(await inOffice(projectId)).toEqual([])
  })

  test('VERIF-009 a project with verification items is archived, not deleted', async () => {
    const projectId = await aProject()
    await anItem(admin, projectId)
    await expect(change('delete from app.project where id = $1', [projectId])).rejects.toThrow()
  })
})

describe('expiry', () => {
  test('VERIF-005 (issue 33) an item is valid on its last day, expired on the next, and expiring for the thirty days before', () => {
    const today = day('2026-03-10')
    const state = (days: number) => verificationState(addDays(today, days), today)
    expect([-1, 0, 30, 31].map(state)).toEqual(['expired', 'expiring', 'expiring', 'valid'])
    expect(verificationState(null, today)).toBe('valid')
  })

  test('VERIF-005 the dashboard counts items by the company’s day, not those removed or of archived projects', async () => {
    const before = await as(admin, staleVerification)
    const projectId = await aProject('Stale House')
    for (const expiresOn of ['2026-03-09', '2026-03-10', '2026-04-09', '2026-04-10'])
      await anItem(admin, projectId, { expiresOn: day(expiresOn) })
    const found = async () => {
      const { count, expired, projects } = await as(admin, staleVerification)
      const mine = projects.filter((row) => row.projectId === projectId)
      return { count: count - before.count, expired: expired - before.expired, mine }
    }
    const mine = [{ projectId, project: 'Stale House', count: 3 }]
    expect(await found()).toEqual({ count: 3, expired: 1, mine })
    // Half past midnight in Nairobi is still the day before in UTC.
    setClock(() => new Date('2026-03-10T21:30:00Z'))
    expect(await found()).toMatchObject({ count: 4, expired: 2 })
    const [first] = await inOffice(projectId)
    const whose = { projectId, itemId: first?.id ?? '' }
    await as(admin, (actor) => removeVerification(actor, whose, first?.version ?? 0))
    expect(await found()).toMatchObject({ count: 3 })
    await change('update app.project set archived_at = now() where id = $1', [projectId])
    expect(await found()).toMatchObject({ count: 0, mine: [] })
  })
})

describe('downloads of visitors', () => {
  test('VERIF-006 (issue 33) downloads are counted by day without who it was, and only of public items', async () => {
    const { projectId, open, forInvestors } = await aProjectOfThree()
    for (const id of [open, open, forInvestors]) await asGuest((guest) => countDownload(guest, id))
    setClock(() => new Date('2026-03-11T12:00:00+03:00'))
    await asGuest((guest) => countDownload(guest, open))
    const counts = (await inOffice(projectId)).map(({ downloads }) => downloads)
    expect(counts).toEqual([3, 0, 0])
    const { rows } = await change<{ kept: string }>(
      'select string_agg(d::text, $2 order by d.day) as kept from app.verification_download d where item_id = $1',
      [open, ' '],
    )
    expect(rows[0]?.kept).toBe(`(${open},2026-03-10,2) (${open},2026-03-11,1)`)
  })

  test('VERIF-008 (issue 33) an item that is public no longer is on no public page, and its file is not found', async () => {
    const { projectId, open } = await aProjectOfThree()
    const { rows } = await change('select slug as id from app.project where id = $1', [projectId])
    const slug = rows[0]?.id ?? ''
    const listed = () => asGuest((guest) => listPublicVerification(guest, slug))
    expect(kindsOf(await listed())).toEqual(['title-deed'])
    const [entry] = await inOffice(projectId)
    const internal = { ...deed, audience: 'internal' as const, version: entry?.version ?? 0 }
    await as(admin, (actor) => editVerification(actor, { projectId, itemId: open }, internal, null))
    expect(await listed()).toEqual([])
    expect(await asGuest((guest) => findVerificationFile(guest, open))).toBeNull()
  })
})
