import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { environmentWith } from '../../server/config.ts'
import { stopProcess } from '../cluster/process.ts'
import { during } from '../leaving.ts'
import { withTemporaryFolder } from '../temporary-folder.ts'
import type { Target } from './arrange.ts'
import type { Outcome } from './findings.ts'

const longestRun = 90_000

/** Runs sqlmap and wapiti of the machine for at most a minute and a half each; one that is not installed is named so. */
export function runScanners({ address }: Target): Promise<Outcome[]> {
  return withTemporaryFolder('attack', async (folder) => {
    const sqlmap = ['--batch', '--flush-session', '--output-dir', folder, '--timeout=5', '--retries=0']
    const contact = ['-u', `${address}/contact`, '--data=name=a&email=b%40example.com&message=c']
    return [
      await run('sqlmap', [...sqlmap, ...contact], folder, /is vulnerable|identified the following injection/i),
      await run(
        'wapiti',
        ['-u', address, '--scope', 'domain', '--max-scan-time', '75', '-f', 'txt', '-o', join(folder, 'report.txt')],
        folder,
        /Vulnerability found|Injection found/i,
      ),
    ]
  })
}

function run(program: string, options: string[], folder: string, finding: RegExp): Promise<Outcome> {
  const start = async () => {
    const child = spawn(program, options, {
      stdio: ['ignore', 'pipe', 'pipe'],
      // What they keep for a while as well.
      env: environmentWith({ TMPDIR: folder }),
      timeout: longestRun,
    })
    return { child, outcome: outcomeOf(program, child, finding) }
  }
  return during(
    start,
    ({ child }) => stopProcess(child),
    ({ outcome }) => outcome,
  )
}

function outcomeOf(program: string, child: ChildProcess, finding: RegExp): Promise<Outcome> {
  return new Promise((ended) => {
    let written = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (text: Buffer) => {
        written += text
      })
    }
    child.once('error', (fault: NodeJS.ErrnoException) => {
      const isMissing = fault.code === 'ENOENT'
      const tried = isMissing ? 'not run: not installed' : `not run: ${fault.message}`
      ended({ part: program, tried, findings: isMissing ? [] : [fault.message] })
    })
    child.once('close', (code, signal) => {
      const lines = written.split('\n').filter((line) => finding.test(line))
      ended({
        part: program,
        tried: signal ? 'run until its time was over' : `run, ended with ${code}`,
        findings: lines,
      })
    })
  })
}
