import { expect, test } from 'vitest'
import { strengthOf } from './strength.ts'

test.each([
  ['', { stones: 0, word: '' }],
  ['seven67', { stones: 1, word: 'Too short' }],
  ['abababababababab', { stones: 1, word: 'Easy to guess' }],
  ['baobab71', { stones: 2, word: 'Longer is safer' }],
  ['seven warm baobabs', { stones: 3, word: 'Long' }],
  ['x'.repeat(129), { stones: 1, word: 'Too long' }],
])('%j lays its stones', (password, strength) => {
  expect(strengthOf(password)).toEqual(strength)
})

test('what the server refused lays one stone until it is changed', () => {
  expect(strengthOf('password1', 'password1')).toEqual({ stones: 1, word: 'Choose a stronger one' })
  expect(strengthOf('password12', 'password1').stones).toBe(2)
})
