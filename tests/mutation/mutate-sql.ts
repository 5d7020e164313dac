import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { runTool } from '../../server/program.ts'
import { say } from '../../server/progress.ts'
import { type Mutant, withEdits } from './mutant.ts'
import { mutantsOfQueries } from './query-mutants.ts'
import { mutantsOfSqlFiles } from './sql-files.ts'

// `npm run mutate -- PATH --sql`: changes one query at a time in a copy of the project, and runs the tests that reach it.

export type SqlOptions = { path: string; tests: string; size: number; seed: number }
/** By the file of tests, which queries (by their place in the sample) and functions it reaches. */
type Reached = Map<string, { queries: number[]; functions: string[] }>

const notCopied = new Set(['node_modules', 'build', '.git', '.stryker-tmp', 'test-results'])

async function copyProject(): Promise<string> {
  await mkdir('.stryker-tmp', { recursive: true })
  const folder = await mkdtemp(resolve('.stryker-tmp', 'sql-'))
  for (const name of await readdir('.'))
    if (!(notCopied.has(name) || name.startsWith('data'))) await cp(name, join(folder, name), { recursive: true })
  await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
  return folder
}

function mutantsBelow(path: string): Mutant[] {
  const isBelow = (file: string) => file === path || file.startsWith(path.endsWith(sep) ? path : path + sep)
  const code = globSync('{app,server}/**/*.{ts,tsx}').filter((file) => isBelow(file) && !/\.test\.tsx?$/.test(file))
  // What the access files make replaces what migrations made.
  const sql = [...globSync('db/migrations/*.sql').toSorted(), ...globSync('app/**/*.access.sql')]
  return [...code.flatMap(mutantsOfQueries), ...mutantsOfSqlFiles(sql).filter(({ file }) => isBelow(file))]
}

function sampleOf(mutants: Mutant[], { size, seed }: SqlOptions): Mutant[] {
  const rankOf = (mutant: Mutant) =>
    createHash('sha256')
      .update(JSON.stringify([seed, mutant.file, mutant.edits]))
      .digest('hex')
  const ranked = mutants.map((mutant) => ({ mutant, rank: rankOf(mutant) }))
  return ranked
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
    .slice(0, size)
    .map(({ mutant }) => mutant)
}

class Copy {
  readonly folder: string
  readonly #tests: string

  constructor(folder: string, tests: string) {
    this.folder = folder
    this.#tests = tests
  }

  test(files: string[], settings: Record<string, string> = {}) {
    const program = join(this.folder, 'node_modules/vitest/vitest.mjs')
    const args = ['run', '--root', this.folder, '--config', join(this.folder, 'tests/mutation/vitest.config.ts')]
    return runTool(program, [...args, '--maxWorkers=2', '--bail=1', ...files], {
      settings: { MUTATION_TESTS: this.#tests, ...settings },
      from: this.folder,
    })
  }

  /** Does something while the files have these texts. */
  async with<Result>(texts: Map<string, string>, work: () => Promise<Result>): Promise<Result> {
    for (const [file, text] of texts) await writeFile(join(this.folder, file), text)
    const result = await work()
    for (const file of texts.keys()) await cp(file, join(this.folder, file))
    return result
  }
}

/** The files with a note at each query of the sample that it is reached. */
async function withNotes(sample: Mutant[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (const [file, mutants] of Map.groupBy(sample, (mutant) => mutant.file)) {
    const notes = mutants.flatMap(({ reached: at, ...mutant }) => {
      const place = sample.findIndex((one) => one.edits === mutant.edits)
      if (!at) return []
      return [
        { start: at.start, end: at.start, text: `(globalThis.reachedQuery?.(${place}), ` },
        { start: at.end, end: at.end, text: ')' },
      ]
    })
    texts.set(file, withEdits(await readFile(file, 'utf8'), notes))
  }
  return texts
}

async function lookWhatIsReached(copy: Copy, sample: Mutant[]): Promise<Reached> {
  const notes = join(copy.folder, 'reached')
  await mkdir(notes)
  const { code, output } = await copy.with(await withNotes(sample), () => copy.test([], { REACHED_FOLDER: notes }))
  if (code !== 0) throw new Error(`The tests fail without a change:\n${output.slice(-4000)}`)
  const reached: Reached = new Map()
  for (const name of await readdir(notes)) {
    const file = relative(copy.folder, decodeURIComponent(name))
    reached.set(file, JSON.parse(await readFile(join(notes, name), 'utf8')))
  }
  return reached
}

/** What PostgreSQL does not count as a call (policies, views, functions it takes into a query) is judged by all files. */
function testsOf(mutant: Mutant, place: number, reached: Reached): string[] {
  const all = [...reached.keys()]
  if (mutant.reached) return all.filter((file) => reached.get(file)?.queries.includes(place))
  const calling = all.filter((file) => reached.get(file)?.functions.includes(mutant.within ?? ''))
  return calling.length > 0 ? calling : all
}

async function isKilled(copy: Copy, mutant: Mutant, files: string[]): Promise<boolean> {
  if (files.length === 0) return false
  const text = withEdits(await readFile(mutant.file, 'utf8'), mutant.edits)
  const { code } = await copy.with(new Map([[mutant.file, text]]), () => copy.test(files))
  return code !== 0
}

async function describe({ file, what, edits, within }: Mutant): Promise<string> {
  const source = await readFile(file, 'utf8')
  const [from, to] = [Math.min(...edits.map(({ start }) => start)), Math.max(...edits.map(({ end }) => end))]
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
      else say(`${files.length === 0 ? 'not reached' : 'survived'} ${await describe(mutant)}`)
      if ((place + 1) % 10 === 0) say(`${killed} of ${place + 1} killed`)
    }
    const share = ((killed / sample.length) * 100).toFixed(1)
    say(`\n${killed} of ${sample.length} mutants killed (${share}%), of ${mutants.length} in all`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
