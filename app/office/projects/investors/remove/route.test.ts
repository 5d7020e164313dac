import { describe, expect, test } from 'vitest'
import { asSuperuser, change } from '../../../../../tests/database.ts'
import { anAdmin, anInvestment, anInvestor, aProject } from '../../../../../tests/people.ts'
import { formOf, requestBy } from '../../../../../tests/requests.ts'
import { usd } from '../../../../values/money.ts'
import { loader } from '../route.tsx'
import { action as remove, loader as removeLoader } from './route.tsx'

const admin = await anAdmin()

type Who = Parameters<typeof requestBy>[0]

type Params = { projectId: string; investmentId?: string }

function argsOf(params: Params, fields: Record<string, string> | null, by: Who = admin) {
  const path = `/admin-dashboard/projects/${params.projectId}/investors?q=garden`
  const sent = fields ? { method: 'POST', body: formOf(fields) } : {}
  return { ...requestBy(by, path, sent), params } as never
}

const load = (projectId: string, by: Who = admin) => loader(argsOf({ projectId }, null, by))

const sendRemove = (projectId: string, investmentId: string, as: string) =>
  remove(argsOf({ projectId, investmentId }, { as }))

function toastOf(answer: unknown, projectId: string) {
  if (!(answer instanceof Response)) throw new Error('no redirect')
  expect(answer.headers.get('Location')).toBe(
    `/admin-dashboard/projects/${projectId}/investors?q=garden`,
  )
  return decodeURIComponent(answer.headers.get('Set-Cookie') ?? '')
}

describe('removing an investor', () => {
  async function invested() {
    const projectId = await aProject()
    const id = await anInvestment((await anInvestor()).investorId, projectId, usd('1,000'))
    return { projectId, id }
  }
  const pay = (id: string, cents: number) =>
    change(
      `insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on)
       values ($1, 'payment', $2, '2026-03-01')`,
      [id, cents],
    )

  test('MPR-041 asks first; with nothing received the row goes, and the toast says so', async () => {
    const { projectId, id } = await invested()
    const { investment } = await removeLoader(argsOf({ projectId, investmentId: id }, null))
    expect(investment).toMatchObject({ hasHistory: false })
    expect(toastOf(await sendRemove(projectId, id, 'delete'), projectId)).toContain(
      '"title":"Investor removed"',
    )
    expect((await change('select from app.investment where id = $1', [id])).rowCount).toBe(0)
  })

  test('MPR-041 (W-28) with money on it the row is archived, and every cent stays', async () => {
    const { projectId, id } = await invested()
    await pay(id, 100_000)
    expect(await sendRemove(projectId, id, 'delete')).toMatchObject({ init: { status: 422 } })
    expect(toastOf(await sendRemove(projectId, id, 'archive'), projectId)).toContain(
      'Investor removed',
    )
    expect((await load(projectId)).total).toBe(0)
    expect(
      (
        await change(
          'select received_cents, archived_at is not null as archived from app.investment where id = $1',
          [id],
        )
      ).rows,
    ).toEqual([{ received_cents: '100000', archived: true }])
  })

  test('an active one is completed or cancelled first', async () => {
    const { projectId, id } = await invested()
    await pay(id, 50_000)
    expect(await sendRemove(projectId, id, 'archive')).toMatchObject({
      data: { reply: { message: 'This investment is active. Cancel or complete it first.' } },
    })
    expect((await load(projectId)).total).toBe(1)
  })

  test('MPR-042 a fault says so in a toast and removes nothing', async () => {
    const { projectId, id } = await invested()
    await asSuperuser((client) => client.query('revoke delete on app.investment from msingi_admin'))
    const refused = await sendRemove(projectId, id, 'delete')
    await asSuperuser((client) => client.query('grant delete on app.investment to msingi_admin'))
    expect(refused).toMatchObject({
      data: {
        toast: {
          title: 'Error removing investor',
          text: 'There was a problem removing the investor from this project.',
        },
      },
      init: { status: 500 },
    })
    expect((await load(projectId)).total).toBe(1)
  })

  test('one of another project is not there', async () => {
    const { id } = await invested()
    const other = await aProject()
    await expect(sendRemove(other, id, 'delete')).rejects.toMatchObject({ init: { status: 404 } })
    const loading = removeLoader(argsOf({ projectId: other, investmentId: id }, null))
    await expect(loading).rejects.toMatchObject({ init: { status: 404 } })
  })
})
