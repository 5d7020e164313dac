import { describe, expect, test } from 'vitest'
import { journeyFailures, unitFailures } from './failures.ts'

const red = String.fromCharCode(27)

describe('the summary of npm test', () => {
  test('names each failed test with the beginning of its message, without colours', () => {
    const report = {
      numPassedTests: 1,
      numFailedTests: 1,
      testResults: [
        {
          name: '/a/sum.test.ts',
          status: 'failed',
          message: '',
          assertionResults: [
            { fullName: 'sums add up', status: 'passed', failureMessages: [] },
            {
              fullName: 'sums round',
              status: 'failed',
              failureMessages: [`${red}[31mexpected 1\n  to be 2${red}[0m`],
            },
          ],
        },
        {
          name: '/a/broken.test.ts',
          status: 'failed',
          message: 'Cannot find x',
          assertionResults: [],
        },
      ],
    }
    expect(unitFailures(report)).toEqual([
      '/a/sum.test.ts › sums round: expected 1 to be 2',
      '/a/broken.test.ts: Cannot find x',
    ])
  })

  test('names journeys that failed or needed a second try, however deep they lie, and errors outside of them', () => {
    const journey = (title: string, status: string, ...messages: (string | undefined)[]) => ({
      title,
      file: 'a.spec.ts',
      line: 7,
      tests: [
        { status, results: messages.map((message) => (message ? { error: { message } } : {})) },
      ],
    })
    const report = {
      stats: { expected: 1, flaky: 1, unexpected: 1 },
      suites: [
        {
          title: 'a.spec.ts',
          specs: [journey('signs in', 'expected', undefined)],
          suites: [
            {
              title: 'deep',
              specs: [
                journey('pays', 'unexpected', 'Timeout'),
                journey('waits', 'flaky', 'Late', undefined),
              ],
            },
          ],
        },
      ],
      errors: [{ message: 'no browser' }],
    }
    expect(journeyFailures(report)).toEqual([
      'a.spec.ts:7 › pays: Timeout',
      'a.spec.ts:7 › waits (passed at its second try): Late',
      'no browser',
    ])
  })
})
