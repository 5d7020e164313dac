import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { change } from '../../../../../tests/database.ts'
import { aRequest } from '../../../../../tests/investment-requests.ts'
import {
  anAdmin,
  anInvestment,
  anInvestor,
  anOffer,
  aProject,
  as,
} from '../../../../../tests/people.ts'
import { formOf, requestBy } from '../../../../../tests/requests.ts'
import { htmlOf, wordsOf } from '../../../../../tests/screens.tsx'
import { listUnits } from '../../../../domain/projects/units.server.ts'
import { usd } from '../../../../values/money.ts'
import { action as addInvestment } from '../../../investments/new/route.tsx'
import { action as approve } from '../../../requests/approve/route.tsx'
import { action as edit } from './edit/route.tsx'
import { action as add } from './new/route.tsx'
import { action as remove } from './remove/route.tsx'
import Units, { loader } from './route.tsx'

const admin = await anAdmin()
type Who = Parameters<typeof requestBy>[0]
type Params = Record<string, string>

function argsOf(params: Params, fields: Record<string, string> | null, by: Who = admin) {
  const path = `/admin-dashboard/projects/${params.projectId}/units`
  const sent = fields ? { method: 'POST', body: formOf(fields) } : {}
  return { ...requestBy(by, path, sent), params } as never
}

const send = (projectId: string, units: string, by: Who = admin) =>
  add(argsOf({ projectId }, { key: randomUUID(), units }, by))
const screenOf = async (projectId: string) =>
  wordsOf(
    htmlOf(
      Units,
      `/admin-dashboard/projects/${projectId}/units`,
      await loader(argsOf({ projectId }, null)),
    ),
  )
const refused = (errors: Record<string, string>) => ({
  data: { reply: { errors } },
  init: { status: 422 },
})

async function unitOf(projectId: string, name: string) {
  const unit = (await as(admin, (actor) => listUnits(actor, projectId))).find(
    (known) => known.name === name,
  )
  if (!unit) throw new Error(`no unit ${name}`)
  return unit
}

const buy = (projectId: string, investorId: string, owned: string, more = {}) =>
  addInvestment(
    argsOf(
      { projectId },
      {
        key: randomUUID(),
        projectId,
        investorId,
        owned,
        amount: '1,000',
        investedOn: '2026-02-01',
        status: 'pending',
        furtherTranche: 'on',
        ...more,
      },
    ),
  )

test('UNIT-015 the page of a project shows which units are free and who owns or requested the others', async () => {
  const offered = await anOffer({ target: usd('90,000') })
  const { projectId } = offered
  expect(await screenOf(projectId)).toContain('No units or shares yet')
  expect(await send(projectId, 'A-1, 35,000\nA-2\nA-3\n25%, 5,000')).toBeInstanceOf(Response)
  const [anna, ben, chiku] = await Promise.all(
    ['Anna Mwangi', 'Ben Otieno', 'Chiku Adan'].map((name) => anInvestor(name)),
  )
  if (!anna || !ben || !chiku) throw new Error('no people')
  expect(await buy(projectId, anna.investorId, 'a-1')).toBeInstanceOf(Response)
  expect(await buy(projectId, chiku.investorId, '40%')).toBeInstanceOf(Response)
  const requestId = await aRequest(ben, offered, usd('1,000'))
  await change('alter table app.investment_request disable trigger user')
  await change('update app.investment_request set unit_id = $2 where id = $1', [
    requestId,
    (await unitOf(projectId, 'A-2')).id,
  ])
  await change('alter table app.investment_request enable trigger user')
  const words = await screenOf(projectId)
  expect(words).toContain('Units 1 of 3 free')
  expect(words).toMatch(
    /A-1 \$35,000 Sold Anna Mwangi .*A-2 – Requested Ben Otieno .*A-3 – Available/,
  )
  expect(words).toContain('40% sold or reserved, 60% available')
  expect(words).toMatch(/Owned 40% Chiku Adan/)
})

test('UNIT-016 lines that cannot be read and known names are refused at the field, and what was typed is kept', async () => {
  const projectId = await aProject()
  expect(await send(projectId, 'A-1')).toBeInstanceOf(Response)
  expect(await send(projectId, 'A-2\nA-1')).toMatchObject({
    data: {
      reply: {
        errors: { units: 'The project already has A-1. Remove it from the list.' },
        values: { units: 'A-2\r\nA-1' },
      },
    },
    init: { status: 422 },
  })
  expect(await send(projectId, 'A-2, 10.50')).toMatchObject(
    refused({ units: 'Line 1: Enter a price in whole dollars.' }),
  )
  await expect(send(projectId, 'A-3', await anInvestor())).rejects.toMatchObject({
    init: { status: 404 },
  })
})

test('UNIT-017 a unit is renamed and removed in dialogs, and one that is owned is not removed', async () => {
  const projectId = await aProject()
  await send(projectId, 'A-1\nA-2')
  const { id: unitId, version } = await unitOf(projectId, 'A-1')
  const params = { projectId, unitId }
  const rename = (name: string, price = '') =>
    edit(argsOf(params, { version: String(version), name, price }))
  expect(await rename('A-2')).toMatchObject(
    refused({ name: 'Another unit of this project has this name.' }),
  )
  expect(await rename('B-1', '0.50')).toMatchObject(
    refused({ price: 'Enter a price in whole dollars.' }),
  )
  expect(await rename('B-1', '35,000')).toBeInstanceOf(Response)
  const { investorId } = await anInvestor('Anna Mwangi')
  await buy(projectId, investorId, 'B-1')
  const gone = (at: number) => remove(argsOf(params, { version: String(at) }))
  expect(await gone(version + 1)).toMatchObject({
    data: { reply: { message: 'Anna Mwangi owns this unit, so it cannot be removed.' } },
  })
  const other = await unitOf(projectId, 'A-2')
  const freed = remove(argsOf({ projectId, unitId: other.id }, { version: String(other.version) }))
  expect(await freed).toBeInstanceOf(Response)
  expect(await screenOf(projectId)).not.toContain('A-2')
})

test('UNIT-018 an investment names a free unit or share; anything else is refused at its field with who has it', async () => {
  const projectId = await aProject()
  await send(projectId, 'A-1\nA-2')
  const [anna, ben] = [await anInvestor('Anna Mwangi'), await anInvestor('Ben Otieno')]
  expect(await buy(projectId, anna.investorId, 'A-1')).toBeInstanceOf(Response)
  const owned = (message: string) => refused({ owned: message })
  expect(await buy(projectId, ben.investorId, 'A-1')).toMatchObject(
    owned('A-1 is sold to Anna Mwangi. Choose another unit.'),
  )
  expect(await buy(projectId, ben.investorId, 'Z-9')).toMatchObject(
    owned('This project has no such unit. Enter the name of one, or a percentage.'),
  )
  expect(await buy(projectId, ben.investorId, '70%')).toBeInstanceOf(Response)
  expect(await buy(projectId, anna.investorId, '40%')).toMatchObject(
    owned('Only 30% of this project is available.'),
  )
  expect(await buy(projectId, anna.investorId, '101%')).toMatchObject(
    owned('A share can be at most 100%.'),
  )
  // A cancelled one takes nothing.
  expect(await buy(projectId, ben.investorId, 'A-1', { status: 'cancelled' })).toBeInstanceOf(
    Response,
  )
})

test('UNIT-019 a request whose unit was sold is not approved, and says so', async () => {
  const offered = await anOffer({ target: usd('90,000') })
  const { projectId } = offered
  await send(projectId, 'A-1, 1,000')
  const [anna, ben] = [await anInvestor(), await anInvestor()]
  const requestId = await aRequest(anna, offered, usd('1,000'))
  const { id: unitId } = await unitOf(projectId, 'A-1')
  const investmentId = await anInvestment(ben.investorId, projectId, usd('1,000'))
  await change('update app.investment set unit_id = $2 where id = $1', [investmentId, unitId])
  // Past the triggers, as a restored backup of a damaged database might have it.
  await change('alter table app.investment_request disable trigger user')
  await change('update app.investment_request set unit_id = $2 where id = $1', [requestId, unitId])
  await change('alter table app.investment_request enable trigger user')
  expect(await approve(argsOf({ requestId }, { key: randomUUID(), templateId: '' }))).toMatchObject(
    {
      data: { reply: { message: expect.stringContaining('no longer available') } },
      init: { status: 422 },
    },
  )
})
