import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { disagreements, idsIn, readBehaviours, testsIn } from './behaviours.ts'
import { ourFiles, projectRoot } from './fences/tree.ts'

const behaviours = readBehaviours(readFileSync(join(projectRoot, 'docs/behaviours.tsv'), 'utf8'))
/** This file names rows only as examples. */
const testFiles = ourFiles().filter(
  ({ path }) => /\.(test|spec)\.tsx?$/.test(path) && path !== 'tests/behaviours.test.ts',
)

test('every row has its own id', () => {
  const ids = behaviours.map(({ id }) => id)
  expect(ids.length).toBeGreaterThanOrEqual(550)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  expect(ids.filter((id) => idsIn(id).join() !== id)).toEqual([])
})

test('table and tests agree on what is proven', () => {
  const tests = testFiles.flatMap(({ path, text }) => testsIn(path, text))
  expect(tests.length).toBeGreaterThan(50)
  expect(disagreements(behaviours, tests)).toEqual([])
})

describe('the fence itself', () => {
  const row = (id: string, state: string) => ({ id, sentence: 'It holds.', state })
  const titled = (title: string) => [{ path: 'a.test.ts', title }]

  test('an open row that a test names is found, with the line to change', () => {
    expect(disagreements([row('MIV-034', 'open')], titled('MIV-034 is refused'))).toEqual([
      expect.stringContaining('end the row MIV-034 of docs/behaviours.tsv with "proven"'),
    ])
  })

  test('a proven or replaced row that no test names is found', () => {
    expect(
      disagreements([row('MIV-034', 'proven'), row('MIV-035', 'replaced: W-22')], []),
    ).toHaveLength(2)
  })

  test('an id that no row has is found', () => {
    expect(disagreements([], titled('MIV-999 is refused'))).toEqual([
      expect.stringContaining('MIV-999'),
    ])
  })

  test('agreement is silence', () => {
    const rows = [
      row('MIV-034', 'proven'),
      row('MIV-035', 'replaced: W-22'),
      row('MIV-036', 'open'),
    ]
    expect(disagreements(rows, titled('MIV-034..035 (W-22) with SHA-256 and AES-128'))).toEqual([])
  })

  test('ranges name every row between', () => {
    expect(idsIn('PUB-012..015 and RT-007, LIM-001..LIM-002')).toEqual([
      'PUB-012',
      'PUB-013',
      'PUB-014',
      'PUB-015',
      'RT-007',
      'LIM-001',
      'LIM-002',
    ])
  })

  test('tests that do not run prove nothing', () => {
    const text = `
      test('a', run)
      test.skip('b', run)
      it.todo('c')
      test.skipIf(slow)('d', run)
      describe.skip('e', () => { test('f', run) })
      describe('g', () => { it.each([1, 2])('h %i', run) })
      test.describe('i', () => { test(\`j\`, run) })
      // test('k', run)
      const text = "test('l', run)"
      group.test('m', run)
    `
    expect(testsIn('a.test.ts', text).map(({ title }) => title)).toEqual(['a', 'g h %i', 'i j'])
  })

  test('a state that is none of the three, or a lost column, is refused by its line', () => {
    const head = 'id\tarea\tactor\tbehaviour\texact_strings\tsource\tnote\tstate'
    const table = (state: string) => `${head}\nMIV-034\tMIV\tadmin\tIt holds.\t\t\t\t${state}\n`
    for (const state of [
      'open',
      'proven',
      'replaced: W-22',
      'replaced: decisions §4',
      'replaced: decisions §4, W-22',
    ]) {
      expect(readBehaviours(table(state))).toEqual([
        { id: 'MIV-034', sentence: 'It holds.', state },
      ])
    }
    for (const state of ['', 'done', 'replaced', 'replaced: W-2']) {
      expect(() => readBehaviours(table(state))).toThrow('docs/behaviours.tsv:2: MIV-034')
    }
    expect(() => readBehaviours(table('open').replace('\tIt holds.', ''))).toThrow(
      'docs/behaviours.tsv:2',
    )
    expect(() => readBehaviours('id\tstate\n')).toThrow('the columns are')
  })
})
