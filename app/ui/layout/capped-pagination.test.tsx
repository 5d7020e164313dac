import { expect, test } from 'vitest'
import { htmlOf, wordsOf } from '../../../tests/screens.tsx'
import { Pagination } from './pagination.tsx'

const shown = (page: number, total: number, capped: boolean) => {
  const html = htmlOf(
    () => <Pagination page={page} pageSize={25} total={total} capped={capped} />,
    '/',
  )
  return {
    words: wordsOf(html),
    pages: [...html.matchAll(/aria-label="Page (\d+)"/g)].map(([, number]) => Number(number)),
    next: /href="[^"]*page=(\d+)"[^>]*aria-label="Next page"|aria-label="Next page"[^>]*href="[^"]*page=(\d+)"/
      .exec(html)
      ?.slice(1)
      .find(Boolean),
  }
}

test('LIM-508 past 10,000 a list that is counted no further says 10,000+, has no link to its last page, and its next page', () => {
  const first = shown(1, 10_001, true)
  expect(first.words).toContain('1–25 of 10,000+')
  expect(first).toMatchObject({ pages: [1, 2], next: '2' })
  expect(shown(401, 10_026, true)).toMatchObject({ pages: [1, 400, 401, 402], next: '402' })
  expect(shown(402, 10_050, true)).toMatchObject({ pages: [1, 401, 402], next: undefined })
  expect(shown(401, 10_026, true).words).toContain('10,001–10,025 of 10,025+')
  expect(shown(402, 10_050, true).words).toContain('10,026–10,050 of 10,050')
  expect(shown(402, 10_050, true).words).not.toContain('+')
  const exact = shown(1, 10_000, true)
  expect(exact.words).toContain('of 10,000')
  expect(exact.words).not.toContain('10,000+')
  expect(exact.pages.at(-1)).toBe(400)
})

test('a list that is counted exactly says how many there are, and leads to its last page', () => {
  const exact = shown(1, 300_021, false)
  expect(exact.words).toContain('of 300,021')
  expect(exact.pages.at(-1)).toBe(12_001)
})
