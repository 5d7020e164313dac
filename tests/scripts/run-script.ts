import { type ChildProcess, spawn } from 'node:child_process'
import { expect } from 'vitest'

/** Longer than any script takes at its smallest scale on a busy machine. */
export const longest = 300_000

/** Behind the command of a bench: little is asked, and no time is judged. */
export const smallest = '--smallest'
export const saysScale = /The smallest scale/

type Outcome = { code: number | null; output: string }
type Run = { input?: string; settings?: Record<string, string>; until?: RegExp }

/** Runs a script as npm does. One that stays is stopped as soon as it has written `until`. */
export function runScript(
  name: string,
  args: string[] = [],
  { input = '', settings = {}, until }: Run = {},
): Promise<Outcome> {
  const child = spawn(process.execPath, ['server/setup.mjs', name, ...args], {
    env: { ...process.env, NODE_ENV: undefined, PORT: '0', LOG_LEVEL: 'error', ...settings },
  })
  child.stdin.end(input)
  return new Promise((done, failed) => {
    let output = ''
    const timer = setTimeout(() => child.kill('SIGTERM'), longest - 10_000)
    const hear = (chunk: Buffer) => {
      output += chunk
      if (until?.test(output)) stopOnce(child)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('error', failed)
    child.once('close', (code) => {
      clearTimeout(timer)
      done({ code, output })
    })
  })
}

/** A second signal would be taken for impatience. */
function stopOnce(child: ChildProcess) {
  if (!child.killed) child.kill('SIGTERM')
}

/**
 * Fails with the end of what the script wrote unless it ends with 0 and writes `says`. One that stays is stopped by SIGTERM,
 * and the development server ends with the code of that signal (143).
 */
export async function expectToWork(
  name: string,
  args: string[],
  says: RegExp,
  more: Run = {},
): Promise<void> {
  const { code, output } = await runScript(name, args, more)
  expect(code, `${name} ended with ${code}:\n${output.slice(-4_000)}`).toBeOneOf(
    more.until ? [0, 143] : [0],
  )
  expect(output).toMatch(says)
}
