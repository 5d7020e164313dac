import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { anAdmin, anInvestment, anInvestor, aProject } from '../../../tests/people.ts'
import { formOf, requestBy, toastOf } from '../../../tests/requests.ts'
import { htmlOf, wordsOf } from '../../../tests/screens.tsx'
import { setClock } from '../../platform/clock.server.ts'
import { usd } from '../../values/money.ts'
import Distribution, { loader as openOne } from './$distribution/route.tsx'
import { loader as openVoid, action as takeBack } from './$distribution/void/route.tsx'
import DistributeReturns, { action, loader } from './new/route.tsx'
import Distributions, { loader as openList } from './route.tsx'

const admin = await anAdmin()
const investor = await anInvestor('Hodan Abdi')
const here = '/admin-dashboard/distributions'

async function aPaidProject(name: string, ...received: number[]) {
  const project = await aProject(name)
  for (const amount of received)
    await pay(await anInvestment(investor.investorId, project, usd('1,000')), amount)
  return project
}

function pay(id: string, amount: number) {
  return change(
    `insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on) values ($1, 'payment', $2, '2026-03-01')`,
    [id, amount],
  )
}

type Who = Parameters<typeof requestBy>[0]
const draft = (projectId: string, more: Record<string, string> = {}) => ({
  projectId,
  amount: '1,000.01',
  datedOn: '2026-03-31',
  note: 'Rent',
  ...more,
})
const show = (fields: Record<string, string>, by: Who = admin) =>
  loader(
    requestBy(by, `${here}/new?${new URLSearchParams(fields)}`) as Parameters<typeof loader>[0],
  )
const send = (fields: Record<string, string>, by: Who = admin) =>
  action(
    requestBy(by, `${here}/new`, {
      method: 'POST',
      body: formOf({ key: randomUUID(), ...fields }),
    }) as Parameters<typeof action>[0],
  )

const place = (answer: unknown) =>
  answer instanceof Response ? (answer.headers.get('Location') ?? '') : ''
const requestFor = (id: string) => ({
  ...requestBy(admin, `${here}/${id}`),
  params: { distributionId: id },
})

async function recordedIn(project: string) {
  const { preview } = await show(draft(project))
  return (
    place(await send({ ...draft(project), seen: preview?.mark ?? '' }))
      .split('/')
      .at(-1) ?? ''
  )
}

test('the shares are shown to the cent before anything is recorded, and the button names the sum', async () => {
  const project = await aPaidProject('Corner Plaza', 20_000, 10_000)
  const words = wordsOf(htmlOf(DistributeReturns, `${here}/new`, await show(draft(project))))
  expect(words).toMatch(
    /Hodan Abdi \S+@example\.com \$200 66\.67% \$666\.67 Hodan Abdi \S+@example\.com \$100 33\.33% \+1 cent \$333\.34/,
  )
  expect(words).toContain('2 investments $300 100% $1,000.01')
  expect(words).toContain(
    'stay until the shares are sent; then they grow for 1 investor, by $1,000.01 in total',
  )
  expect(words).toContain('Nothing has been recorded yet.')
  expect(words).toContain('Distribute $1,000.01 among 2 investments')
  expect(
    (await change('select from app.distribution where project_id = $1', [project])).rows,
  ).toEqual([])
})

test('recorded, it leads to its page with every share; sent twice it is recorded once', async () => {
  const project = await aPaidProject('Harbour Lofts', 20_000, 10_000)
  const { preview } = await show(draft(project))
  const fields = { ...draft(project), seen: preview?.mark ?? '', key: randomUUID() }
  const answers = await Promise.all([send(fields), send(fields)])
  const [id] = answers.map((answer) => place(answer).split('/').at(-1) ?? '')
  expect(answers.map(place)).toEqual([`${here}/${id}`, `${here}/${id}`])
  expect(toastOf(answers[0])).toContain(
    '"title":"Distribution recorded","text":"$1,000.01 among 2 investments."',
  )
  const loaded = await openOne(requestFor(id ?? '') as Parameters<typeof openOne>[0])
  const words = wordsOf(htmlOf(Distribution, `${here}/${id}`, loaded))
  expect(words).toMatch(/Harbour Lofts Distribution of 31 Mar 2026/)
  expect(words).toMatch(/Declared \$1,000\.01 Rent Sent \$0 nothing yet Split among 2/)
  expect(words).toMatch(/Hodan Abdi \S+@example\.com 66\.67% Not sent yet \$666\.67/)
  const list = await openList(
    requestBy(admin, `${here}?q=harbour`) as Parameters<typeof openList>[0],
  )
  expect(wordsOf(htmlOf(Distributions, here, list))).toMatch(
    /Harbour Lofts Declared 31 Mar 2026 Rent 2 investments \$1,000\.01/,
  )
})

const idsIn = async (project: string) =>
  (
    await change('select id from app.distribution where project_id = $1 order by recorded_at', [
      project,
    ])
  ).rows.map(({ id }) => id)
const screen = async (fields: Record<string, string>) =>
  wordsOf(htmlOf(DistributeReturns, `${here}/new`, await show(fields)))

test('what is recorded already is said next to the shares, and is recorded again only on purpose', async () => {
  const project = await aPaidProject('River View', 20_000)
  const first = await recordedIn(project)
  const again = draft(project)
  const { preview } = await show(again)
  expect(preview?.alike).toMatchObject({ id: first, recordedBy: 'Amina Yusuf' })
  expect(await screen(again)).toMatch(
    /The same amount of this project and record date was recorded on .* by Amina Yusuf ?\. Open it Record it a second time/,
  )
  // Going back, and a second tab that was opened before: each has its own key.
  const fields = { ...again, seen: preview?.mark ?? '' }
  const untold = await send(fields)
  expect(place(untold)).toContain(`${here}/new?projectId=${project}`)
  expect(await send({ ...fields, duplicateShown: first })).toMatchObject({
    data: { reply: { errors: { again: 'Tick this to record it a second time.' } } },
    init: { status: 422 },
  })
  expect(await idsIn(project)).toEqual([first])
  for (const other of [{ amount: '1,000.02' }, { datedOn: '2026-03-30' }])
    expect((await show({ ...again, ...other })).preview?.alike).toBeNull()
  expect(place(await send({ ...fields, duplicateShown: first, again: 'on' }))).toMatch(
    /distributions\/[0-9a-f-]{36}$/,
  )
  expect(await idsIn(project)).toHaveLength(2)
})

test('of two tabs that confirm at the same time one records, and a voided one does not count as recorded', async () => {
  const project = await aPaidProject('Garden Row', 20_000)
  const { preview } = await show(draft(project))
  const fields = { ...draft(project), seen: preview?.mark ?? '' }
  const places = (await Promise.all([send(fields), send(fields), send(fields)])).map(place)
  expect(places.filter((to) => to.includes('/new?'))).toHaveLength(2)
  const [id = ''] = await idsIn(project)
  await change(
    `insert into app.distribution_void (distribution_id, reason) values ($1, 'Counted twice')`,
    [id],
  )
  expect((await show(draft(project))).preview?.alike).toBeNull()
  await send(fields)
  expect(await idsIn(project)).toHaveLength(2)
})

test('of one cent one investor gets something, and it is said of one', async () => {
  const project = await aPaidProject('Penny Court', 20_000)
  const other = await anInvestment((await anInvestor('Ali Noor')).investorId, project, usd('1,000'))
  await pay(other, 10_000)
  expect(await screen(draft(project, { amount: '0.01' }))).toContain(
    'grow for 1 investor, by $0.01 in total',
  )
})

test('when what was received has moved since, nothing is recorded and the shares are shown again', async () => {
  const project = await aPaidProject('Seafront Lofts', 20_000)
  const { preview } = await show(draft(project))
  await pay(await anInvestment(investor.investorId, project, usd('1,000')), 30_000)
  const answer = await send({ ...draft(project), seen: preview?.mark ?? '' })
  const moved = new URL(place(answer), 'http://here')
  expect(moved.searchParams.get('moved')).toBe('1')
  const shown = await loader(
    requestBy(admin, `${moved.pathname}${moved.search}`) as Parameters<typeof loader>[0],
  )
  expect(wordsOf(htmlOf(DistributeReturns, `${here}/new`, shown))).toContain(
    'The payments changed since you looked, so nothing was recorded.',
  )
  expect(shown.preview?.investments).toBe(2)
  expect(
    (await change('select from app.distribution where project_id = $1', [project])).rows,
  ).toEqual([])
})

test('BANK-581 what cannot be divided is said next to its field, and what was typed stays', async () => {
  setClock(() => new Date('2026-06-30T21:30:00Z'))
  const project = await aPaidProject('Empty Court')
  const paid = await aPaidProject('Full Court', 500)
  for (const [fields, errors] of [
    [draft(project), { projectId: 'Nothing had been received in this project by 31 Mar 2026.' }],
    [
      draft(randomUUID()),
      { projectId: 'Nothing had been received in this project by 31 Mar 2026.' },
    ],
    [draft(''), { projectId: 'Choose a project.' }],
    [draft(paid, { amount: '0' }), { amount: 'The amount must be greater than zero.' }],
    [draft(paid, { amount: '12,50' }), { amount: 'Use a point before the cents: 12.50.' }],
    [draft(paid, { datedOn: '' }), { datedOn: 'Enter the record date.' }],
    [
      draft(paid, { amount: '', datedOn: '2026-07-02' }),
      {
        amount: expect.any(String),
        datedOn: 'This date is in the future. Choose 1 Jul 2026 or earlier.',
      },
    ],
    [
      draft(paid, { datedOn: '2026-07-02' }),
      { datedOn: 'This date is in the future. Choose 1 Jul 2026 or earlier.' },
    ],
  ] as const)
    expect(await show(fields)).toMatchObject({
      preview: null,
      reply: { errors, values: { note: 'Rent' } },
    })
  const forced = await send({ ...draft(project), seen: '0'.repeat(64) })
  expect(place(forced)).toContain(`projectId=${project}`)
  expect(
    (await change('select from app.distribution where project_id = $1', [project])).rows,
  ).toEqual([])
})

test('a void asks for its reason and takes the whole back', async () => {
  const id = await recordedIn(await aPaidProject('Market Street', 20_000))
  const post = (reason: string) =>
    takeBack({
      ...requestBy(admin, `${here}/${id}/void`, {
        method: 'POST',
        body: formOf({ key: randomUUID(), reason }),
      }),
      params: { distributionId: id },
    } as Parameters<typeof takeBack>[0])
  expect(await post('')).toMatchObject({
    data: { reply: { errors: { reason: 'Enter why this is voided.' } } },
  })
  expect(place(await post('Counted twice'))).toBe(`${here}/${id}`)
  const loaded = await openOne(requestFor(id) as Parameters<typeof openOne>[0])
  const words = wordsOf(htmlOf(Distribution, `${here}/${id}`, loaded))
  expect(words).toMatch(
    /Voided on .* by Amina Yusuf ?\. Its payouts no longer count\. Counted twice/,
  )
  expect(await post('Again')).toMatchObject({
    data: { reply: { message: 'This distribution was already voided.' } },
    init: { status: 422 },
  })
})

test('a failed recording keeps the draft and says so', async () => {
  const project = await aPaidProject('Lake View', 500)
  const { preview } = await show(draft(project))
  await asSuperuser((client) => client.query('revoke insert on app.event from msingi_reactions'))
  const answer = await send({ ...draft(project), seen: preview?.mark ?? '' })
  await asSuperuser((client) => client.query('grant insert on app.event to msingi_reactions'))
  expect(answer).toMatchObject({
    data: {
      reply: { message: 'Error recording distribution. Please try again later. Reference test' },
      toast: { kind: 'error' },
    },
    init: { status: 500 },
  })
  expect(
    (await change('select from app.distribution where project_id = $1', [project])).rows,
  ).toEqual([])
})

test('an unknown distribution, and everything for anyone else, is a 404', async () => {
  const missing = { init: { status: 404 } }
  for (const id of [randomUUID(), 'not-an-id'])
    for (const open of [openOne, openVoid])
      await expect(open(requestFor(id) as never)).rejects.toMatchObject(missing)
  await expect(send(draft(randomUUID()), investor)).rejects.toMatchObject(missing)
})
