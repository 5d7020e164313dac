import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { demoAdminName, demoInvestors } from '../../app/demo/people.ts'
import { demoPassword } from '../../app/demo/sign-ins.ts'
import { writtenFolder } from './program.ts'

/** All that the programs of this run wrote: to the terminal, where emails are printed, and into their logs. */
async function writtenTo(ending: string): Promise<string> {
  const names = (await readdir(writtenFolder)).filter((name) => name.endsWith(ending))
  return (await Promise.all(names.map((name) => readFile(join(writtenFolder, name), 'utf8')))).join(
    '\n',
  )
}

/** The tokens of the links in the emails, wherever an address has them. */
const tokensIn = (mails: string) =>
  [...mails.matchAll(/(?:\/(?:invitation|confirm)\/|token=)([\w-]{16,})/g)].map(
    ([, token = '']) => token,
  )

/** A program of a slow machine says so when it is told to stop; the set-up writes it, which has no log. */
const stoppedLate = 'Not everything stopped in time.'

function isLogLine(line: string): boolean {
  if (line === stoppedLate) return true
  try {
    const { at, level, message } = JSON.parse(line) as Record<string, unknown>
    return [at, level, message].every((part) => typeof part === 'string')
  } catch {
    return false
  }
}

// The last of the run (playwright.config.ts): the programs of all journeys have logged by then, and at their most talkative.
test('after all journeys no person, token or query is in any log, and every line is JSON', async () => {
  const lines = (await writtenTo('.log')).split('\n').filter((line) => line !== '')
  const mails = await writtenTo('.out')
  const names = [demoAdminName, ...Object.values(demoInvestors).map(({ name }) => name)]
  const phones = Object.values(demoInvestors).flatMap(({ phone }) => phone ?? [])
  const addressees = [...mails.matchAll(/^Email to (.+)$/gm)].map(([, to = '']) => to)
  const forbidden = [
    ...names,
    ...phones,
    ...addressees,
    ...tokensIn(mails),
    demoPassword,
    'session_token=',
  ]
  expect(lines.length).toBeGreaterThan(0)
  expect
    .soft(lines.filter((line) => !isLogLine(line)).slice(0, 5), 'lines that are no JSON of the log')
    .toEqual([])
  expect
    .soft(lines.filter((line) => /[\w.+-]+(@|%40)[\w-]+\.\w/.test(line)).slice(0, 5), 'emails')
    .toEqual([])
  expect.soft(lines.filter((line) => /\?[\w.-]+=/.test(line)).slice(0, 5), 'queries').toEqual([])
  expect
    .soft(
      lines.filter((line) => forbidden.some((word) => line.includes(word))).slice(0, 5),
      'people and tokens',
    )
    .toEqual([])
  if (test.info().errors.length === 0) await rm(writtenFolder, { recursive: true })
})
