import { expect, test } from 'vitest'
import { listQuery, shownPage } from './list-query.ts'

const queryOf = (search: string) => listQuery(new URL(`https://msingi.test/list${search}`))

test('what is no page number is the first page', () => {
  for (const page of ['', '0', '-3', '1.5', 'two', '1e99', 'NaN'])
    expect(queryOf(`?page=${page}`).page).toBe(1)
  expect([queryOf('').page, queryOf('?page=7').page, queryOf('?page=9999999').page]).toEqual([
    1, 7, 1_000_000,
  ])
})

test('words to search are taken as typed, up to 200 characters', () => {
  expect([
    queryOf('').q,
    queryOf('?q=Ann+100%25').q,
    queryOf(`?q=${'x'.repeat(300)}`).q.length,
  ]).toEqual(['', 'Ann 100%', 200])
})

test('a page past the last is the last, and an empty list has one page', () => {
  expect([
    shownPage(1, 0, 12),
    shownPage(9, 0, 12),
    shownPage(9, 24, 12),
    shownPage(9, 25n, 12),
  ]).toEqual([1, 1, 2, 3])
  expect(shownPage(2, 25, 12)).toBe(2)
})

test('a search loses its control characters, which a database cannot even compare', () => {
  expect(listQuery(new URL('http://127.0.0.1/?q=%00Ann%07a')).q).toBe('Anna')
})
