import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { runTool } from '../../server/program.ts'
import { say } from '../../server/progress.ts'
import { type Edit, type Mutant, withEdits } from './mutant.ts'
import { mutantsOfQueries } from './query-mutants.ts'
import { mutantsOfSqlFiles } from './sql-files.ts'

// `npm run mutate -- PATH --sql`: changes one query at a time in a copy of the project, and runs the tests that reach it.

export type SqlOptions = { path: string; tests: string; size: number; seed: number }
/** By the file of tests, which queries (by their place in the sample) and functions it reaches. */
type Reached = Map<string, { queries: number[]; functions: string[] }>
type Report = { testResults: { name: string; status: string }[] }

const notCopied = new Set(['node_modules', 'build', '.git', '.stryker-tmp', 'test-results'])

async function copyProject(): Promise<string> {
  await mkdir('.stryker-tmp', { recursive: true })
  const folder = await mkdtemp(resolve('.stryker-tmp', 'sql-'))
  for (const name of await readdir('.'))
    if (!(notCopied.has(name) || name.startsWith('data')))
      await cp(name, join(folder, name), { recursive: true })
  await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
  return folder
}

function mutantsBelow(path: string): Mutant[] {
  const isBelow = (file: string) =>
    path === '.' || file === path || file.startsWith(path.endsWith(sep) ? path : path + sep)
  const code = globSync('{app,config,server}/**/*.{ts,tsx}').filter(
    (file) => isBelow(file) && !/\.test\.tsx?$/.test(file),
  )
  // What the access files make replaces what migrations made.
  const sql = [...globSync('db/migrations/*.sql').toSorted(), ...globSync('app/**/*.access.sql')]
  return [
    ...code.flatMap(mutantsOfQueries),
    ...mutantsOfSqlFiles(sql).filter(({ file }) => isBelow(file)),
  ]
}

function sampleOf(mutants: Mutant[], { size, seed }: SqlOptions): Mutant[] {
  const rankOf = (mutant: Mutant) =>
    createHash('sha256')
      .update(JSON.stringify([seed, mutant.file, mutant.edits]))
      .digest('hex')
  const ranked = mutants.map((mutant) => ({ mutant, rank: rankOf(mutant) }))
  return ranked
    .toSorted((left, right) => (left.rank < right.rank ? -1 : 1))
    .slice(0, size)
    .map(({ mutant }) => mutant)
}

/** A copy of the project, in which queries are changed. Later changes of the project do not affect it. */
class Copy {
  readonly folder: string
  readonly #tests: string

  constructor(folder: string, tests: string) {
    this.folder = folder
    this.#tests = tests
  }

  read(file: string): Promise<string> {
    return readFile(join(this.folder, file), 'utf8')
  }

  test(words: string[], settings: Record<string, string> = {}) {
    const program = join(this.folder, 'node_modules/vitest/vitest.mjs')
    const args = [
      'run',
      '--root',
      this.folder,
      '--config',
      join(this.folder, 'tests/mutation/vitest.config.ts'),
    ]
    return runTool(program, [...args, '--maxWorkers=2', ...words], {
      settings: { MUTATION_TESTS: this.#tests, ...settings },
      from: this.folder,
    })
  }

  /** Does something while a file is changed. */
  async changed<Result>(file: string, edits: Edit[], work: () => Promise<Result>): Promise<Result> {
    const source = await this.read(file)
    await writeFile(join(this.folder, file), withEdits(source, edits))
    const result = await work()
    await writeFile(join(this.folder, file), source)
    return result
  }
}

/** Has each query of the sample note that it is reached. */
function notesIn(sample: Mutant[], file: string): Edit[] {
  return sample.flatMap(({ reached: at, file: own }, place) => {
    if (!at || own !== file) return []
    return [
      { start: at.start, end: at.start, text: `(globalThis.reachedQuery?.(${place}), ` },
      { start: at.end, end: at.end, text: ')' },
    ]
  })
}

async function lookWhatIsReached(copy: Copy, sample: Mutant[]): Promise<Reached> {
  const [notes, report] = [join(copy.folder, 'reached'), join(copy.folder, 'report.json')]
  await mkdir(notes)
  const withNotes = [...new Set(sample.map(({ file }) => file))].reduce(
    (work, file) => () => copy.changed(file, notesIn(sample, file), work),
    () => copy.test(['--reporter=json', `--outputFile=${report}`], { REACHED_FOLDER: notes }),
  )
  const { output } = await withNotes()
  const { testResults } = JSON.parse(
    await readFile(report, 'utf8').catch(() => Promise.reject(new Error(output))),
  ) as Report
  const failed = new Set(
    testResults.filter(({ status }) => status === 'failed').map(({ name }) => name),
  )
  if (failed.size > 0)
    say(`These fail without a change, and judge nothing:\n  ${[...failed].join('\n  ')}`)
  const reached: Reached = new Map()
  for (const name of await readdir(notes)) {
    const path = decodeURIComponent(name)
    if (!failed.has(path))
      reached.set(
        relative(copy.folder, path),
        JSON.parse(await readFile(join(notes, name), 'utf8')),
      )
  }
  return reached
}

/** A mutant that this many files did not notice has survived; the nearest are asked. */
const mostFiles = 30

function nearestTo({ file, reached }: Mutant, tests: string[]): string[] {
  const distance = (test: string) => {
    // What the database makes is asked about in tests/ first.
    if (!(reached || test.startsWith('app'))) return -1
    const parts = test.split(sep)
    const other = parts.findIndex((part, place) => part !== file.split(sep)[place])
    return parts.length - other
  }
  return tests.toSorted((left, right) => distance(left) - distance(right)).slice(0, mostFiles)
}

/** What PostgreSQL does not count as a call (policies, views, functions it takes into a query) may be noticed anywhere. */
function testsOf(mutant: Mutant, place: number, reached: Reached): string[] {
  const all = [...reached.keys()]
  const reaching = all.filter((file) => {
    const { queries = [], functions = [] } = reached.get(file) ?? {}
    return mutant.reached ? queries.includes(place) : functions.includes(mutant.within ?? '')
  })
  return nearestTo(mutant, reaching.length > 0 || mutant.reached ? reaching : all)
}

async function isKilled(copy: Copy, mutant: Mutant, files: string[]): Promise<boolean> {
  if (files.length === 0) return false
  const { code } = await copy.changed(mutant.file, mutant.edits, () =>
    copy.test(['--bail=1', ...files]),
  )
  return code !== 0
}

async function describe(copy: Copy, { file, what, edits, within }: Mutant): Promise<string> {
  const source = await copy.read(file)
  const [from, to] = [
    Math.min(...edits.map(({ start }) => start)),
    Math.max(...edits.map(({ end }) => end)),
  ]
  const line = source.slice(0, from).split('\n').length
  const changed = withEdits(
    source.slice(from, to),
    edits.map((edit) => ({ ...edit, start: edit.start - from, end: edit.end - from })),
  )
  return `${file}:${line} ${what}${within ? ` (${within})` : ''}\n  ${source.slice(from, to).trim()}\n  → ${changed.trim()}`
}

/** Prints each mutant that no test noticed, and at the end how many did not stay unnoticed. */
export async function mutateSql(options: SqlOptions): Promise<void> {
  const mutants = mutantsBelow(options.path)
  const sample = sampleOf(mutants, options)
  if (sample.length === 0) throw new Error(`There is no query below ${options.path}.`)
  const folder = await copyProject()
  try {
    const copy = new Copy(folder, options.tests)
    const reached = await lookWhatIsReached(copy, sample)
    let killed = 0
    for (const [place, mutant] of sample.entries()) {
      const files = testsOf(mutant, place, reached)
      const noticed = await isKilled(copy, mutant, files)
      if (noticed) killed += 1
      else say(`${files.length === 0 ? 'not reached' : 'survived'} ${await describe(copy, mutant)}`)
      if ((place + 1) % 10 === 0) say(`${killed} of ${place + 1} killed`)
    }
    const share = ((killed / sample.length) * 100).toFixed(1)
    say(`\n${killed} of ${sample.length} mutants killed (${share}%), of ${mutants.length} in all`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
