import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { checkPassword } from './check-password.server.ts'

const person = { name: 'Jama Warsame', email: 'jama@example.com' }
const words = 'seven warm baobabs over a quarry'

test('a long password is judged by its first 40 code points, which is work enough', async () => {
  expect(await checkPassword(`${words} with forty lanterns`, person)).toBeNull()
  expect(await checkPassword('1'.repeat(128), person)).toBe('weak')
  expect(await checkPassword(`${'1'.repeat(40)}${words}`, person)).toBe('weak')
  expect(await checkPassword(`${'1'.repeat(20)}${words}`, person)).toBeNull()
})

test('no part of a long password may be personal', async () => {
  expect(await checkPassword(`${words} with forty lanterns of jama`, person)).toBe('personal')
})

test.each(['msingi2026', 'investor2026', 'mogadishu1', 'property2026'])(
  'words of the business make no password: %s',
  async (typed) => {
    expect(await checkPassword(typed, person)).toBe('weak')
  },
)

test('any signs will do, from 8 to 128 code points', async () => {
  expect(await checkPassword('quarrylantern', person)).toBeNull()
  expect(await checkPassword('🏠🪨🌿🐘 umoja', person)).toBeNull()
  expect(await checkPassword('qX7#'.repeat(2).slice(0, 7), person)).toBe('short')
  expect(await checkPassword(`${words} ${words} ${words}`.padEnd(128, '-'), person)).toBeNull()
  expect(await checkPassword('x'.repeat(129), person)).toBe('long')
})

test('the passwords that are leaked most often are refused, of those that are long enough', async () => {
  const mostUsed = dictionary['passwords-common']
    .filter((typed) => [...typed].length >= 8)
    .slice(0, 3000)
  expect(mostUsed).toHaveLength(3000)
  const everyFiftieth = mostUsed.filter((_, place) => place % 50 === 0)
  const judged = await Promise.all(everyFiftieth.map((typed) => checkPassword(typed, person)))
  expect(everyFiftieth.filter((_, place) => judged[place] === null)).toEqual([])
})
