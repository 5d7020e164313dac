/**
 * `npm test`: everything, in order of how soon it tells what is wrong; `npm run test:unit` and `npm run test:e2e` the
 * halves. With paths of tests only those run: `npm test -- app/values tests/journeys/palette.spec.ts`. A step that fails does not keep the next from
 * running; the summary names what failed, and the last line counts the tests, where a step that failed without a failing
 * test counts as one.
 */
import { mkdtempSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from '../server/build/build.ts'
import { check } from '../server/commands/check.ts'
import { runTool } from '../server/program.ts'
import { say, secondsSince } from '../server/progress.ts'
import { findBrowser } from './browser.ts'
import { type JourneyReport, journeyFailures, type UnitReport, unitFailures } from './failures.ts'

type Count = { passed: number; failed: number; failures: string[] }

const nothing: Count = { passed: 0, failed: 0, failures: [] }
const reports = mkdtempSync(join(tmpdir(), 'msingi-reports-'))
/** Tests start the program some hundred times: what Node.js makes of its files is kept from one start to the next. */
const compiled = { NODE_COMPILE_CACHE: join(reports, 'compiled') }

/** A runner that broke down may leave no report; its exit code then says enough. */
async function readReport<Report>(name: string): Promise<Report | null> {
  try {
    return JSON.parse(await readFile(join(reports, name), 'utf8')) as Report
  } catch {
    return null
  }
}

async function checks(): Promise<Count> {
  const failed = await check()
  return { passed: 0, failed: failed.length, failures: failed }
}

async function vitest(project: string, paths: string[]): Promise<Count> {
  const name = `${project}.json`
  const reporters = [
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(reports, name)}`,
  ]
  const args = ['run', `--project=${project}`, ...reporters, ...paths]
  const { code } = await runTool('node_modules/vitest/vitest.mjs', args, {
    settings: compiled,
    watched: true,
  })
  const read = await readReport<UnitReport>(name)
  const { numPassedTests: passed, numFailedTests: failed } = read ?? {
    numPassedTests: 0,
    numFailedTests: 0,
  }
  return {
    passed,
    failed: code === 0 ? failed : Math.max(failed, 1),
    failures: read ? unitFailures(read) : [],
  }
}

async function builds(): Promise<Count> {
  await build()
  return nothing
}

async function playwright(paths: string[]): Promise<Count> {
  const browser = await findBrowser()
  if (!browser) return { ...nothing, failed: 1 }
  const { code } = await runTool(
    'node_modules/@playwright/test/cli.js',
    ['test', '--reporter=list,json', ...paths],
    {
      settings: {
        ...compiled,
        CHROME_PATH: browser,
        PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'playwright.json'),
      },
      watched: true,
    },
  )
  const read = await readReport<JourneyReport>('playwright.json')
  const { expected, flaky, unexpected } = read?.stats ?? { expected: 0, flaky: 0, unexpected: 0 }
  const failed = code === 0 ? 0 : Math.max(unexpected + flaky, 1)
  return { passed: expected, failed, failures: read ? journeyFailures(read) : [] }
}

const halves = { '--unit': ['checks', 'unit'], '--e2e': ['build', 'scripts', 'journeys'] }
const folders = { scripts: 'tests/scripts', journeys: 'tests/journeys' }
type Step = { name: string; title: string; run: (paths: string[]) => Promise<Count> }
const steps: Step[] = [
  { name: 'checks', title: 'Checks', run: checks },
  { name: 'unit', title: 'Unit and integration tests', run: (paths) => vitest('!scripts', paths) },
  { name: 'build', title: 'Build', run: builds },
  { name: 'scripts', title: 'Scripts', run: (paths) => vitest('scripts', paths) },
  { name: 'journeys', title: 'Browser tests', run: playwright },
]

/** The steps that were asked for, each with its paths; none for all of its tests. */
function plan(args: string[]): { step: Step; paths: string[] }[] {
  const half = Object.entries(halves).find(([option]) => args.includes(option))?.[1]
  const paths = args
    .filter((arg) => !Object.hasOwn(halves, arg))
    .map((path) => path.replace(/^\.\//, ''))
  const namesOf = (path: string) =>
    Object.entries(folders).find(([, folder]) => path.startsWith(folder))?.[0] ?? 'unit'
  const names = new Set(paths.map(namesOf))
  if (names.has('scripts') || names.has('journeys')) names.add('build')
  return steps
    .filter(({ name }) => (half?.includes(name) ?? true) && (paths.length === 0 || names.has(name)))
    .map((step) => ({ step, paths: paths.filter((path) => namesOf(path) === step.name) }))
}

async function runStep({ title, run }: Step, paths: string[]): Promise<Count & { line: string }> {
  const began = performance.now()
  say(`\n── ${title}`)
  const count = await run(paths).catch((error: unknown) => {
    say(error instanceof Error ? (error.stack ?? error.message) : String(error))
    return { ...nothing, failed: 1 }
  })
  const tests = count.passed > 0 ? `, ${count.passed} passed` : ''
  const failures = count.failed > 0 ? `, ${count.failed} failed` : ''
  return {
    ...count,
    line: `${count.failed > 0 ? '✗' : '✓'} ${title} (${secondsSince(began)}${tests}${failures})`,
  }
}

const results: (Count & { line: string })[] = []
for (const { step, paths } of plan(process.argv.slice(2))) results.push(await runStep(step, paths))
await rm(reports, { recursive: true, force: true, maxRetries: 3 })

say('\n── Summary')
for (const { line, failures } of results) {
  say(line)
  for (const failure of failures) say(`  ${failure}`)
}
const passed = results.reduce((sum, result) => sum + result.passed, 0)
const failed = results.reduce((sum, result) => sum + result.failed, 0)
process.exitCode = failed > 0 ? 1 : 0
say(`\n${passed} passed, ${failed} failed`)
