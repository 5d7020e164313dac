import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import {
  anAdmin,
  anInvestment,
  anInvestor,
  anOffer,
  aProject,
  aStaffMember,
  as,
  asPerson,
} from '../../../tests/people.ts'
import { transact } from '../../platform/database/database.server.ts'
import { usd } from '../../values/money.ts'
import { addUnits, editUnit, removeUnit } from './change-units.server.ts'
import { parseUnits } from './unit.ts'
import { freeUnits, listUnits } from './units.server.ts'

const admin = await anAdmin()

const unitsIn = (text: string) => {
  const read = parseUnits(text)
  if ('message' in read) throw new Error(read.message)
  return read.units
}
const addTo = (projectId: string, text: string, by = admin) =>
  as(by, (actor) => addUnits(actor, projectId, { key: randomUUID(), units: unitsIn(text) }))
const listed = (projectId: string) => as(admin, (actor) => listUnits(actor, projectId))

async function unitOf(projectId: string, name: string) {
  const unit = (await listed(projectId)).find((known) => known.name === name)
  if (!unit) throw new Error(`no unit ${name}`)
  return unit
}

const own = (investmentId: string, unitId: string) =>
  change('update app.investment set unit_id = $2 where id = $1', [investmentId, unitId])

test('UNIT-007 units are added all or none, listed in the order of their numbers, and a second one of a name is refused', async () => {
  const projectId = await aProject()
  expect(await addTo(projectId, 'A-10\nA-9, 35,000\n25%, 5,000')).toEqual({ added: 3 })
  expect((await listed(projectId)).map(({ name, price }) => [name, price])).toEqual([
    ['A-9', usd('35,000')],
    ['A-10', null],
    ['25%', usd('5,000')],
  ])
  expect(await addTo(projectId, 'A-11\na-10')).toEqual({ refused: 'known', names: ['a-10'] })
  expect(await listed(projectId)).toHaveLength(3)
  expect(await addTo(randomUUID(), 'A-1')).toEqual({ refused: 'not-found' })
  const double = addTo(projectId, 'B-1')
  expect(await Promise.all([double, addTo(projectId, 'B-1')])).toContainEqual({
    refused: 'known',
    names: ['B-1'],
  })
})

test('UNIT-008 a unit is renamed also when it is owned, and its owner sees the new name', async () => {
  const projectId = await aProject()
  await addTo(projectId, 'A-1\nA-2\n25%')
  const anna = await anInvestor()
  const { id: unitId, version } = await unitOf(projectId, 'A-1')
  await own(await anInvestment(anna.investorId, projectId, usd('1,000')), unitId)
  const edit = (name: string, of = unitId, at = version) =>
    as(admin, (actor) =>
      editUnit(actor, { projectId, unitId: of }, { version: at, name, price: usd('9') }),
    )
  expect(await edit('A-2')).toEqual({ refused: 'known' })
  expect(await edit('30%')).toEqual({ refused: 'is-share' })
  expect(await edit('Penthouse')).toEqual({ unitId })
  expect(await edit('Penthouse 2')).toMatchObject({ refused: 'version-conflict' })
  const named = await asPerson(anna, ({ tx }) =>
    tx.selectFrom('project_unit').select('name').execute(),
  )
  expect(named).toEqual([{ name: 'Penthouse' }])
  const share = await unitOf(projectId, '25%')
  expect(await edit('Other', share.id, share.version)).toEqual({ unitId: share.id })
  expect(await unitOf(projectId, '25%')).toMatchObject({ price: usd('9') })
})

test('UNIT-009 only a free unit is removed, and a cancelled investment keeps the name of its unit', async () => {
  const projectId = await aProject()
  await addTo(projectId, 'A-1\nA-2')
  const anna = await anInvestor('Anna Mwangi')
  const { id: unitId, version } = await unitOf(projectId, 'A-1')
  const investmentId = await anInvestment(anna.investorId, projectId, usd('1,000'))
  await own(investmentId, unitId)
  const remove = () => as(admin, (actor) => removeUnit(actor, { projectId, unitId }, version))
  expect(await remove()).toEqual({ refused: 'held', by: 'Anna Mwangi', isRequested: false })
  await expect(
    change('update app.project_unit set archived_at = now() where id = $1', [unitId]),
  ).rejects.toThrow(/someone holds/)
  await expect(change('delete from app.project_unit where id = $1', [unitId])).rejects.toThrow()
  await change(
    `update app.investment set status = 'cancelled', cancelled_on = '2026-03-01' where id = $1`,
    [investmentId],
  )
  expect(await remove()).toEqual({ unitId })
  expect((await listed(projectId)).map(({ name }) => name)).toEqual(['A-2'])
  const named = await asPerson(anna, ({ tx }) =>
    tx.selectFrom('project_unit').select('name').execute(),
  )
  expect(named).toEqual([{ name: 'A-1' }])
  // The name is free for a new unit, and the cancelled investment does not take the removed one again.
  expect(await addTo(projectId, 'A-1')).toEqual({ added: 1 })
  await expect(
    change(`update app.investment set status = 'active', cancelled_on = null where id = $1`, [
      investmentId,
    ]),
  ).rejects.toThrow(/no longer of the project/)
})

test('UNIT-010 investors see the units that are theirs, guests only which are free, and staff write with the permission', async () => {
  const { projectId } = await anOffer({ target: usd('40,000') })
  await addTo(projectId, 'A-1, 10,000\nA-2, 10,000\nA-3, 90,000\n50%, 5,000\n75%, 5,000')
  const [anna, ben] = [await anInvestor(), await anInvestor()]
  await own(
    await anInvestment(anna.investorId, projectId, usd('10,000')),
    (await unitOf(projectId, 'A-1')).id,
  )
  const half = await anInvestment(ben.investorId, projectId, usd('10,000'))
  await change('update app.investment set share_bp = 5000 where id = $1', [half])
  const free = await transact({ role: 'guest' }, (guest) => freeUnits(guest, projectId))
  // A-3 costs more than what is left, and 75% no longer fits.
  expect(free.map(({ name }) => name)).toEqual(['A-2', '50%'])
  const sees = (person: typeof anna) =>
    asPerson(person, ({ tx }) => tx.selectFrom('project_unit').select('name').execute())
  expect(await sees(anna)).toEqual([{ name: 'A-1' }])
  expect(await sees(ben)).toEqual([])
  await change('update app.project set published = false where id = $1', [projectId])
  expect(await transact({ role: 'guest' }, (guest) => freeUnits(guest, projectId))).toEqual([])
  const cashier = await aStaffMember(['cashier'])
  await expect(addTo(projectId, 'B-1', cashier)).rejects.toThrow(/permission/)
})

test('UNIT-004 the database sells a unit once and no more than all shares, whatever the program does', async () => {
  const projectId = await aProject()
  await addTo(projectId, 'A-1\n25%')
  const [unit, share] = [await unitOf(projectId, 'A-1'), await unitOf(projectId, '25%')]
  const buyers = await Promise.all(Array.from({ length: 4 }, () => anInvestor()))
  const insert = (investorId: string, columns: string, value: unknown) =>
    asSuperuser(async (client) => {
      await client.query("select set_config('app.actor', 'command', false)")
      await client.query('begin')
      await client.query(
        `insert into app.investment (investor_id, project_id, amount_cents, invested_on, ${columns})
         values ($1, $2, 100, '2026-02-01', $3)`,
        [investorId, projectId, value],
      )
      // Keeps the others waiting, as a slow request would.
      await client.query('select pg_sleep(0.05)')
      await client.query('commit')
    })
  const atOnce = (columns: string, value: unknown) =>
    Promise.allSettled(buyers.map(({ investorId }) => insert(investorId, columns, value)))
  const count = (results: PromiseSettledResult<void>[]) =>
    results.filter(({ status }) => status === 'fulfilled').length
  expect(count(await atOnce('unit_id', unit.id))).toBe(1)
  expect(count(await atOnce('share_bp', 4000))).toBe(2)
  const [first] = buyers
  const refused = (columns: string, value: unknown) =>
    insert(first?.investorId ?? '', columns, value)
  await expect(refused('share_bp', 2001)).rejects.toThrow(/exceed no 100%/)
  await expect(refused('share_bp', 0)).rejects.toThrow(/share_bp_check/)
  await expect(refused('unit_id', share.id)).rejects.toThrow(/no longer of the project/)
  const other = await aProject('Another house')
  await addTo(other, 'B-1')
  await expect(refused('unit_id', (await unitOf(other, 'B-1')).id)).rejects.toThrow(
    /unit_of_project/,
  )
  await refused('share_bp', 2000)
})
