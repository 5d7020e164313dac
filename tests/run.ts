/**
 * `npm test`: everything, in order of how soon it tells what is wrong. A step that fails does not keep the next from
 * running; the summary names what failed, and the last line counts the tests, where a step that failed without a failing
 * test counts as one.
 */
import { mkdtempSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from '../server/build.ts'
import { check } from '../server/check.ts'
import { runTool } from '../server/program.ts'
import { say, secondsSince } from '../server/progress.ts'
import { findBrowser } from './browser.ts'
import { type JourneyReport, journeyFailures, type UnitReport, unitFailures } from './failures.ts'

type Count = { passed: number; failed: number; failures: string[] }

const nothing: Count = { passed: 0, failed: 0, failures: [] }
const reports = mkdtempSync(join(tmpdir(), 'msingi-reports-'))

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

async function vitest(project: string): Promise<Count> {
  const name = `${project}.json`
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${join(reports, name)}`]
  const args = ['run', `--project=${project}`, ...reporters]
  const { code } = await runTool('node_modules/vitest/vitest.mjs', args, { watched: true })
  const read = await readReport<UnitReport>(name)
  const { numPassedTests: passed, numFailedTests: failed } = read ?? { numPassedTests: 0, numFailedTests: 0 }
  return { passed, failed: code === 0 ? failed : Math.max(failed, 1), failures: read ? unitFailures(read) : [] }
}

async function builds(): Promise<Count> {
  await build()
  return nothing
}

async function playwright(): Promise<Count> {
  const browser = await findBrowser()
  if (!browser) return { ...nothing, failed: 1 }
  const { code } = await runTool('node_modules/@playwright/test/cli.js', ['test', '--reporter=list,json'], {
    settings: { CHROME_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'playwright.json') },
    watched: true,
  })
  const read = await readReport<JourneyReport>('playwright.json')
  const { expected, flaky, unexpected } = read?.stats ?? { expected: 0, flaky: 0, unexpected: 0 }
  const failed = code === 0 ? unexpected : Math.max(unexpected, 1)
  return { passed: expected + flaky, failed, failures: read ? journeyFailures(read) : [] }
}

const steps: [title: string, step: () => Promise<Count>][] = [
  ['Checks', checks],
  ['Unit and integration tests', () => vitest('!scripts')],
  ['Build', builds],
  ['Scripts', () => vitest('scripts')],
  ['Browser tests', playwright],
]

async function runStep(title: string, step: () => Promise<Count>): Promise<Count & { line: string }> {
  const began = performance.now()
  say(`\n── ${title}`)
  const count = await step().catch((error: unknown) => {
    say(error instanceof Error ? (error.stack ?? error.message) : String(error))
    return { ...nothing, failed: 1 }
  })
  const tests = count.passed > 0 ? `, ${count.passed} passed` : ''
  const failures = count.failed > 0 ? `, ${count.failed} failed` : ''
  return { ...count, line: `${count.failed > 0 ? '✗' : '✓'} ${title} (${secondsSince(began)}${tests}${failures})` }
}

const results: (Count & { line: string })[] = []
for (const [title, step] of steps) results.push(await runStep(title, step))
await rm(reports, { recursive: true, force: true })

say('\n── Summary')
for (const { line, failures } of results) {
  say(line)
  for (const failure of failures) say(`  ${failure}`)
}
const passed = results.reduce((sum, result) => sum + result.passed, 0)
const failed = results.reduce((sum, result) => sum + result.failed, 0)
process.exitCode = failed > 0 ? 1 : 0
say(`\n${passed} passed, ${failed} failed`)
