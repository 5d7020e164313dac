/** What failed, as the reports of the two runners tell it: a reader of only the end of a long log must learn which test. */

/** The part of Vitest's JSON report that is read here: files, each with its tests or with the message that ended it. */
export type UnitReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

type Suite = {
  title: string
  suites?: Suite[]
  specs: {
    title: string
    file: string
    line: number
    tests: { status: string; results: { error?: { message?: string } }[] }[]
  }[]
}

/** The part of Playwright's JSON report that is read here; `flaky` counts what passed at its second try only. */
export type JourneyReport = {
  stats: { expected: number; flaky: number; unexpected: number }
  suites: Suite[]
  errors: { message?: string }[]
}

/** Colours of a terminal, which both runners write into their messages. */
const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')

const longest = 400

/** The beginning of a message on one line, without colours. */
function brief(message: string): string {
  const line = message.replace(colours, '').replace(/\s+/g, ' ').trim()
  return line.length > longest ? `${line.slice(0, longest)}…` : line
}

/** One line for each failed test, and for each file that broke before its tests. */
export function unitFailures({ testResults }: UnitReport): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [`${name}: ${brief(message)}`]
    return failed.map(
      ({ fullName, failureMessages }) =>
        `${name} › ${fullName}: ${brief(failureMessages.join(' '))}`,
    )
  })
}

function journeysOf(suite: Suite): string[] {
  const own = suite.specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status, results }) => {
        const message = results.find(({ error }) => error)?.error?.message ?? ''
        return `${file}:${line} › ${title}${status === 'flaky' ? ' (passed at its second try)' : ''}: ${brief(message)}`
      }),
  )
  return [...own, ...(suite.suites ?? []).flatMap(journeysOf)]
}

/** One line for each journey that failed, or that needed its second try, and for each error outside of them. */
export function journeyFailures({ suites, errors }: JourneyReport): string[] {
  return [
    ...suites.flatMap(journeysOf),
    ...errors.map(({ message }) => brief(message ?? 'an error without a message')),
  ]
}
