import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { change } from '../../../../../tests/database.ts'
import { aMilestone, reached as reach } from '../../../../../tests/milestones.ts'
import { aDocument, anAdmin, anInvestor, aProject } from '../../../../../tests/people.ts'
import { formOf, requestBy } from '../../../../../tests/requests.ts'
import { htmlOf, wordsOf } from '../../../../../tests/screens.tsx'
import { config } from '../../../../platform/config.server.ts'
import { action as edit } from './edit/route.tsx'
import { action as add } from './new/route.tsx'
import MarkAsReached, { action as mark, loader as markLoader } from './reached/route.tsx'
import { action as remove } from './remove/route.tsx'
import Milestones, { loader, action as move } from './route.tsx'
import { action as takeBack } from './void/route.tsx'

const admin = await anAdmin()
type Who = Parameters<typeof requestBy>[0]
type Params = { projectId: string; milestoneId?: string }
type Fields = Record<string, string | File>

function argsOf(params: Params, fields: Fields | null, by: Who = admin) {
  const path = `/admin-dashboard/projects/${params.projectId}/milestones`
  const sent = fields ? { method: 'POST', body: formOf(fields) } : {}
  return { ...requestBy(by, path, sent), params } as never
}

const load = (projectId: string) => loader(argsOf({ projectId }, null))
const screenOf = async (projectId: string) =>
  wordsOf(
    htmlOf(Milestones, `/admin-dashboard/projects/${projectId}/milestones`, await load(projectId)),
  ).replaceAll(/ (?=[.,:])/g, '')

function toastOf(answer: unknown) {
  if (!(answer instanceof Response)) throw new Error('no redirect')
  return decodeURIComponent(answer.headers.get('Set-Cookie') ?? '')
}

const aPicture = async (name = 'a.jpeg') => {
  const pixels = sharp({ create: { width: 90, height: 60, channels: 3, background: 'teal' } })
  return new File([await pixels.jpeg().toBuffer()], name)
}

async function storedFiles() {
  const found = await readdir(join(config.dataDir, 'files'), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => [])
  return found.filter((entry) => entry.isFile()).length
}

const certifier = {
  reachedOn: '2026-03-01',
  certifierName: 'Njeri Kamau',
  certifierProfession: 'Structural engineer',
  certifierLicence: 'A-1234',
  documentId: '',
  note: '',
}
const noPictures = Object.fromEntries(
  [1, 2, 3, 4].flatMap((place) => [
    [`alt${place}`, ''],
    [`takenOn${place}`, ''],
  ]),
)
const send = (params: Params, fields: Fields, by: Who = admin) =>
  mark(argsOf(params, { key: randomUUID(), ...certifier, ...noPictures, ...fields }, by))

const refusedWith = (errors: Record<string, unknown>) => ({
  data: { reply: { errors } },
  init: { status: 422 },
})

test('MILE-001 the page adds, moves, edits and removes, each with its toast, and keeps what was typed when refused', async () => {
  const projectId = await aProject()
  const addOne = (fields: Fields) =>
    add(argsOf({ projectId }, { key: randomUUID(), plannedOn: '', ...fields }))
  expect(await screenOf(projectId)).toContain('No milestones yet')
  expect(await addOne({ name: ' ', plannedOn: '31.2.2026' })).toMatchObject({
    data: {
      reply: {
        errors: { name: 'Enter the name of the milestone.', plannedOn: expect.any(String) },
        values: { plannedOn: '31.2.2026' },
      },
    },
  })
  expect(toastOf(await addOne({ name: 'Roof', plannedOn: '2126-06-30' }))).toContain(
    'Milestone added',
  )
  await addOne({ name: 'Handover' })
  expect(await screenOf(projectId)).toMatch(/1\. ?Roof Planned for 30 Jun 2126.*2\. ?Handover/)
  const [roof, handover] = (await load(projectId)).milestones
  const params = { projectId, milestoneId: handover?.id ?? '' }
  await move(argsOf({ projectId }, { milestoneId: params.milestoneId, place: '1' }))
  expect((await load(projectId)).milestones.map(({ name }) => name)).toEqual(['Handover', 'Roof'])
  expect(toastOf(await move(argsOf({ projectId }, { milestoneId: 'x', place: '1' })))).toContain(
    'Failed to move the milestone',
  )
  const stale = { version: '0', name: 'Keys', plannedOn: '', name0: 'Handover', plannedOn0: '' }
  expect(await edit(argsOf(params, stale))).toMatchObject({
    data: { reply: { message: /changed while you were editing/, values: { name: 'Keys' } } },
  } as object)
  const roofNow = (await load(projectId)).milestones[1]
  const version = String(roofNow?.version)
  expect(
    toastOf(await remove(argsOf({ projectId, milestoneId: roof?.id ?? '' }, { version }))),
  ).toContain('Milestone removed')
  expect((await load(projectId)).milestones).toHaveLength(1)
})

test('MILE-002 the form records dated pictures with the certifier, and everyone of the office sees them', async () => {
  const projectId = await aProject()
  const milestoneId = await aMilestone(admin, projectId)
  const documentId = await aDocument({ title: 'Certificate of the roof', projectId })
  const answer = await send(
    { projectId, milestoneId },
    {
      picture1: await aPicture(),
      alt1: 'The roof from the east',
      takenOn1: '2026-02-27',
      picture3: await aPicture(),
      alt3: 'Its beams',
      takenOn3: '2026-02-28',
      documentId,
      note: 'Two visits',
    },
  )
  expect(toastOf(answer)).toContain('"title":"Milestone reached"')
  expect((await load(projectId)).milestones).toMatchObject([
    {
      note: 'Two visits',
      document: { title: 'Certificate of the roof' },
      reached: {
        pictures: [
          { alt: 'The roof from the east', takenOn: '2026-02-27', width: 90 },
          { alt: 'Its beams', takenOn: '2026-02-28' },
        ],
      },
    },
  ])
  expect(await screenOf(projectId)).toContain(
    'Reached on 1 Mar 2026. Certified by Njeri Kamau, Structural engineer, licence A-1234.',
  )
})

test('MILE-002 bad proof is refused at its field, what was typed stays, and no file is left', async () => {
  const projectId = await aProject()
  const params = { projectId, milestoneId: await aMilestone(admin, projectId) }
  const before = await storedFiles()
  expect(await send(params, {})).toMatchObject(
    refusedWith({ picture1: 'Add a picture, or choose a document below.' }),
  )
  expect(
    await send(params, { picture1: await aPicture(), certifierName: '', certifierLicence: ' ' }),
  ).toMatchObject(
    refusedWith({
      certifierName: 'Enter who certified it.',
      certifierLicence: 'Enter their licence number.',
    }),
  )
  expect(await send(params, { picture1: await aPicture() })).toMatchObject(
    refusedWith({
      alt1: 'Describe the picture for people who cannot see it.',
      takenOn1: 'Enter the day the picture was taken.',
    }),
  )
  const nothing = { certifierName: '', certifierProfession: '', reachedOn: '2126-01-01' }
  const together = await send(params, { ...nothing, picture1: await aPicture(), alt3: 'Beams' })
  expect((together as { data: { reply: { errors: object } } }).data.reply.errors).toEqual({
    certifierName: 'Enter who certified it.',
    certifierProfession: 'Enter their profession.',
    reachedOn: expect.stringContaining('in the future'),
    alt1: 'Describe the picture for people who cannot see it.',
    takenOn1: 'Enter the day the picture was taken.',
    picture3: 'Choose the picture again, or clear its description and day.',
  })
  expect(await send(params, nothing)).toMatchObject(
    refusedWith({
      certifierName: 'Enter who certified it.',
      picture1: 'Add a picture, or choose a document below.',
    }),
  )
  const described = { alt1: 'Roof', takenOn1: '2126-01-01' }
  expect(await send(params, { picture1: await aPicture(), ...described })).toMatchObject(
    refusedWith({ takenOn1: expect.stringContaining('in the future') }),
  )
  expect(await send(params, { alt2: 'Roof' })).toMatchObject(
    refusedWith({ picture2: 'Choose the picture again, or clear its description and day.' }),
  )
  expect(await send(params, { picture1: await aPicture(), takenOn4: '2026-02-01' })).toMatchObject(
    refusedWith({ picture4: expect.stringContaining('Choose the picture again') }),
  )
  const text = new File(['words'], 'a.jpeg')
  expect(await send(params, { picture1: text, ...described })).toMatchObject(
    refusedWith({ picture1: expect.stringContaining('not a picture') }),
  )
  const good = { picture1: await aPicture(), alt1: 'Roof', takenOn1: '2026-02-01' }
  expect(await send(params, { ...good, reachedOn: '2126-01-01' })).toMatchObject({
    data: { reply: { errors: { reachedOn: expect.any(String) }, values: { alt1: 'Roof' } } },
  })
  expect(await send(params, { ...good, documentId: randomUUID() })).toMatchObject(
    refusedWith({ documentId: 'This document is no longer available. Choose another.' }),
  )
  expect(await storedFiles()).toBe(before)
  expect((await load(projectId)).milestones[0]?.reached).toBeNull()
})

test('MILE-002 sent twice with the same key it is reached once, and the second files are deleted', async () => {
  const projectId = await aProject()
  const params = { projectId, milestoneId: await aMilestone(admin, projectId) }
  const fields = { key: randomUUID(), alt1: 'Roof', takenOn1: '2026-02-01' }
  const before = await storedFiles()
  for (const _ of [1, 2])
    expect(await send(params, { ...fields, picture1: await aPicture() })).toBeInstanceOf(Response)
  expect(await storedFiles()).toBe(before + 1)
  expect(
    await send(params, { ...fields, key: randomUUID(), picture1: await aPicture() }),
  ).toMatchObject({
    data: { reply: { message: 'Someone else has marked this milestone as reached.' } },
  })
  expect(await storedFiles()).toBe(before + 1)
  const loaded = await markLoader(argsOf(params, null))
  expect(wordsOf(htmlOf(MarkAsReached, '/', loaded))).toContain('already reached')
})

test('MILE-003 MILE-004 voiding needs a reason; what was reached is not removed, nor what a template waits for', async () => {
  const projectId = await aProject()
  const milestoneId = await aMilestone(admin, projectId)
  const params = { projectId, milestoneId }
  await reach(admin, projectId, milestoneId)
  const [milestone] = (await load(projectId)).milestones
  const version = String(milestone?.version)
  expect(await remove(argsOf(params, { version }))).toMatchObject({
    data: { reply: { message: expect.stringContaining('was reached') } },
  })
  const sendVoid = (reason: string) =>
    takeBack(argsOf(params, { key: randomUUID(), reachedId: milestone?.reached?.id ?? '', reason }))
  expect(await sendVoid(' ')).toMatchObject(refusedWith({ reason: 'Say why it is voided.' }))
  expect(toastOf(await sendVoid('The slab cracked'))).toContain('Milestone voided')
  expect(await screenOf(projectId)).toMatch(/Reached on 1 Mar 2026, voided on .*: The slab cracked/)
  const awaited = await aMilestone(admin, projectId, 'Walls')
  await change(
    `with made as (insert into app.plan_template (project_id, name) values ($1, 'Usual') returning id)
     insert into app.plan_template_line (template_id, position, percent_bp, due_kind, milestone_id, days)
       select id, 1, 10000, 'milestone', $2, 14 from made returning template_id as id`,
    [projectId, awaited],
  )
  expect(await remove(argsOf({ projectId, milestoneId: awaited }, { version: '1' }))).toMatchObject(
    {
      data: {
        reply: { message: '1 plan template depends on this milestone. Replace it first.' },
      },
    },
  )
})

test('another project’s milestone and another role find nothing', async () => {
  const projectId = await aProject()
  const milestoneId = await aMilestone(admin, await aProject())
  const notFound = { init: { status: 404 } }
  await expect(
    send({ projectId, milestoneId }, { documentId: await aDocument({ title: 'A', projectId }) }),
  ).rejects.toMatchObject(notFound)
  await expect(markLoader(argsOf({ projectId, milestoneId }, null))).rejects.toMatchObject(notFound)
  await expect(remove(argsOf({ projectId, milestoneId }, { version: '1' }))).rejects.toMatchObject(
    notFound,
  )
  await expect(
    add(
      argsOf({ projectId }, { key: randomUUID(), name: 'Roof', plannedOn: '' }, await anInvestor()),
    ),
  ).rejects.toMatchObject(notFound)
})
