import { expect, test } from 'vitest'
import { readCode } from './second-factor.server.ts'

test.each([
  ['123456', { kind: 'app', code: '123456' }],
  [' 123 456 ', { kind: 'app', code: '123456' }],
  ['ABCDE-23456', { kind: 'recovery', code: 'abcde-23456' }],
  ['abcde23456', { kind: 'recovery', code: 'abcde-23456' }],
  ['12345', null],
  ['', null],
  ['x'.repeat(1_000_000), null],
])('what is typed as %.20j is read as a code or not at all', (typed, read) => {
  expect(readCode(typed)).toEqual(read)
})

test.each([
  ['abcde\u201323456', 'an en dash'],
  ['abcde\u201423456', 'an em dash'],
  ['abcde\u201123456', 'a non-breaking hyphen'],
  ['abcde\u221223456', 'a minus sign'],
  ['abcde\u00ad-23456\u200b', 'invisible characters'],
  ['ABCDE\uff0d２３４５６', 'full width'],
])('AUTH-410 a recovery code is read with any dash: %s (%s)', (typed) => {
  expect(readCode(typed)).toEqual({ kind: 'recovery', code: 'abcde-23456' })
})

test.each(['٠١٢٣٤٥', '۰۱۲۳۴۵', '०१२३४५'])(
  'AUTH-410 a code of the app is read in the figures of its script: %s',
  (typed) => {
    expect(readCode(typed)).toEqual({ kind: 'app', code: '012345' })
  },
)
