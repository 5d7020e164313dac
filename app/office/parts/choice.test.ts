import { expect, test } from 'vitest'
import { narrowed } from './choice.ts'

const choices = [
  { id: '1', name: 'Coastal Villas', detail: 'Mogadishu' },
  { id: '2', name: 'Corner Plaza', detail: 'Nairobi' },
]
const names = (typed: string) => narrowed(choices, typed).map(({ name }) => name)

test('until the server answers only what matches already is offered', () => {
  expect(names('')).toEqual(['Coastal Villas', 'Corner Plaza'])
  expect(names('co')).toEqual(['Coastal Villas', 'Corner Plaza'])
  expect(names(' CORNER ')).toEqual(['Corner Plaza'])
  expect(names('plaza')).toEqual(['Corner Plaza'])
  expect(names('pl')).toEqual([])
  expect(names('mogad')).toEqual(['Coastal Villas'])
})
