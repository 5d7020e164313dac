import { expect, test } from 'vitest'
import { strengthOf } from './strength.ts'

test.each([
  ['', { stones: 0, word: '' }],
  ['seven67', { stones: 1, word: 'Too short' }],
  ['abababababababab', { stones: 1, word: 'Easy to guess' }],
  ['baobab71', { stones: 2, word: 'Fair' }],
  ['seven warm baobabs', { stones: 3, word: 'Strong' }],
  ['x'.repeat(129), { stones: 1, word: 'Too long' }],
])('%j lays its stones', (password, strength) => {
  expect(strengthOf(password)).toEqual(strength)
})
