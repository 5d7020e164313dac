import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { asSuperuser, change } from '../../../../tests/database.ts'
import { anAdmin, anInvestment, anInvestor, aProject } from '../../../../tests/people.ts'
import { formOf, requestBy, toastOf } from '../../../../tests/requests.ts'
import { htmlOf } from '../../../../tests/screens.tsx'
import { usd } from '../../../values/money.ts'
import RestoreInvestment, { loader as openRestore, action as restore } from '../restore/route.tsx'
import RemoveInvestment, { action, loader } from './route.tsx'

const admin = await anAdmin()
const investor = await anInvestor('Hodan Abdi')
const anOpenOne = async () => anInvestment(investor.investorId, await aProject(), usd('1,000'))
const pay = (id: string) =>
  change(
    `insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on) values ($1, 'payment', 100, '2026-03-01')`,
    [id],
  )
const cancel = (id: string) =>
  change(
    "update app.investment set status = 'cancelled', cancelled_on = '2026-04-01' where id = $1",
    [id],
  )

type Who = Parameters<typeof requestBy>[0]
const request = (id: string, by: Who, init?: RequestInit) => ({
  ...requestBy(by, `/admin-dashboard/investments/${id}/removal?status=pending`, init),
  params: { investmentId: id },
})
const shown = async (id: string) => {
  const loaded = await loader(request(id, admin) as Parameters<typeof loader>[0])
  return htmlOf(RemoveInvestment, `/admin-dashboard/investments/${id}/removal`, loaded)
}
const send = (id: string, as: string, by: Who = admin) =>
  action(request(id, by, { method: 'POST', body: formOf({ as }) }) as Parameters<typeof action>[0])

test('MIV-032 (W-28) the dialog says whether it will be deleted or archived, does it, and says so', async () => {
  const id = await anOpenOne()
  expect(await shown(id)).toContain('Delete investment')
  const deleted = await send(id, 'delete')
  expect(toastOf(deleted)).toContain('"title":"Investment deleted"')
  expect(deleted instanceof Response && deleted.headers.get('Location')).toBe(
    '/admin-dashboard/investments?status=pending',
  )
  const paid = await anOpenOne()
  await pay(paid)
  await cancel(paid)
  expect(await shown(paid)).toContain('Archive investment')
  expect(toastOf(await send(paid, 'archive'))).toContain('"title":"Investment archived"')
  const opened = await openRestore(request(paid, admin) as Parameters<typeof openRestore>[0])
  const html = htmlOf(RestoreInvestment, `/admin-dashboard/investments/${paid}/restore`, opened)
  expect(html).toContain('Restore investment')
  const answer = await restore(
    request(paid, admin, { method: 'POST', body: formOf({}) }) as Parameters<typeof restore>[0],
  )
  expect(toastOf(answer)).toContain('"title":"Investment restored"')
})

test('an active one says what to do first, and what changed in the meantime is refused', async () => {
  const id = await anOpenOne()
  await pay(id)
  const html = await shown(id)
  expect(html).toContain('This investment is active. Cancel or complete it first')
  expect(html).not.toContain('<form')
  const message = 'This investment is active. Cancel or complete it first.'
  expect(await send(id, 'archive')).toMatchObject({
    data: { reply: { message } },
    init: { status: 422 },
  })
  await cancel(id)
  expect(await send(id, 'delete')).toMatchObject({
    data: {
      reply: {
        message:
          'This investment now has payments, so it can only be archived. Reload and try again.',
      },
    },
  })
})

test('MIV-033 a failed deletion raises an error toast and deletes nothing', async () => {
  const id = await anOpenOne()
  await asSuperuser((client) => client.query('revoke insert on app.event from msingi_reactions'))
  const answer = await send(id, 'delete')
  await asSuperuser((client) => client.query('grant insert on app.event to msingi_reactions'))
  expect(answer).toMatchObject({
    data: {
      toast: { title: 'Error deleting investment', text: 'Please try again later.', kind: 'error' },
    },
    init: { status: 500 },
  })
  expect((await change('select from app.investment where id = $1', [id])).rows).toHaveLength(1)
})

test('an unknown investment, and everything for anyone else, is a 404', async () => {
  const missing = { init: { status: 404 } }
  for (const id of [randomUUID(), 'not-an-id'])
    await expect(send(id, 'delete')).rejects.toMatchObject(missing)
  const id = await anOpenOne()
  await expect(send(id, 'delete', investor)).rejects.toMatchObject(missing)
  expect((await change('select from app.investment where id = $1', [id])).rows).toHaveLength(1)
})
