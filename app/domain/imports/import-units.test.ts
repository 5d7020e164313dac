import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { anAdmin, anInvestment, anInvestor, aProject, as } from '../../../tests/people.ts'
import { requestBy } from '../../../tests/requests.ts'
import { loader as exportInvestments } from '../../office/investments/export/route.ts'
import { usd } from '../../values/money.ts'
import { addUnits } from '../projects/change-units.server.ts'
import { parseUnits } from '../projects/unit.ts'
import { checkImport, confirmImport, keepFile } from './imports.server.ts'

const admin = await anAdmin()
const anna = await anInvestor('Anna Importer')

const check = (content: string) => as(admin, (actor) => checkImport(actor, 'investments', content))
const problemsOf = async (content: string) =>
  (await check(content)).problems.map(({ row, column, says }) => `${row} ${column}: ${says}`)

async function confirm(content: string) {
  const { fingerprint } = await check(content)
  return as(admin, async (actor) => {
    const kept = await keepFile(actor, { list: 'investments', name: 'units.csv', content })
    if ('refused' in kept) throw new Error(kept.refused)
    return confirmImport(actor, { list: 'investments', importId: kept.importId, fingerprint })
  })
}

async function aHouse(text: string) {
  const projectId = await aProject()
  const read = parseUnits(text)
  if ('message' in read) throw new Error(read.message)
  await as(admin, (actor) => addUnits(actor, projectId, { key: randomUUID(), units: read.units }))
  const { rows } = await change('select slug as id from app.project where id = $1', [projectId])
  return { projectId, slug: rows[0]?.id ?? '' }
}

const owned = async (projectId: string) =>
  (
    await change<{ owned: string | null; status: string }>(
      `select app.owned_text(unit_id, share_bp) as owned, status from app.investment
       where project_id = $1 order by amount_cents`,
      [projectId],
    )
  ).rows.map((row) => `${row.owned} ${row.status}`)

const heading = 'Investor email;Project slug;Unit or share;Amount (USD);Status;Investment date'
const fileOf = (slug: string, rows: [owned: string, amount: string, status?: string][]) =>
  [
    heading,
    ...rows.map(
      ([named, amount, status = 'Active']) =>
        `${anna.email};${slug};${named};${amount};${status};2026-02-01`,
    ),
  ].join('\n')

test('UNIT-011 investments are imported with their units and shares, and an export is imported again without a change', async () => {
  const { projectId, slug } = await aHouse('A-1\nA-2')
  const content = fileOf(slug, [
    ['a-1', '1000'],
    ['25%', '2000'],
    ['12.5 %', '3000'],
    ['A-1', '4000', 'Cancelled'],
    ['', '5000'],
  ])
  expect(await confirm(content)).toEqual({ added: 5, leftOut: 0 })
  expect(await owned(projectId)).toEqual([
    'A-1 active',
    '25% active',
    '12.5% active',
    'A-1 cancelled',
    'null active',
  ])
  const file = await exportInvestments(
    requestBy(admin, `/admin-dashboard/investments/export?project=${projectId}`) as never,
  )
  const text = await file.text()
  expect(text).toContain('A-1')
  const again = await check(text)
  expect(again).toMatchObject({ problems: [], ready: [] })
  expect(again.here).toHaveLength(5)
  // Without the ids the same rows are found by their facts.
  const { here, ready, problems } = await check(content)
  expect([here.length, ready.length, problems]).toEqual([5, 0, []])
  const other = text.replace('A-1', 'A-2')
  expect((await check(other)).problems).toHaveLength(1)
})

test('UNIT-012 a file names no unit twice, none that is sold, and no more than all shares, each with its row', async () => {
  const { projectId, slug } = await aHouse('A-1\nA-2\nA-3')
  const sold = await anInvestment((await anInvestor()).investorId, projectId, usd('1'))
  await change(
    `update app.investment set unit_id = (select id from app.project_unit where name = 'A-3' and project_id = $2) where id = $1`,
    [sold, projectId],
  )
  const rows = fileOf(slug, [
    ['A-1', '1000'],
    ['A-1', '2000'],
    ['A-3', '3000'],
    ['B-9', '4000'],
    ['60%', '5000'],
    ['50%', '6000'],
    ['140%', '7000'],
    ['A-1', '8000', 'Cancelled'],
  ])
  expect(await problemsOf(rows)).toEqual([
    '3 Unit or share: The same unit is in row 2.',
    '4 Unit or share: This unit is already sold or reserved.',
    '5 Unit or share: This project has no such unit.',
    '7 Unit or share: Only 40% of this project is available.',
    '8 Unit or share: A share can be at most 100%.',
  ])
})

test('two units of one price, bought on one day, are two investments', async () => {
  const { projectId, slug } = await aHouse('A-1\nA-2')
  const content = fileOf(slug, [
    ['A-1', '1000'],
    ['A-2', '1000'],
  ])
  expect(await confirm(content)).toEqual({ added: 2, leftOut: 0 })
  expect((await owned(projectId)).toSorted()).toEqual(['A-1 active', 'A-2 active'])
  expect((await check(content)).ready).toEqual([])
})
