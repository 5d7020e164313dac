import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { withEdits } from './mutation/mutant.ts'
import { mutantsOfQueries } from './mutation/query-mutants.ts'
import { mutantsOfSqlFiles } from './mutation/sql-files.ts'
import { readTokens, sqlMutants } from './mutation/sql-text.ts'

const folder = mkdtempSync(join(tmpdir(), 'msingi-mutants-'))
afterAll(() => rmSync(folder, { recursive: true }))

const mutated = (sql: string) =>
  sqlMutants(readTokens(sql)).map(({ edits }) => withEdits(sql, edits))

function fileWith(name: string, text: string): string {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

test.each([
  ['select 1 from a where b and c', ['select 1 from a where c', 'select 1 from a where b ']],
  ['select 1 from a where b between 1 and 2', ['select 1 from a ']],
  ["if a = 'x and y' and b then", ["if a = 'x and y'  then"]],
  [
    'select 1 from a where (b or c and d) limit 1',
    ['select 1 from a  limit 1', 'select 1 from a where (b or c ) limit 1'],
  ],
  ['select sum(a) filter (where b) from c', ['select sum(a)  from c']],
  ['select a.b, c as d from e', ['select c as b, a.b as d from e']],
  [
    'select sum(a), b, C from e order by b, f',
    [
      'select sum(a), C as b, b as C from e order by b, f',
      'select sum(a), b, C from e order by f, b',
    ],
  ],
  [
    'select from a left join b on c join d on e and f',
    [
      'select from a left join b on c left join d on e and f',
      'select from a left join b on c join d on f',
      'select from a left join b on c join d on e ',
    ],
  ],
])('mutants of %s', (sql, expected) => {
  expect(mutated(sql).toSorted()).toEqual(expected.toSorted())
})

test('queries of TypeScript lose a condition, swap two columns and widen a join', () => {
  const source = `q.innerJoin('a', (join) => join.onRef('b', '=', 'c').on('d', '=', e)).where(f).select(['g.h', 'i as j'])
q.where((r) => r.and([x, y])).where(sql\`k = \${l} and m\`)`
  const changed = mutantsOfQueries(fileWith('queries.ts', source)).map(({ edits }) =>
    withEdits(source, edits),
  )
  for (const [left, right] of [
    ["q.innerJoin('a'", "q.leftJoin('a'"],
    [".on('d', '=', e)", ''],
    ['.where(f)', ''],
    ["'g.h', 'i as j'", "'i as h', 'g.h as j'"],
    ['.where((r) => r.and([x, y]))', ''],
    ['x, y]', ' y]'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is code
    ['k = ${l} and m', 'k = ${l} '],
  ] as const)
    expect(changed).toContain(source.replace(left, right))
})

test('of a function that was made again only the newest is changed', () => {
  const old = fileWith(
    '1.sql',
    'create function app.share() returns int as $$ select 1 where a; $$; update b set c = d where e;',
  )
  const newer = fileWith(
    '2.sql',
    'create or replace function app.share() returns int as $$ select 2 where a and b; $$;',
  )
  const policy = fileWith('3.sql', 'create policy own on app.a for select to me using (b and c)')
  const found = mutantsOfSqlFiles([old, newer, policy])
  expect(found.map(({ file, within }) => [file, within])).toEqual([
    [newer, 'function share'],
    [newer, 'function share'],
    [policy, 'policy own app.a'],
  ])
})
