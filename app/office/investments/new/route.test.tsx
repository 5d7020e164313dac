import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { asSuperuser, change } from '../../../../tests/database.ts'
import { anAdmin, anInvestor, aProject } from '../../../../tests/people.ts'
import { formOf, requestBy } from '../../../../tests/requests.ts'
import { htmlOf } from '../../../../tests/screens.tsx'
import { setClock } from '../../../platform/clock.server.ts'
import AddInvestment, { action, loader } from './route.tsx'

const admin = await anAdmin()
const path = '/admin-dashboard/investments/new?status=active'

type Who = Parameters<typeof requestBy>[0]

async function aPair() {
  return { investorId: (await anInvestor()).investorId, projectId: await aProject() }
}

function send(fields: Record<string, string>, by: Who = admin) {
  const usual = { key: randomUUID(), amount: '35,000', investedOn: '2026-02-01', status: 'pending' }
  const body = formOf({ ...usual, ...fields })
  return action(requestBy(by, path, { method: 'POST', body }) as Parameters<typeof action>[0])
}

const added = (projectId: string) =>
  asSuperuser(async (client) => {
    const { rows } = await client.query(
      `select i.status, i.amount_cents::int, i.received_cents::int, i.cancelled_on::text,
        (select count(*)::int from app.receipt r where r.investor_id = i.investor_id) as receipts
       from app.investment i where i.project_id = $1 order by i.id`,
      [projectId],
    )
    return rows
  })

test('MIV-019 the dialog starts without investor and project, with 0, pending, today and nothing received', async () => {
  setClock(() => new Date('2026-06-30T21:30:00Z'))
  const loaderData = await loader(requestBy(admin, path) as Parameters<typeof loader>[0])
  const html = htmlOf(AddInvestment, path, loaderData)
  expect(html).toContain('Add Investment')
  expect(html).toMatch(
    /<select[^>]*name="projectId"[^>]*><option value="" selected="">|<option value="">Choose a project/,
  )
  expect(html).toContain('<option value="">Choose an investor')
  expect(html).toMatch(
    /<input[^>]*name="amount"[^>]*value="0"|<input[^>]*value="0"[^>]*name="amount"/,
  )
  expect(html).toMatch(/<input type="date"[^>]*value="2026-07-01"/)
  expect(html).toContain('<option value="pending" selected="">Pending')
  expect(html).toContain('$0, until a payment is recorded')
})

test('MIV-024 an added investment raises a toast on the list that was open', async () => {
  const pair = await aPair()
  const answer = await send(pair)
  if (!(answer instanceof Response)) throw new Error('no redirect')
  expect(answer.status).toBe(303)
  expect(answer.headers.get('Location')).toBe('/admin-dashboard/investments?status=active')
  expect(decodeURIComponent(answer.headers.get('Set-Cookie') ?? '')).toMatch(
    /"title":"Investment added","text":"\$35,000, [^,"]+\."/,
  )
  expect(await added(pair.projectId)).toMatchObject([
    { status: 'pending', amount_cents: 3_500_000, received_cents: 0 },
  ])
})

test('the dialog of an investor is about them alone, and one that is archived or unknown is a 404', async () => {
  const { investorId, name, email } = await anInvestor()
  const open = (id: string) =>
    loader({ ...requestBy(admin, path), params: { investorId: id } } as never)
  expect(await open(investorId)).toMatchObject({
    investors: [],
    investor: { id: investorId, name, email },
  })
  await change('update app.investor set archived_at = now() where id = $1', [investorId])
  for (const id of [investorId, randomUUID()])
    await expect(open(id)).rejects.toMatchObject({ init: { status: 404 } })
})

test('MIV-020 without project and investor it is refused next to both, and what was typed stays', async () => {
  const message = 'Please select both a project and an investor.'
  expect(await send({ amount: '1,250.50' })).toMatchObject({
    data: {
      reply: {
        errors: { projectId: message, investorId: message },
        values: { amount: '1,250.50' },
      },
    },
    init: { status: 422 },
  })
})

test('completed is added with its payment once it is said to be fully paid, and not before', async () => {
  const pair = await aPair()
  expect(await send({ ...pair, status: 'completed' })).toMatchObject({
    data: { reply: { errors: { fullyPaid: 'A completed investment must be fully paid.' } } },
    init: { status: 422 },
  })
  expect(await added(pair.projectId)).toEqual([])
  expect(await send({ ...pair, status: 'completed', fullyPaid: 'on' })).toBeInstanceOf(Response)
  expect(await added(pair.projectId)).toMatchObject([
    { status: 'completed', received_cents: 3_500_000, receipts: 1 },
  ])
})

test('what cannot have been paid yet is refused next to its day', async () => {
  setClock(() => new Date('2026-06-30T21:30:00Z'))
  const sent = await send({
    ...(await aPair()),
    status: 'completed',
    fullyPaid: 'on',
    investedOn: '2026-07-02',
  })
  const errors = { investedOn: 'This date is in the future. Choose 1 Jul 2026 or earlier.' }
  expect(sent).toMatchObject({ data: { reply: { errors } }, init: { status: 422 } })
})

test('a further tranche asks first, with what there is', async () => {
  const pair = await aPair()
  await send(pair)
  expect(await send({ ...pair, amount: '10,000' })).toMatchObject({
    data: {
      existing: { count: 1, amount: 3_500_000n },
      reply: { errors: { furtherTranche: expect.any(String) } },
    },
    init: { status: 422 },
  })
  expect(await send({ ...pair, amount: '10,000', furtherTranche: 'on' })).toBeInstanceOf(Response)
  expect(await added(pair.projectId)).toHaveLength(2)
})

test('MIV-025 a failed add raises an error toast, and what was typed stays', async () => {
  const pair = await aPair()
  await asSuperuser((client) => client.query('revoke insert on app.event from msingi_reactions'))
  const answer = await send(pair)
  await asSuperuser((client) => client.query('grant insert on app.event to msingi_reactions'))
  expect(answer).toMatchObject({
    data: {
      reply: {
        values: pair,
        message: 'Error adding investment. Please try again later. Reference test',
      },
      toast: { title: 'Error adding investment', text: 'Please try again later.', kind: 'error' },
    },
    init: { status: 500 },
  })
  expect(await added(pair.projectId)).toEqual([])
})

test('no one but an administrator adds one', async () => {
  const pair = await aPair()
  await expect(send(pair, await anInvestor())).rejects.toMatchObject({ init: { status: 404 } })
  expect(await added(pair.projectId)).toEqual([])
})
