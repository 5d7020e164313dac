import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { asSuperuser, change } from '../../../../../tests/database.ts'
import { aRequest } from '../../../../../tests/investment-requests.ts'
import {
  anAdmin,
  anInvestment,
  anInvestor,
  anOffer,
  aProject,
  as,
} from '../../../../../tests/people.ts'
import { formOf, requestBy } from '../../../../../tests/requests.ts'
import { htmlOf, wordsOf } from '../../../../../tests/screens.tsx'
import { findProject } from '../../../../domain/projects/find-project.server.ts'
import { textOf } from '../../../../domain/projects/project-text.ts'
import { usd } from '../../../../values/money.ts'
import type { EditReply } from './refusal.ts'
import EditProject, { action, loader } from './route.tsx'

const admin = await anAdmin()
const pathOf = (id: string) => `/admin-dashboard/projects/${id}`
type Who = Parameters<typeof requestBy>[0]

async function stored(id: string) {
  const project = await as(admin, (actor) => findProject(actor, id))
  if (!project) throw new Error('no project')
  return project
}

async function typed(id: string, more: Record<string, string> = {}) {
  const project = await stored(id)
  const fields = textOf(project)
  return { ...fields, version: String(project.version), opened: JSON.stringify(fields), ...more }
}

function send(id: string, fields: Record<string, string>, by: Who = admin) {
  const args = requestBy(by, pathOf(id), { method: 'POST', body: formOf(fields) })
  return action({ ...args, params: { projectId: id } } as unknown as Parameters<typeof action>[0])
}

function load(id: string, by: Who = admin) {
  return loader({
    ...requestBy(by, pathOf(id)),
    params: { projectId: id },
  } as unknown as Parameters<typeof loader>[0])
}

const unpublished = () => aProject('Garden City', { published: false })

test('MPR-018 the form holds every fact, and saving it raises the toast', async () => {
  const id = await unpublished()
  await send(
    id,
    await typed(id, {
      features: 'Two bedrooms\r\n\r\n Sky bridge ',
      unitPrice: '35,000',
      units: '5',
    }),
  )
  const html = htmlOf(EditProject, pathOf(id), await load(id))
  expect(wordsOf(html)).toContain('Edit Project')
  expect(html).toMatch(/name="name"[^>]*value="Garden City"|value="Garden City"[^>]*name="name"/)
  expect(html).toContain('value="35,000"')
  expect(html).toContain('Two bedrooms\nSky bridge')
  const answer = await send(id, await typed(id, { name: 'Garden City II' }))
  if (!(answer instanceof Response)) throw new Error('no redirect')
  expect(answer.headers.get('Location')).toBe('/admin-dashboard/projects')
  expect(decodeURIComponent(answer.headers.get('Set-Cookie') ?? '')).toContain(
    '"title":"Project updated"',
  )
  expect(await stored(id)).toMatchObject({
    name: 'Garden City II',
    units: 5,
    features: ['Two bedrooms', 'Sky bridge'],
  })
})

test('what is offered may be made less than is sold, and the toast says so', async () => {
  const { projectId: id } = await anOffer({ target: usd('20,000') })
  await change('update app.project set published = false where id = $1', [id])
  await anInvestment((await anInvestor()).investorId, id, usd('15,000'))
  const toastOf = async (target: string) => {
    const answer = await send(id, await typed(id, { target }))
    if (!(answer instanceof Response)) throw new Error('no redirect')
    return decodeURIComponent(answer.headers.get('Set-Cookie') ?? '')
  }
  expect(await toastOf('15,000')).not.toContain('less than')
  expect(await toastOf('12,000')).toContain('It offers $3,000 less than is invested and reserved.')
})

test('a project with open requests may be completed, and the toast says what becomes of them', async () => {
  const offered = await anOffer({ target: usd('20,000') })
  for (const person of [await anInvestor(), await anInvestor()])
    await aRequest(person, offered, usd('5,000'))
  await change('update app.project set published = false where id = $1', [offered.projectId])
  const answer = await send(
    offered.projectId,
    await typed(offered.projectId, { status: 'completed' }),
  )
  if (!(answer instanceof Response)) throw new Error('no redirect')
  expect(decodeURIComponent(answer.headers.get('Set-Cookie') ?? '')).toContain(
    '2 open requests can no longer be approved: decline it with a reason.',
  )
})

test.each([
  ['name', ' ', 'Name is required'],
  ['slug', 'Twin Towers', 'Use lowercase letters, digits and single hyphens, like twin-towers.'],
  ['slug', '', 'Enter the page address.'],
  ['totalValue', '12,50', 'Use a point before the cents: 12.50.'],
  ['units', '2.5', 'Units must be a whole number above zero.'],
  ['funded', '140', 'A percentage can be at most 100.'],
  ['funded', '60', undefined],
  ['minimum', '0', 'The minimum must be greater than zero.'],
  ['featuredRank', 'first', 'The position is a whole number from 1 to 999.'],
  ['completionOn', '2024-12-31', 'The completion date cannot come before the start date.'],
  ['published', 'on', 'A published project needs a cover. Add a picture first, then publish it.'],
])(
  '%s as "%s" is refused next to its field, and what was typed stays',
  async (name, value, why) => {
    const id = await unpublished()
    const before = await stored(id)
    const refused = await send(id, await typed(id, { tagline: 'Above the trees', [name]: value }))
    const field = why === undefined ? 'fundedAsOf' : name
    expect(refused).toMatchObject({
      data: {
        reply: {
          errors: { [field]: why ?? 'Enter the date of the funded percent.' },
          values: { tagline: 'Above the trees', [name]: value },
        },
      },
      init: { status: 422 },
    })
    expect(await stored(id)).toEqual(before)
  },
)

test('what someone else saved in the meantime is shown next to what was typed, which stays and may then be saved', async () => {
  const id = await unpublished()
  const mine = await typed(id, { tagline: 'Mine', location: 'Kilifi' })
  await send(id, await typed(id, { tagline: 'Theirs', stageText: 'In Progress' }))
  const refused = await send(id, mine)
  if (refused instanceof Response) throw new Error('stored')
  const { reply, changes } = refused.data as EditReply
  expect(refused.init?.status).toBe(422)
  expect(reply.message).toContain('This project changed while you were editing')
  expect(changes).toEqual([
    { name: 'stageText', before: '', now: 'In Progress', kept: false },
    { name: 'tagline', before: '', now: 'Theirs', kept: true },
  ])
  expect(reply.values).toMatchObject({
    tagline: 'Mine',
    location: 'Kilifi',
    stageText: 'In Progress',
  })
  expect(await send(id, reply.values)).toBeInstanceOf(Response)
  expect(await stored(id)).toMatchObject({
    tagline: 'Mine',
    location: 'Kilifi',
    stageText: 'In Progress',
  })
})

test('MPR-019 a fault while saving says so in a toast, keeps what was typed and changes nothing', async () => {
  const id = await unpublished()
  const fields = await typed(id, { tagline: 'Above the trees' })
  await asSuperuser((client) => client.query('revoke update on app.project from msingi_admin'))
  const refused = await send(id, fields)
  await asSuperuser((client) => client.query('grant update on app.project to msingi_admin'))
  expect(refused).toMatchObject({
    data: {
      reply: {
        message: 'Failed to update project. Please try again later. Reference test',
        values: { tagline: 'Above the trees' },
      },
      toast: { title: 'Failed to update project', text: 'Please try again later.', kind: 'error' },
    },
    init: { status: 500 },
  })
  expect(await stored(id)).toMatchObject({ tagline: null })
})

test('no one but an administrator reads or changes it, and an unknown one is not there', async () => {
  const id = await unpublished()
  const fields = await typed(id, { name: 'Taken over' })
  await expect(load(id, null)).rejects.toMatchObject({ status: 302 })
  await expect(load(id, await anInvestor())).rejects.toMatchObject({ status: 302 })
  await expect(send(id, fields, await anInvestor())).rejects.toMatchObject({
    init: { status: 404 },
  })
  for (const unknown of [randomUUID(), 'nothing']) {
    await expect(load(unknown)).rejects.toMatchObject({ init: { status: 404 } })
    await expect(send(unknown, fields)).rejects.toMatchObject({ init: { status: 404 } })
  }
  expect(await stored(id)).toMatchObject({ name: 'Garden City' })
})

test('PAGE-002 (issue 33) terms, risks and place are edited with the project; bad coordinates are refused at their field and kept', async () => {
  const id = await aProject('Terms', { published: false })
  const texts = {
    riskText: 'The <b>sea</b>.',
    feesText: '2%',
    custodyText: 'A bank.',
    refundText: 'In full.\nThen not.',
    payoutText: 'Every quarter.',
  }
  const place = { latitude: '-1.2921', longitude: '36.8219' }
  await send(id, await typed(id, { ...texts, ...place }))
  expect(await stored(id)).toMatchObject({ ...texts, latitude: -1.2921, longitude: 36.8219 })
  const refused = async (more: Record<string, string>) => {
    const answer = (await send(id, await typed(id, more))) as { data: EditReply }
    return answer.data.reply
  }
  const outside = await refused({ latitude: '91', longitude: '-180.5' })
  expect(Object.keys(outside.errors).toSorted()).toEqual(['latitude', 'longitude'])
  expect(outside.values).toMatchObject({ latitude: '91', longitude: '-180.5' })
  expect((await refused({ latitude: '' })).errors).toEqual({
    latitude: 'Enter both latitude and longitude, or neither.',
  })
  for (const latitude of ['1,29', '1°29', '1e1', 'NaN'])
    expect((await refused({ latitude })).errors.latitude).toMatch(/degrees from -90 to 90/)
  const none = Object.fromEntries(Object.keys({ ...texts, ...place }).map((name) => [name, ' ']))
  await send(id, await typed(id, none))
  expect(await stored(id)).toMatchObject({ riskText: null, feesText: null, latitude: null })
})
