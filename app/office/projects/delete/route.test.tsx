import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { asSuperuser } from '../../../../tests/database.ts'
import { anAdmin, anInvestment, anInvestor, aProject } from '../../../../tests/people.ts'
import { formOf, requestBy } from '../../../../tests/requests.ts'
import { htmlOf, wordsOf } from '../../../../tests/screens.tsx'
import { usd } from '../../../values/money.ts'
import { action as restore } from '../restore/route.ts'
import RemoveProject, { action, loader } from './route.tsx'

const admin = await anAdmin()
type Who = Parameters<typeof requestBy>[0]
const pathOf = (id: string) => `/admin-dashboard/projects/${id}/delete`

function argsOf(id: string, by: Who, fields?: Record<string, string>) {
  const sent = fields ? { method: 'POST', body: formOf(fields) } : {}
  return { ...requestBy(by, `${pathOf(id)}?q=tower`, sent), params: { projectId: id } } as never
}

const load = (id: string, by: Who = admin) => loader(argsOf(id, by))
const send = (id: string, as: string, by: Who = admin) => action(argsOf(id, by, { as }))
const wordsAbout = async (id: string) => wordsOf(htmlOf(RemoveProject, pathOf(id), await load(id)))

function toastOf(answer: unknown) {
  if (!(answer instanceof Response)) throw new Error('no redirect')
  expect(answer.headers.get('Location')).toBe('/admin-dashboard/projects?q=tower')
  return decodeURIComponent(answer.headers.get('Set-Cookie') ?? '')
}

async function invested(status = 'pending') {
  const id = await aProject()
  const investmentId = await anInvestment((await anInvestor()).investorId, id, usd('1,000'))
  await asSuperuser(async (client) => {
    await client.query("select set_config('app.actor', 'command', false)")
    await client.query('update app.investment set status = $2 where id = $1', [
      investmentId,
      status,
    ])
  })
  return id
}

test('MPR-020 the dialog says that it will be deleted, and does it', async () => {
  const id = await aProject()
  const words = await wordsAbout(id)
  expect(words).toContain('Delete Project')
  expect(words).toContain('cannot be undone')
  expect(toastOf(await send(id, 'delete'))).toContain('"title":"Project deleted"')
  await expect(load(id)).rejects.toMatchObject({ init: { status: 404 } })
})

test('MPR-020 (W-28) with a history it says that it will be archived, and by whom it is kept', async () => {
  const id = await invested()
  const words = await wordsAbout(id)
  expect(words).toContain('Archive Project')
  expect(words).toContain('1 investment')
  expect(words).not.toContain('Delete Project')
  expect(await send(id, 'delete')).toMatchObject({
    data: { reply: { message: expect.stringContaining('it can only be archived') } },
    init: { status: 422 },
  })
  expect(toastOf(await send(id, 'archive'))).toContain('"title":"Project archived"')
  expect(toastOf(await restore(argsOf(id, admin, {})))).toContain('"title":"Project restored"')
})

test('with active investments there is no button, and the server refuses too', async () => {
  const id = await invested('active')
  const html = htmlOf(RemoveProject, pathOf(id), await load(id))
  expect(wordsOf(html)).toContain('It has 1 active investment.')
  expect(html).not.toContain('type="submit"')
  expect(await send(id, 'archive')).toMatchObject({ init: { status: 422 } })
})

test('MPR-021 a fault says so in a toast and changes nothing', async () => {
  const id = await aProject()
  await asSuperuser((client) => client.query('revoke delete on app.project from msingi_admin'))
  const refused = await send(id, 'delete')
  await asSuperuser((client) => client.query('grant delete on app.project to msingi_admin'))
  expect(refused).toMatchObject({
    data: {
      reply: { message: 'Failed to delete project. Please try again later. Reference test' },
      toast: { title: 'Failed to delete project', text: 'Please try again later.', kind: 'error' },
    },
    init: { status: 500 },
  })
  expect(await load(id)).toMatchObject({ removal: 'delete' })
})

test('it is an administrator’s to do, and an unknown project is not there', async () => {
  const id = await aProject()
  const investor = await anInvestor()
  await expect(load(id, investor)).rejects.toMatchObject({ status: 302 })
  await expect(send(id, 'delete', investor)).rejects.toMatchObject({ init: { status: 404 } })
  await expect(restore(argsOf(id, investor, {}))).rejects.toMatchObject({ init: { status: 404 } })
  for (const unknown of [randomUUID(), 'nothing']) {
    await expect(load(unknown)).rejects.toMatchObject({ init: { status: 404 } })
    await expect(send(unknown, 'delete')).rejects.toMatchObject({ init: { status: 404 } })
    await expect(restore(argsOf(unknown, admin, {}))).rejects.toMatchObject({
      init: { status: 404 },
    })
  }
  expect(await load(id)).toMatchObject({ removal: 'delete' })
})
