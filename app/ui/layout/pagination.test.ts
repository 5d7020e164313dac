import { expect, test } from 'vitest'
import { withSearchParam } from '../fields/search-params.ts'
import { pagesShown } from './pagination.tsx'

test('the first page, the last and those around the current one are shown', () => {
  expect(pagesShown(1, 1)).toEqual([1])
  expect(pagesShown(1, 3)).toEqual([1, 2, 3])
  expect(pagesShown(5, 20)).toEqual([1, null, 4, 5, 6, null, 20])
})

test('a gap of one page is that page, not dots', () => {
  expect(pagesShown(4, 7)).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test('a filter keeps the search and starts on the first page', () => {
  const here = new URLSearchParams('q=amina&status=active&page=3')
  expect(withSearchParam(here, 'status', 'pending')).toBe('?q=amina&status=pending')
  expect(withSearchParam(here, 'status', '')).toBe('?q=amina')
  expect(withSearchParam(here, 'page', '4')).toBe('?q=amina&status=active&page=4')
})

test('nothing left to say leaves the address bare', () => {
  expect(withSearchParam(new URLSearchParams('page=2'), 'page', '')).toBe('')
})
