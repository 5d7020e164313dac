import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { anAdmin, anInvestment, anInvestor, aProject, as } from '../../../tests/people.ts'
import { setClock } from '../../platform/clock.server.ts'
import { usd } from '../../values/money.ts'
import { officeOverview, recentActivities } from './overview.server.ts'

const admin = await anAdmin()
let files = 0

async function aDocument(title: string, at: string, projectId: string | null) {
  files += 1
  const file = await change(
    `insert into app.stored_file (storage_key, original_name, media_type, byte_size, sha256)
     values ($1, 'a.pdf', 'application/pdf', 1, $2) returning id`,
    [`key-${files}`, String(files).padStart(64, '0')],
  )
  await change(
    `insert into app.document (title, document_type, project_id, file_id, uploaded_at)
     values ($1, 'legal', $2, $3, $4)`,
    [title, projectId, file.rows[0]?.id, at],
  )
}

async function anInvestmentAt(at: string, amount: string) {
  const investor = await anInvestor(`Investor ${amount}`)
  const project = await aProject(`Project ${amount}`)
  const id = await anInvestment(investor.investorId, project, usd(amount))
  await change('update app.investment set created_at = $2 where id = $1', [id, at])
  return { id, project }
}

test('ADM-010..013 the figures count investors, money, projects and documents', async () => {
  setClock(() => new Date('2026-11-20T09:00:00Z'))
  await anInvestor('Asha', 'pending')
  await anInvestor('Omar', 'inactive')
  const { project } = await anInvestmentAt('2026-11-01T08:00:00Z', '1000')
  const { id: cancelled } = await anInvestmentAt('2026-11-02T08:00:00Z', '50')
  await change(
    "update app.investment set status = 'cancelled', cancelled_on = '2026-11-03' where id = $1",
    [cancelled],
  )
  await change("update app.project set status = 'planned', archived_at = now() where id = $1", [
    project,
  ])
  const { investorId: gone } = await anInvestor('Idil')
  await change('update app.investor set archived_at = now() where id = $1', [gone])
  await change(`insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on)
    select id, 'payment', 25000, '2026-11-01' from app.investment where amount_cents = 100000`)
  await aDocument('Deed', '2026-10-31T20:59:00Z', project)
  await aDocument('Report', '2026-10-31T21:00:00Z', project)
  expect(await as(admin, officeOverview)).toMatchObject({
    money: { total: usd('1,000'), received: usd('250'), remaining: usd('750'), investments: 1 },
    investors: { all: 5, active: 2, pending: 1, inactive: 1, archived: 1 },
    projects: {
      planned: { count: 1, names: ['Project 1000'] },
      ongoing: { count: 1, names: ['Project 50'] },
      completed: { count: 0, names: [] },
    },
    documents: { all: 2, thisMonth: 1 },
  })
})

test('ADM-014..016 LIM-010 (W-53) the five latest of investments and documents, merged by the time of recording', async () => {
  const { project } = await anInvestmentAt('2026-11-10T08:00:00Z', '110')
  await anInvestmentAt('2026-11-12T08:00:00Z', '112')
  for (const dayOfMonth of ['09', '11', '13', '14']) {
    await aDocument(`Paper ${dayOfMonth}`, `2026-11-${dayOfMonth}T08:00:00Z`, project)
  }
  const activities = await as(admin, recentActivities)
  expect(
    activities.map((activity) =>
      activity.kind === 'document' ? activity.title : activity.investor,
    ),
  ).toEqual(['Paper 14', 'Paper 13', 'Investor 112', 'Paper 11', 'Investor 110'])
  expect(activities[0]).toMatchObject({
    project: 'Project 110',
    at: new Date('2026-11-14T08:00:00Z'),
  })
  expect(activities[2]).toMatchObject({ project: 'Project 112', amount: usd('112') })
})
