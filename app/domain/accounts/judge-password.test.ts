import { expect, test } from 'vitest'
import { judgePassword } from './judge-password.server.ts'

const person = { name: 'Jama Warsame', email: 'jama@example.com' }
const words = 'seven warm baobabs over a quarry'

test('a long password is judged by its first 40 code points, which is work enough', () => {
  expect(judgePassword(`${words} with forty lanterns`, person)).toBeNull()
  expect(judgePassword('1'.repeat(128), person)).toBe('weak')
  expect(judgePassword(`${'1'.repeat(40)}${words}`, person)).toBe('weak')
  expect(judgePassword(`${'1'.repeat(20)}${words}`, person)).toBeNull()
})

test('no part of a long password may be personal', () => {
  expect(judgePassword(`${words} with forty lanterns of jama`, person)).toBe('personal')
})
