import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

type Row = { id: string; level: string; state: string; where: string }

const linesOf = async (path: string) => (await readFile(path, 'utf8')).split('\n')
const required = (await linesOf('docs/specification/asvs-5.0-level-2.tsv'))
  .slice(1)
  .filter(Boolean)
  .map((line) => line.split('\t').slice(0, 2).join(' '))
const text = await readFile('docs/security.md', 'utf8')
const rows: Row[] = text.split('\n').flatMap((line) => {
  const [, id = '', level = '', state = '', where = ''] =
    /^\| (V[\d.]+) \| (\d) \| (\S+) \| (.+) \|$/.exec(line) ?? []
  return id ? [{ id, level, state, where }] : []
})
const applicable = rows.filter(({ state }) => state !== 'n/a')
const met = rows.filter(({ state }) => state === 'met')

test('every requirement of levels 1 and 2 has one row, in the order of the standard', () => {
  expect(rows.map(({ id, level }) => `${id} ${level}`)).toEqual(required)
  expect(rows.filter(({ state }) => !['met', 'n/a', 'open'].includes(state))).toEqual([])
})

test('no requirement of level 1 is open, and at least 90% of the applicable ones are met', () => {
  expect(rows.filter(({ level, state }) => level === '1' && state === 'open')).toEqual([])
  expect(met.length / applicable.length).toBeGreaterThanOrEqual(0.9)
})

test('the summary counts what the rows say', () => {
  for (const level of ['1', '2']) {
    const ofLevel = (some: Row[]) => some.filter((row) => row.level === level).length
    const [all, done, none] = [
      ofLevel(applicable),
      ofLevel(met),
      ofLevel(rows) - ofLevel(applicable),
    ]
    const share = Math.floor((done * 100) / all)
    expect(text).toContain(`| ${level} | ${all} | ${done} | ${all - done} | ${share}% | ${none} |`)
  }
})

test('every file that is named exists, and every section that is referred to', () => {
  const named = [...text.matchAll(/`((?:app|bench|db|docs|server|tests)\/[\w./-]+)`/g)].map(
    ([, path = '']) => path,
  )
  expect(named.length).toBeGreaterThan(200)
  expect([...new Set(named)].filter((path) => !existsSync(path))).toEqual([])
  const sections = rows.flatMap(({ where }) =>
    [...where.matchAll(/"([^"]+)"/g)].map(([, title]) => title),
  )
  expect(sections.filter((title) => !text.includes(`\n### ${title}\n`))).toEqual([])
})

test('whatever is open says what is missing', () => {
  for (const { id, where, state } of rows)
    if (state === 'open') expect(where.length, id).toBeGreaterThan(60)
})
