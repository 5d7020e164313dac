import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { commentRules } from './fences/comments.ts'
import { databaseRules } from './fences/database.ts'
import { exactValueRules } from './fences/exact-values.ts'
import { faultRules } from './fences/faults.ts'
import { commentWords, interfaceWords } from './fences/interface-words.ts'
import { loaderRules } from './fences/loaders.ts'
import { place, type Rule, readSource } from './fences/rule.ts'
import { ourFiles, projectRoot } from './fences/tree.ts'
import { wordRules } from './fences/words.ts'

const rules: Rule[] = [
  ...exactValueRules,
  ...wordRules,
  ...databaseRules,
  ...loaderRules,
  ...commentRules,
  commentWords,
  ...faultRules,
]
const tree = ourFiles().map(readSource)

test('the files of ours are found', () => {
  const paths = tree.map((source) => source.path)
  expect(paths).toEqual(
    expect.arrayContaining([
      'app/values/money.ts',
      'app/root.tsx',
      'db/migrate.ts',
      'config/config.ts',
    ]),
  )
})

describe.each(rules)('$name', (rule) => {
  test.each(rule.bad)('finds the bad example $path: $text', (example) => {
    expect(rule.find(readSource(example)).length).toBeGreaterThan(0)
  })

  test.each(rule.good)('passes the good example $path: $text', (example) => {
    expect(rule.find(readSource(example))).toEqual([])
  })

  test('holds everywhere', () => {
    const broken = tree.flatMap((source) =>
      rule.find(source).map((offset) => place(source, offset)),
    )
    expect(broken, rule.fix).toEqual([])
  })
})

test('MIN-346 interface strings avoid the words that readers stumbled over', () => {
  const { bad, good, find, fix } = interfaceWords
  expect(bad.filter((example) => find(readSource(example)).length === 0)).toEqual([])
  expect(good.filter((example) => find(readSource(example)).length > 0)).toEqual([])
  const broken = tree.flatMap((source) => find(source).map((offset) => place(source, offset)))
  expect(broken, fix).toEqual([])
})

/** The linter takes a text over many lines for one. */
test('no file is longer than 300 lines', () => {
  const linesOf = ({ text }: (typeof tree)[number]) => text.trimEnd().split('\n').length
  const long = tree.filter(
    (source) => source.path !== 'app/platform/database/database-types.ts' && linesOf(source) > 300,
  )
  expect(long.map(({ path }) => path)).toEqual([])
})

describe('migrations', () => {
  const folder = `${projectRoot}/db/migrations`
  const landed = readFileSync(`${projectRoot}/db/migrations.sha256`, 'utf8')
  const line = (name: string) =>
    `${createHash('sha256')
      .update(readFileSync(`${folder}/${name}`))
      .digest('hex')}  ${name}`
  const names = readdirSync(folder).toSorted()

  test('are never edited once landed', () => {
    const missing = names.map(line).filter((entry) => !landed.split('\n').includes(entry))
    const fix =
      'A migration that has landed stays as it is: undo the edit and write the next one. ' +
      'One that has not landed yet gets this line in db/migrations.sha256, in place of its earlier one:'
    expect(missing, fix).toEqual([])
  })

  test('are never removed', () => {
    const listed = landed.trim().split('\n').filter(Boolean)
    expect(listed.map((entry) => entry.split(/\s+/)[1])).toEqual(names)
  })

  test('are numbered in a row', () => {
    expect(names.map((name) => Number(name.slice(0, 4)))).toEqual(
      names.map((_, index) => index + 1),
    )
  })
})
