import { expect, test } from 'vitest'
import { anInvestor, asPerson } from '../../tests/people.ts'
import { askedOnce } from './asked-once.server.ts'
import type { InvestorReader } from './database.server.ts'

test('what two ask in one transaction is asked once, and anew in the next one', async () => {
  let asked = 0
  const count = askedOnce(async (_reader: InvestorReader) => {
    asked += 1
    return asked
  })
  const person = await anInvestor()
  const twice = () => asPerson(person, (reader) => Promise.all([count(reader), count(reader)]))
  expect(await twice()).toEqual([1, 1])
  expect(await twice()).toEqual([2, 2])
})
