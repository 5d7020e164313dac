import { expect, test } from 'vitest'
import { change } from '../../tests/database.ts'
import { aDocument, anAdmin, anInvestment, anInvestor, aProject } from '../../tests/people.ts'
import { ask } from '../../tests/product.tsx'
import { requestBy } from '../../tests/requests.ts'
import { wordsOf } from '../../tests/screens.tsx'
import { cookiesOf } from '../../tests/visits.ts'
import { usd } from '../values/money.ts'
import { loader as distributions } from './distributions/export/route.ts'
import { loader as documents } from './documents/export/route.ts'
import { loader as investments } from './investments/export/route.ts'
import { loader as jump } from './jump/route.ts'
import { loader as notifications } from './notifications/export/route.ts'

const exports = { distributions, documents, investments, notifications }

const admin = await anAdmin()
const cookie = await cookiesOf(admin)
const investor = await anInvestor('Hodan Abdi')
const [garden, harbour] = [await aProject('Garden City'), await aProject('Harbour Lofts')]
const home = '/admin-dashboard'

async function fill(projectId: string, name: string) {
  const held = await anInvestment(investor.investorId, projectId, usd('1,500.40'))
  await aDocument({ projectId, title: `Deed of ${name}` })
  await change(
    `insert into app.notification (title, message, notification_type, audience, project_id, investor_id)
     values ($2, 'Words', 'general', 'project', $1, null)`,
    [projectId, `News about ${name}`],
  )
  await change(
    `with paid as (insert into app.distribution (project_id, total_cents, dated_on, note)
       values ($1, 50040, '2026-03-01', $3) returning id)
     insert into app.distribution_share (distribution_id, investment_id, amount_cents)
       select id, $2, 50040 from paid returning distribution_id as id`,
    [projectId, held, `Rent of ${name}`],
  )
}
await fill(garden, 'Garden')
await fill(harbour, 'Harbour')

const lists = [
  ['investments', 'Garden City', 'Harbour Lofts'],
  ['documents', 'Deed of Garden', 'Deed of Harbour'],
  ['notifications', 'News about Garden', 'News about Harbour'],
  ['distributions', 'Rent of Garden', 'Rent of Harbour'],
] as const

test.each(lists)(
  'LIST-003 (issue 31) the list of %s and its export are limited to a project by the address',
  async (list, own, other) => {
    const shown = async (search: string) => {
      const { status, html } = await ask(`${home}/${list}${search}`, { cookie })
      expect(status).toBe(200)
      return html.replaceAll(/<select.*?<\/select>|<script.*?<\/script>/gs, '')
    }
    const filtered = await shown(`?project=${garden}`)
    expect(filtered).toContain(own)
    expect(filtered).not.toContain(other)
    const request = requestBy(admin, `${home}/${list}/export?project=${garden}`)
    const file = await exports[list](request as never).then((answer) => answer.text())
    expect(file).toContain(own)
    expect(file).not.toContain(other)
    for (const unknown of ['x', '%00', '0198c0de-0000-7000-8000-000000000001'])
      expect(await shown(`?project=${unknown}`)).toContain(other)
    const { html } = await ask(`${home}/${list}?project=${garden}&sort=oldest`, { cookie })
    expect(html).toMatch(new RegExp(`<option value="${garden}" selected="">Garden City`))
    expect(html).toMatch(
      /<form[^>]*>(?:(?!<\/form>).)*name="sort" value="oldest"(?:(?!<\/form>).)*name="project"/s,
    )
  },
)

test('LIST-003 an archived project is offered only where it is chosen', async () => {
  const old = await aProject('Old Mill')
  await change('update app.project set archived_at = now() where id = $1', [old])
  const offer = async (search: string) => (await ask(`${home}/documents${search}`, { cookie })).html
  expect(await offer('')).not.toContain('Old Mill')
  expect(await offer(`?project=${old}`)).toContain('Old Mill')
})

test('LIST-004 (issue 31) a filtered list says its number and its money', async () => {
  const words = async (path: string) => wordsOf((await ask(`${home}/${path}`, { cookie })).html)
  expect(await words(`investments?project=${garden}`)).toContain(
    '1 investment Amount $1,500.40 Received $0 Remaining $1,500.40',
  )
  expect(await words('investments')).not.toContain('Amount $')
  expect(await words(`distributions?project=${garden}`)).toContain(
    '1 distribution Declared $500.40 Sent $0',
  )
  const { rows } = await change<{ id: string }>(
    'select id from app.distribution where project_id = $1',
    [garden],
  )
  await change("insert into app.distribution_void (distribution_id, reason) values ($1, 'Twice')", [
    rows[0]?.id,
  ])
  expect(await words(`distributions?project=${garden}`)).toContain(
    '1 distribution, 1 voided not included Declared $0 Sent $0',
  )
})

test('LIST-005 (issue 31) palette and project page lead to the lists of the project', async () => {
  const { lines } = await jump(requestBy(admin, `${home}/jump?q=garden`) as never)
  const found = lines.map(({ to }) => to)
  const { html } = await ask(`${home}/projects/${garden}`, { cookie })
  for (const [list] of lists) {
    expect(found).toContain(`${home}/${list}?project=${garden}`)
    expect(html).toContain(`href="${home}/${list}?project=${garden}"`)
  }
})
