import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { anAdmin, anInvestment, anInvestor, aProject } from '../../../tests/people.ts'
import { requestBy } from '../../../tests/requests.ts'
import { usd } from '../../values/money.ts'
import { loader } from './route.ts'

const admin = await anAdmin()
const home = '/admin-dashboard'

async function jump(q: string, by: Parameters<typeof requestBy>[0] = admin) {
  const path = `${home}/jump?${new URLSearchParams({ q })}`
  const { lines } = await loader(requestBy(by, path) as Parameters<typeof loader>[0])
  return lines.map(({ group, label, detail, to }) => [group, label, detail, to])
}

const setTo = (status: string, id: string) =>
  change(
    `update app.investment set status = $1, cancelled_on = case when $1 = 'cancelled' then current_date end
    where id = $2`,
    [status, id],
  )

test('ADM-026 finds investors with their investments, and what may be paid on, by a part of the name', async () => {
  const hodan = await anInvestor('Hodan Abdi')
  const towers = await aProject('Twin Towers')
  const open = await anInvestment(hodan.investorId, towers, usd('2,500.50'))
  const over = await anInvestment(hodan.investorId, await aProject('Corner Plaza'), usd('900'))
  await setTo('cancelled', over)
  const found = await jump('ODAN A')
  expect(found).toEqual([
    ['Investors', 'Hodan Abdi', hodan.email, `${home}/investors/${hodan.investorId}`],
    ['Investments', 'Hodan Abdi, Corner Plaza', 'Cancelled', `${home}/investments/${over}`],
    ['Investments', 'Hodan Abdi, Twin Towers', '$2,501 remaining', `${home}/investments/${open}`],
    ['Actions', 'Record payment of Hodan Abdi, Twin Towers', undefined, `${home}/investments/${open}/ledger/payment`],
  ])
})

test('ADM-026 finds a project with its newest investments, three at most, each once', async () => {
  const { investorId } = await anInvestor('Villa Owner')
  const project = await aProject('Villa Park')
  const ids = []
  for (const amount of ['1', '2', '3', '4', '5']) ids.push(await anInvestment(investorId, project, usd(amount)))
  await change('update app.investment set archived_at = now() where id = $1', [ids[4]])
  const lines = await jump('villa')
  expect(lines.find(([group]) => group === 'Projects')).toEqual([
    'Projects',
    'Villa Park',
    'Nairobi',
    `${home}/projects/${project}`,
  ])
  const investments = lines.filter(([group]) => group === 'Investments').map(([, , , to]) => to)
  expect(investments).toEqual([ids[3], ids[2], ids[1]].map((id) => `${home}/investments/${id}`))
  const ofProject = (await jump('villa park')).filter(([group]) => group === 'Investments')
  expect(ofProject.map(([, , , to]) => to)).toEqual(investments)
})

test('ADM-026 shows five investors at most, and nothing for no words, nobody or signs that mean something in SQL', async () => {
  for (const last of ['A', 'B', 'C', 'D', 'E', 'F']) await anInvestor(`Crowd ${last}`)
  expect((await jump('crowd')).map(([, label]) => label)).toEqual(
    ['A', 'B', 'C', 'D', 'E'].map((one) => `Crowd ${one}`),
  )
  for (const q of ['', '   ', '%%%', "x' or 1=1 --", '\u0000']) expect(await jump(q), q).toEqual([])
})

test('ADM-026 neither an investor nor a guest finds anything', async () => {
  for (const stranger of [await anInvestor('Somebody Else'), null]) {
    await expect(jump('somebody', stranger)).rejects.toMatchObject({ status: 404 })
  }
})
