import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test.each([
  ['Hodan Abdi', 'HA'],
  [' wanjiku  wa kamau ', 'WK'],
  ['Faith', 'F'],
  ['عبد الرحمن محمد 🏗️👨‍👩‍👧', 'عم'],
  ['🏗️', ''],
  ["O'Brien (Ben)", 'OB'],
  ['Şükrü Éva', 'ŞÉ'],
])('the mark next to %s is %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
