import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { asSuperuser, change } from '../../../../../tests/database.ts'
import {
  anAdmin,
  anInvestment,
  anInvestor,
  aProject,
  asPerson,
} from '../../../../../tests/people.ts'
import { formOf, requestBy } from '../../../../../tests/requests.ts'
import { htmlOf, wordsOf } from '../../../../../tests/screens.tsx'
import { findPictureFile } from '../../../../domain/projects/picture-file.server.ts'
import { usd } from '../../../../values/money.ts'
import { action as edit, loader as editLoader } from './edit/route.tsx'
import { action as report } from './new/route.tsx'
import { action as addPicture } from './pictures/new/route.tsx'
import { action as removePicture } from './pictures/remove/route.tsx'
import { action as remove } from './remove/route.tsx'
import ProgressUpdates, { loader, action as savePromise } from './route.tsx'

const admin = await anAdmin()
type Who = Parameters<typeof requestBy>[0]
type Params = { projectId: string; updateId?: string; pictureId?: string }

function argsOf(params: Params, fields: Record<string, string | File> | null, by: Who = admin) {
  const path = `/admin-dashboard/projects/${params.projectId}/updates`
  const sent = fields ? { method: 'POST', body: formOf(fields) } : {}
  return { ...requestBy(by, path, sent), params } as never
}

const typed = { datedOn: '2026-03-01', percent: '40', body: 'The roof is on.\nIt is tight.' }
const send = (projectId: string, fields: Record<string, string> = {}, by: Who = admin) =>
  report(argsOf({ projectId }, { key: randomUUID(), ...typed, ...fields }, by))
const load = (projectId: string, by: Who = admin) => loader(argsOf({ projectId }, null, by))

function toastOf(answer: unknown) {
  if (!(answer instanceof Response)) throw new Error('no redirect')
  return decodeURIComponent(answer.headers.get('Set-Cookie') ?? '')
}

async function reported() {
  const projectId = await aProject()
  await send(projectId)
  const { updates } = await load(projectId)
  return { projectId, updateId: updates[0]?.id ?? '' }
}

test('an update is reported, listed with its day and percent, corrected and removed, each with its toast', async () => {
  const projectId = await aProject()
  expect(toastOf(await send(projectId))).toContain('"title":"Progress reported"')
  const loaded = await load(projectId)
  const words = wordsOf(
    htmlOf(ProgressUpdates, `/admin-dashboard/projects/${projectId}/updates`, loaded),
  )
  expect(words).toMatch(/1 Mar 2026 40\s?% built/)
  expect(words).toContain('The roof is on. It is tight.')
  const params = { projectId, updateId: loaded.updates[0]?.id ?? '' }
  const changed = await edit(argsOf(params, { version: '1', ...typed, percent: '45' }))
  expect(toastOf(changed)).toContain('"title":"Update changed"')
  expect((await load(projectId)).updates).toMatchObject([{ percent: 45, version: 2 }])
  expect(await remove(argsOf(params, { version: '1' }))).toMatchObject({ init: { status: 422 } })
  expect(toastOf(await remove(argsOf(params, { version: '2' })))).toContain(
    '"title":"Update removed"',
  )
  expect((await load(projectId)).total).toBe(0)
})

test.each([
  ['datedOn', '', 'Enter the date of the update.'],
  ['datedOn', '2199-01-01', expect.stringContaining('This date is in the future.')],
  ['percent', '101', 'Progress is a whole number from 0 to 100.'],
  ['percent', ' ', 'Enter the progress, from 0 to 100.'],
  ['body', ' ', 'Write what has been done.'],
  ['body', 'x'.repeat(4001), 'Please keep this to 4000 characters.'],
])(
  '%s as "%.12s" is refused next to its field, and what was typed stays',
  async (name, value, why) => {
    const projectId = await aProject()
    const refused = {
      data: { reply: { errors: { [name]: why }, values: { [name]: value } } },
      init: { status: 422 },
    }
    expect(await send(projectId, { [name]: value })).toMatchObject(refused)
    expect((await load(projectId)).total).toBe(0)
    const params = await reported()
    expect(await edit(argsOf(params, { version: '1', ...typed, [name]: value }))).toMatchObject(
      refused,
    )
  },
)

test('what someone else changed in the meantime is shown next to what was typed, and may then be saved', async () => {
  const params = await reported()
  const opened = { datedOn0: typed.datedOn, percent0: typed.percent, body0: typed.body }
  await edit(argsOf(params, { version: '1', ...opened, ...typed, percent: '50' }))
  const refused = await edit(argsOf(params, { version: '1', ...opened, ...typed, body: 'Mine' }))
  if (refused instanceof Response) throw new Error('stored')
  expect(refused.data).toHaveProperty('changes', [
    { name: 'percent', before: '40', now: '50', kept: false },
  ])
  expect(refused.data.reply.values).toMatchObject({ percent: '50', body: 'Mine', version: '2' })
  expect(await edit(argsOf(params, refused.data.reply.values))).toBeInstanceOf(Response)
})

test('a fault says so, keeps what was typed and stores nothing', async () => {
  const projectId = await aProject()
  await asSuperuser((client) =>
    client.query('revoke insert on app.project_update from msingi_admin'),
  )
  const refused = await send(projectId)
  await asSuperuser((client) => client.query('grant insert on app.project_update to msingi_admin'))
  expect(refused).toMatchObject({
    data: {
      reply: { values: { percent: '40', datedOn: '2026-03-01' } },
      toast: { title: 'Failed to report progress' },
    },
    init: { status: 500 },
  })
  expect((await load(projectId)).total).toBe(0)
})

test('updates are an administrator’s to write, and those of another project are not there', async () => {
  const investor = await anInvestor()
  const { projectId, updateId } = await reported()
  await expect(load(projectId, investor)).rejects.toMatchObject({ status: 302 })
  await expect(send(projectId, {}, investor)).rejects.toMatchObject({ init: { status: 404 } })
  for (const unknown of [await aProject(), randomUUID(), 'nothing']) {
    const params = { projectId: unknown, updateId }
    await expect(editLoader(argsOf(params, null))).rejects.toMatchObject({ init: { status: 404 } })
    await expect(edit(argsOf(params, { version: '1', ...typed }))).rejects.toMatchObject({
      init: { status: 404 },
    })
    await expect(remove(argsOf(params, { version: '1' }))).rejects.toMatchObject({
      init: { status: 404 },
    })
  }
  const { rows } = await change('select id from app.project_update where id = $1', [updateId])
  expect(rows).toHaveLength(1)
})

test('an update has its own pictures, which its investors may see and which go for good', async () => {
  const params = await reported()
  const pixels = sharp({ create: { width: 90, height: 60, channels: 3, background: 'teal' } })
  const picture = new File([await pixels.jpeg().toBuffer()], 'roof.jpg')
  const fields = { key: randomUUID(), alt: 'The roof', picture }
  expect(toastOf(await addPicture(argsOf(params, fields)))).toContain('"title":"Image uploaded"')
  const [update] = (await load(params.projectId)).updates
  expect(update?.pictures).toMatchObject([{ alt: 'The roof', width: 90 }])
  const pictureId = update?.pictures[0]?.id ?? ''
  expect(await addPicture(argsOf(params, { ...fields, key: randomUUID(), alt: '' }))).toMatchObject(
    {
      init: { status: 422 },
    },
  )

  const wanted = { width: 90, format: 'webp' as const }
  const seenBy = (person: Awaited<ReturnType<typeof anInvestor>>) =>
    asPerson(person, (investor) => findPictureFile(investor, pictureId, wanted))
  const [holder, stranger] = [await anInvestor(), await anInvestor()]
  const investment = await anInvestment(holder.investorId, params.projectId, usd('1,000'))
  await change("update app.investment set status = 'active' where id = $1", [investment])
  expect(await seenBy(holder)).toMatchObject({ isPublic: false })
  expect(await seenBy(stranger)).toBeNull()

  const target = { ...params, pictureId }
  expect(await removePicture(argsOf(target, {}))).toMatchObject({ init: { status: 422 } })
  const other = { ...target, projectId: await aProject() }
  await expect(removePicture(argsOf(other, { pictureId }))).rejects.toMatchObject({
    init: { status: 404 },
  })
  expect(toastOf(await removePicture(argsOf(target, { pictureId })))).toContain(
    '"title":"Image removed"',
  )
  expect((await load(params.projectId)).updates).toMatchObject([{ pictures: [] }])
})

test('MILE-016 (issue 31) the Updates page sets how often the project reports, and refuses other words', async () => {
  const projectId = await aProject()
  const choose = (every: string, by: Who = admin) =>
    savePromise(argsOf({ projectId }, { every }, by))
  const shown = async () =>
    wordsOf(
      htmlOf(
        ProgressUpdates,
        `/admin-dashboard/projects/${projectId}/updates`,
        await load(projectId),
      ),
    )
  expect(await shown()).toContain('Investors and visitors see when the last update was')
  expect(toastOf(await choose('quarter'))).toContain('"title":"Update promise saved"')
  expect(await load(projectId)).toMatchObject({ project: { updateEvery: 'quarter' } })
  expect(await shown()).toContain('No update yet. Next due')
  expect(await choose('day')).toMatchObject({
    data: { reply: { errors: { every: 'Choose one of these.' } } },
    init: { status: 422 },
  })
  await change("update app.project set status = 'completed' where id = $1", [projectId])
  expect(await shown()).toContain('no further update is due')
  await choose('never')
  expect(await load(projectId)).toMatchObject({ project: { updateEvery: null }, promise: null })
  const investor = await anInvestor()
  await expect(choose('week', investor)).rejects.toMatchObject({ init: { status: 404 } })
  await expect(savePromise(argsOf({ projectId: 'x' }, { every: 'week' }))).rejects.toMatchObject({
    init: { status: 404 },
  })
})
