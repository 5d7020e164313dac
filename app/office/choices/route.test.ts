import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
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

test('an investor is found by the whole of an email, which tells namesakes apart', async () => {
  const [investor] = [await anInvestor('Hibo Said'), await anInvestor('Hibo Said')]
  expect((await choose('of=investor&q=hibo')).choices).toHaveLength(2)
  const found = (await choose(`of=investor&q=${encodeURIComponent(investor.email.toUpperCase())}`))
    .choices
  expect(found).toEqual([{ id: investor.investorId, name: 'Hibo Said', detail: investor.email }])
})

test('neither an investor nor a guest finds any', async () => {
  for (const stranger of [await anInvestor(), null]) {
    await expect(choose('of=investor', stranger)).rejects.toMatchObject({ status: 404 })
  }
})

test('MIV-333 a picker that is sent part of the matches says how many more there are', async () => {
  for (let count = 0; count < 23; count += 1) await anInvestor(`Crowded ${count}`)
  const found = await choose('of=investor&q=crowded')
  expect([found.choices.length, found.more]).toEqual([20, 3])
  expect((await choose('of=investor&q=crowded+1')).more).toBe(0)
  const everybody = await choose('of=investor')
  const { rows } = await change<{ count: number }>(
    'select count(*)::int from app.investor where archived_at is null',
  )
  expect(everybody.more).toBe((rows[0]?.count ?? 0) - 20)
  expect((await choose('of=account&q=crowded')).more).toBe(3)
  expect((await choose('of=project')).more).toBe(0)
})
