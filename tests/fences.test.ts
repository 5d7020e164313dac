import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BadImport, badImports, goodImports } from './fences/imports.ts'
import { badLines, goodLines } from './fences/lines.ts'
import { projectRoot } from './fences/tree.ts'

/** A small copy of the project with the real configuration, where every file breaks one rule. */
const copy = mkdtempSync(join(tmpdir(), 'msingi-fences-'))
const settings = [
  'biome.json',
  '.dependency-cruiser.cjs',
  'tsconfig.json',
  'package.json',
  '.gitignore',
]
const packages = ['pg', 'kysely', 'pg-boss', 'nodemailer']

function write(path: string, text: string): void {
  mkdirSync(dirname(join(copy, path)), { recursive: true })
  writeFileSync(join(copy, path), text)
}

function run(tool: string, ...words: string[]): string {
  const command = [join(projectRoot, 'node_modules', tool), ...words]
  return spawnSync(process.execPath, command, { cwd: copy, encoding: 'utf8', maxBuffer: 2 ** 26 })
    .stdout
}

beforeAll(() => {
  for (const name of settings) copyFileSync(join(projectRoot, name), join(copy, name))
  for (const name of packages) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'main.js' }))
    write(`node_modules/${name}/main.js`, 'module.exports = {}')
  }
})

afterAll(() => rmSync(copy, { recursive: true, force: true }))

test('the linter finds every bad example, and nothing in the good ones', () => {
  const examples = [...badLines, ...goodLines]
  for (const [index, example] of examples.entries())
    write(example.path.replace('*', `x${index}`), example.text)
  const { diagnostics } = JSON.parse(
    run('@biomejs/biome/bin/biome', 'lint', '--reporter=json', '--max-diagnostics=none'),
  )
  const found: [path: string, rule: string][] = diagnostics
    .filter((diagnostic: { severity: string }) => diagnostic.severity === 'error')
    .map((diagnostic: { category: string; location: { path: string } }) => [
      diagnostic.location.path,
      diagnostic.category.split('/').at(-1),
    ])
  const missed = badLines.filter(
    ({ path, rule }, index) =>
      !found.some(
        (violation) => violation[0] === path.replace('*', `x${index}`) && violation[1] === rule,
      ),
  )
  expect(missed).toEqual([])
  const paths = goodLines.map(({ path }, index) => path.replace('*', `x${badLines.length + index}`))
  expect(found.filter(([path]) => paths.includes(path))).toEqual([])
})

test('the zones find every bad import, read .ts files, and let the good ones pass', () => {
  const imports: Omit<BadImport, 'rule'>[] = [...badImports, ...goodImports]
  const files = new Map<string, string[]>()
  for (const { from, to, back } of imports) {
    files.set(from, [...(files.get(from) ?? []), to])
    if (!packages.includes(to)) files.set(to, files.get(to) ?? [])
    if (back) files.set(to, [from])
  }
  for (const [path, imported] of files) write(path, importing(path, imported))
  const report = JSON.parse(
    run(
      'dependency-cruiser/bin/dependency-cruiser.mjs',
      '--config',
      '.dependency-cruiser.cjs',
      '-T',
      'json',
      'app',
      'config',
      'server',
      'db',
      'tests',
    ),
  )
  const found: { from: string; to: string; rule: { name: string } }[] = report.summary.violations
  const breaks = (imported: { from: string; to: string }) =>
    found.filter(
      ({ from, to }) =>
        from === imported.from &&
        (to === imported.to || to.startsWith(`node_modules/${imported.to}/`)),
    )
  expect(
    badImports.filter((bad) => !breaks(bad).some(({ rule }) => rule.name === bad.rule)),
  ).toEqual([])
  expect(goodImports.flatMap(breaks)).toEqual([])
})

test('every zone has a bad import that proves it', () => {
  const { forbidden } = createRequire(import.meta.url)(join(projectRoot, '.dependency-cruiser.cjs'))
  const proven = new Set(badImports.map((bad) => bad.rule))
  expect(
    forbidden.map(({ name }: { name: string }) => name).filter((name: string) => !proven.has(name)),
  ).toEqual([])
})

/** The text of a file that imports, and uses, what is listed. */
function importing(path: string, imported: string[]): string {
  const up = '../'.repeat(path.split('/').length - 1)
  const lines = imported.map((to, index) => {
    return `import * as imported${index} from '${packages.includes(to) ? to : `./${up}${to}`}'`
  })
  const used = imported.map((_, index) => `imported${index}`).join(', ')
  return `${lines.join('\n')}\nexport const used = [${used}]\n`
}
