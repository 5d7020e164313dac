import { expect, test } from 'vitest'
import { anAdmin, anInvestor, aProject } from '../../../tests/people.ts'
import { requestBy } from '../../../tests/requests.ts'
import { loader } from './route.ts'

const admin = await anAdmin()

const choose = (query: string, by: Parameters<typeof requestBy>[0] = admin) =>
  loader(requestBy(by, `/admin-dashboard/choices?${query}`) as Parameters<typeof loader>[0])

test('MIV-043 the choices list id and name, by name, and narrow as one types', async () => {
  for (const name of ['Zahra Ali', 'Asha Farah', 'Asha Noor']) await anInvestor(name)
  await aProject('Coastal Villas')
  const names = async (query: string) => (await choose(query)).choices.map(({ name }) => name)
  expect(await names('of=investor&q=asha')).toEqual(['Asha Farah', 'Asha Noor'])
  const everybody = await names('of=investor')
  expect(everybody).toEqual(everybody.toSorted())
  expect((await choose('of=project&q=coastal')).choices).toEqual([
    { id: expect.any(String), name: 'Coastal Villas', detail: 'Nairobi' },
  ])
})

test('an investor is found by the whole of an e-mail, which tells namesakes apart', async () => {
  const [one] = [await anInvestor('Hibo Said'), await anInvestor('Hibo Said')]
  expect((await choose('of=investor&q=hibo')).choices).toHaveLength(2)
  const found = (await choose(`of=investor&q=${encodeURIComponent(one.email.toUpperCase())}`)).choices
  expect(found).toEqual([{ id: one.investorId, name: 'Hibo Said', detail: one.email }])
})

test('neither an investor nor a guest finds any', async () => {
  for (const stranger of [await anInvestor(), null]) {
    await expect(choose('of=investor', stranger)).rejects.toMatchObject({ status: 404 })
  }
})
