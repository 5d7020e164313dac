import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { anAdmin, anInvestment, anInvestor, anOffer, as } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { requestBy } from '../../../tests/requests.ts'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import {
  addTemplate,
  setTemplateArchived,
} from '../../domain/payment-plans/change-templates.server.ts'
import { usd } from '../../values/money.ts'
import { basisPoints } from '../../values/percent.ts'
import { shouldRevalidate } from './approve/route.tsx'
import { loader as exportLoader } from './export/route.ts'

const admin = await anAdmin('Amina Yusuf')
const cookie = await cookiesOf(admin)
const home = '/admin-dashboard/requests'

async function aRequest(name: string, { note = null as string | null } = {}) {
  const investor = await anInvestor(name)
  const { projectId } = await anOffer({ units: 4, unitPrice: usd('5,000') }, 'Wharf Lofts')
  const { rows } = await change(
    `insert into app.investment_request (investor_id, project_id, amount_cents, note, understood_at)
     values ($1, $2, 1000000, $3, now()) returning id`,
    [investor.investorId, projectId, note],
  )
  return { id: rows[0]?.id ?? '', investor, projectId }
}

const look = async (path: string) => wordsOf((await ask(path, { cookie })).html)
const send = (path: string, fields: Record<string, string>) => ask(path, { cookie, form: fields })

test('requests are listed with who asks for what, searched and narrowed, and each open one can be decided', async () => {
  await aRequest('Zawadi Njoroge', { note: 'Call me in the evening' })
  const words = await look(`${home}?q=zawadi`)
  expect(words).toContain('Zawadi Njoroge')
  expect(words).toMatch(/Wharf Lofts .*Call me in the evening.* \$10,000 2 units Open/)
  expect(words).toContain('Approve the request of Zawadi Njoroge')
  expect(await look(`${home}?q=nobody-like-this`)).toContain(
    'No requests found matching your search',
  )
  expect(await look(`${home}?status=withdrawn`)).toContain('No requests')
})

test('REQ-007 an approval says what it does, makes the investment, and is told to the administrator who comes second', async () => {
  const { id, investor } = await aRequest('Abdi Farah')
  const dialog = await look(`${home}/${id}/approve?q=abdi`)
  expect(dialog).toContain('$10,000 , 2 units, pending, dated today')
  expect(dialog).toContain('then offers $10,000 more')
  expect(dialog).toContain('Approve request of $10,000')
  const approved = await send(`${home}/${id}/approve?q=abdi`, { key: randomUUID() })
  expect(approved).toMatchObject({ status: 303, location: `${home}?q=abdi` })
  const { rows } = await change(
    'select status, amount_cents from app.investment where investor_id = $1',
    [investor.investorId],
  )
  expect(rows).toEqual([{ status: 'pending', amount_cents: '1000000' }])
  const late = await send(`${home}/${id}/approve`, { key: randomUUID() })
  expect(late.status).toBe(422)
  expect(wordsOf(late.html)).toContain('This request was already approved, by Amina Yusuf.')
  expect(wordsOf(late.html)).not.toMatch(/then offers|Approve request of/)
  const second = await send(`${home}/${id}/decline`, { reason: 'Too late' })
  expect(second.status).toBe(422)
  expect(wordsOf(second.html)).toContain('This request was already approved, by Amina Yusuf.')
  expect(second.html).toContain('Too late')
  expect(await look(`${home}/${id}/decline`)).toContain(
    'This request was already approved, by Amina Yusuf.',
  )
  expect(await look(`${home}?q=abdi`)).toContain('Open the investment')
})

test('an approval that is refused has its dialog read again, by script too', () => {
  type RevalidateArgs = Parameters<typeof shouldRevalidate>[0]
  const after = (actionStatus: number) =>
    shouldRevalidate({ defaultShouldRevalidate: false, actionStatus } as RevalidateArgs)
  expect([after(422), after(500)]).toEqual([true, false])
})

test('REQ-007 a decline without a reason is refused next to its field; with one it is done', async () => {
  const { id } = await aRequest('Brian Mwangi')
  const refused = await send(`${home}/${id}/decline`, { reason: '  ' })
  expect(refused.status).toBe(422)
  expect(wordsOf(refused.html)).toContain('Enter a reason. The investor sees it.')
  expect(await send(`${home}/${id}/decline`, { reason: 'Nothing is left.' })).toMatchObject({
    status: 303,
  })
  expect(await look(`${home}?q=brian mwangi`)).toMatch(
    /Declined .*by Amina Yusuf Nothing is left\./,
  )
})

test.each([
  [
    'the project was archived',
    'update app.project set archived_at = now() where id = $1',
    'The project was archived',
  ],
  [
    'the project was completed',
    `update app.project set status = 'completed' where id = $1`,
    'was completed and',
  ],
])('an approval where %s in the meantime is refused with words', async (_, statement, sentence) => {
  const { id, projectId } = await aRequest('Fatuma Noor')
  await change(statement, [projectId])
  const answer = await send(`${home}/${id}/approve`, { key: randomUUID() })
  expect(answer.status).toBe(422)
  expect(wordsOf(answer.html)).toContain(sentence)
})

test('the dialog of a request whose project is closed says so before anyone presses, and leads to a decline', async () => {
  const { id, projectId } = await aRequest('Mohamed Hassan')
  await change(`update app.project set status = 'completed' where id = $1`, [projectId])
  const { html } = await ask(`${home}/${id}/approve`, { cookie })
  expect(wordsOf(html)).toContain(
    'was completed and no longer takes investments. Decline the request.',
  )
  expect(html).toContain(`href="${home}/${id}/decline"`)
  expect(wordsOf(html)).not.toMatch(/then offers|Approve request of/)
})

test('the list offers no approval of what cannot be approved, and neither does the dialog past the 14 days', async () => {
  const { id, projectId } = await aRequest('Zuhura Ndege')
  await change("update app.project set status = 'completed' where id = $1", [projectId])
  const words = await look(`${home}?q=zuhura`)
  expect(words).toContain('Its project is completed')
  expect(words).not.toContain('Approve the request of Zuhura Ndege')
  expect(words).toContain('Decline the request of Zuhura Ndege')
  await change("update app.project set status = 'ongoing' where id = $1", [projectId])
  expect(await look(`${home}?q=zuhura`)).toContain('Approve the request of Zuhura Ndege')
  await change(
    "update app.investment_request set reserved_until = now() - interval '1 minute' where id = $1",
    [id],
  )
  const dialog = await look(`${home}/${id}/approve`)
  expect(dialog).toContain('It is older than 14 days and no longer reserves anything.')
  expect(dialog).not.toContain('Approve request of')
})

test('the dialogs of a request whose investor was archived say so before anyone presses, and that no mail goes out', async () => {
  const { id, investor } = await aRequest('Clara Otieno')
  expect(await look(`${home}/${id}/decline`)).toContain(
    'Clara Otieno is notified, also by email, with the reason',
  )
  const { html } = await ask(`/admin-dashboard/investors/${investor.investorId}/removal`, {
    cookie,
  })
  expect(wordsOf(html)).toContain(
    '1 open request keeps its amount reserved until it is declined or 14 days old',
  )
  await change('update app.investor set archived_at = now() where id = $1', [investor.investorId])
  const words = await look(`${home}/${id}/approve`)
  expect(words).toContain('The investor was archived. Restore them first, or decline the request.')
  expect(words).not.toMatch(/then offers|Approve request of/)
  const decline = await look(`${home}/${id}/decline`)
  expect(decline).toContain('Clara Otieno is archived and receives no email')
  expect(decline).not.toContain('The investor sees it.')
  expect((await send(`${home}/${id}/decline`, { reason: 'Archived' })).status).toBe(303)
})

test('PLAN-115 an approval says that the template an investor chose is no longer offered', async () => {
  const { id, projectId } = await aRequest('Leila Hassan')
  const due = { kind: 'months', months: 0 } as const
  const lines = [{ label: null, percent: basisPoints(10_000), amount: null, due }]
  const added = await as(admin, (actor) =>
    addTemplate(actor, projectId, { key: randomUUID(), name: 'In one sum', lines }),
  )
  const templateId = 'templateId' in added ? added.templateId : ''
  await change('update app.investment_request set template_id = $2 where id = $1', [id, templateId])
  expect(await look(`${home}/${id}/approve`)).toContain('The investor chose it with the request.')
  const other = { key: randomUUID(), name: 'In one sum, later', lines }
  await as(admin, (actor) => addTemplate(actor, projectId, other))
  await as(admin, (actor) => setTemplateArchived(actor, { projectId, templateId }, true))
  expect(await look(`${home}/${id}/approve`)).toContain(
    'The template that the investor chose is no longer offered.',
  )
})

test('an approval of more than is left says how much that is', async () => {
  const { id, projectId } = await aRequest('Sahra Jama')
  await anInvestment((await anInvestor()).investorId, projectId, usd('15,000'))
  const words = await look(`${home}/${id}/approve`)
  expect(words).toContain('no longer offers as much: $5,000 is left. Decline the request')
  expect(words).not.toMatch(/then offers|Approve request of/)
  const answer = await send(`${home}/${id}/approve`, { key: randomUUID() })
  expect(wordsOf(answer.html)).toContain(
    'no longer offers as much: $5,000 is left. Decline the request',
  )
})

test('an unknown request is not found, in both dialogs', async () => {
  for (const id of [randomUUID(), 'nonsense']) {
    for (const act of ['approve', 'decline']) {
      expect((await ask(`${home}/${id}/${act}`, { cookie })).status).toBe(404)
      expect((await send(`${home}/${id}/${act}`, { key: randomUUID(), reason: 'No' })).status).toBe(
        404,
      )
    }
  }
})

test('REQ-010 open requests are counted on the dashboard, on Manage Investments and in the menu', async () => {
  await asSuperuser((client) => client.query('truncate app.investment_request'))
  expect(await look('/admin-dashboard/investments')).not.toContain('open request')
  await aRequest('Peter Mutua')
  const dashboard = await look('/admin-dashboard')
  expect(dashboard).toContain('1 investment request is waiting')
  expect(dashboard).toContain('$10,000 reserved')
  expect(await look('/admin-dashboard/investments')).toContain('1 open request')
})

test('the list as a file has amounts with cents, and formulas in a note are no formulas', async () => {
  await aRequest('Leyla Noor', { note: '=1+1' })
  const args = requestBy(admin, `${home}/export?q=leyla`)
  const file = await exportLoader({ ...args, params: {} } as unknown as Parameters<
    typeof exportLoader
  >[0])
  const text = await file.text()
  expect(file.headers.get('Content-Disposition')).toMatch(/requests-\d{4}-\d\d-\d\d\.csv/)
  expect(text.split('\r\n')).toHaveLength(3)
  expect(text).toContain(`,Wharf Lofts,10000.00,,2,"'=1+1",Open,`)
})
