import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { runTool } from '../server/program.ts'
import { say } from '../server/progress.ts'
import { mutateSql } from './mutation/mutate-sql.ts'

// `npm run mutate -- PATH [--tests FOLDER] [--sample 300] [--seed 1] [--sql]`: changes the code below a path in one small way at a
// time and runs the tests that reach it. Prints how many changes no test noticed, and which. Texts are left alone. With
// `--sql` queries are changed, and nothing else. `--tests` takes more folders with commas between them.

const usage =
  'Usage:  npm run mutate -- app/domain/payments [--tests app/domain] [--sample 300] [--seed 1] [--sql]'

type Options = { path: string; tests: string; size: number; seed: number }

function readOptions([path, ...more]: string[]): Options | null {
  const named = new Map(
    more.flatMap((word, place) => (place % 2 === 0 ? [[word, more[place + 1]] as const] : [])),
  )
  const size = Number(named.get('--sample') ?? 300)
  const seed = Number(named.get('--seed') ?? 1)
  const isKnown = [...named.keys()].every((name) =>
    ['--tests', '--sample', '--seed'].includes(name),
  )
  if (!path || path.startsWith('-') || !isKnown || !(size > 0) || !Number.isInteger(seed))
    return null
  return {
    path,
    tests: named.get('--tests') ?? (/\.tsx?$/.test(path) ? dirname(path) : path),
    size,
    seed,
  }
}

/** The files that are changed: no tests. Of a route what is no component: its loader, its action and what they use. */
async function filesBelow(path: string): Promise<string[]> {
  const found = path.includes('*') || /\.tsx?$/.test(path) ? path : `${path}/**/*.{ts,tsx}`
  const files = globSync(found).filter((file) => !/\.test\.tsx?$/.test(file))
  const parts = await Promise.all(
    files.map((file) => (/\/route\.tsx$/.test(file) ? withoutComponents(file) : [file])),
  )
  return parts.flat()
}

/** As Stryker writes them: file:line:column-line:column. */
async function withoutComponents(file: string): Promise<string[]> {
  const source = ts.createSourceFile(file, await readFile(file, 'utf8'), ts.ScriptTarget.Latest)
  const placeOf = (offset: number) => {
    const { line, character } = source.getLineAndCharacterOfPosition(offset)
    return `${line + 1}:${character}`
  }
  const isCode = (node: ts.Statement) =>
    (ts.isFunctionDeclaration(node) && !/^[A-Z]/.test(node.name?.text ?? 'A')) ||
    ts.isVariableStatement(node)
  return source.statements
    .filter(isCode)
    .map((node) => `${file}:${placeOf(node.getStart(source))}-${placeOf(node.end)}`)
}

const settingsFor = (files: string[], { size, seed }: Options, report: string) => ({
  testRunner: 'vitest',
  vitest: { configFile: 'tests/mutation/vitest.config.ts', related: false },
  plugins: ['@stryker-mutator/vitest-runner', `${process.cwd()}/tests/mutation/sample-checker.mjs`],
  checkers: ['sample'],
  sample: { size, seed },
  mutate: files,
  mutator: { excludedMutations: ['StringLiteral'] },
  ignorePatterns: ['/build', '/data', '/data-*', 'test-results', 'docs', '.react-router'],
  reporters: ['json', 'dots', 'survivors'],
  jsonReporter: { fileName: report },
  coverageAnalysis: 'perTest',
  concurrency: 1,
  checkerNodeArgs: [],
  dryRunTimeoutMinutes: 60,
  timeoutMS: 120_000,
  allowEmpty: true,
  // What is changed while a module is read is judged by all tests, one run each.
  ignoreStatic: true,
  allowConsoleColors: false,
  tempDirName: '.stryker-tmp',
})

type Report = { files: Record<string, { mutants: { status: string }[] }> }

function summarise({ files }: Report): void {
  const all = Object.values(files).flatMap(({ mutants }) => mutants.map(({ status }) => status))
  const killed = all.filter((status) => status === 'Killed' || status === 'Timeout').length
  const tried =
    killed + all.filter((status) => status === 'Survived' || status === 'NoCoverage').length
  const share = tried === 0 ? 0 : (killed / tried) * 100
  say(`\n${killed} of ${tried} mutants killed (${share.toFixed(1)}%), of ${all.length} in all`)
}

async function mutate(options: Options): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'msingi-mutation-'))
  const [config, report] = [join(folder, 'stryker.json'), join(folder, 'report.json')]
  try {
    const files = await filesBelow(options.path)
    if (files.length === 0) throw new Error(`There is no code below ${options.path}.`)
    await writeFile(config, JSON.stringify(settingsFor(files, options, report)))
    const { code } = await runTool(
      'node_modules/@stryker-mutator/core/bin/stryker.js',
      ['run', config],
      {
        settings: { MUTATION_TESTS: options.tests },
        watched: true,
      },
    )
    if (code !== 0) process.exitCode = 1
    else summarise(JSON.parse(await readFile(report, 'utf8')) as Report)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const words = process.argv.slice(2)
const options = readOptions(words.filter((word) => word !== '--sql'))
if (options) await (words.includes('--sql') ? mutateSql : mutate)(options)
else {
  say(usage)
  process.exitCode = 2
}
