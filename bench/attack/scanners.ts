import { type ChildProcess, spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { environmentWith } from '../../config/config.ts'
import { withTemporaryFolder } from '../../server/temporary-folder.ts'
import { withCleanup } from '../../server/with-cleanup.ts'
import { stopProcess } from '../cluster/process.ts'
import { type Stage, setStage, type Target } from './arrange.ts'
import { type Counted, throughCounter } from './counter.ts'
import type { Outcome } from './findings.ts'

/** Seconds that a run may take; each has what it needs for its addresses on a quiet machine. */
const longest = { contact: 40, office: 90, portal: 45, wapiti: 170 }
const injection = /is vulnerable|identified the following injection/i

/** Lists with what they are searched, sorted, filtered and paged by. */
const office = [
  'investors?q=a&status=active&sort=name&page=1',
  'investments?q=a&status=active&due=overdue&sort=newest&investor=1&page=1',
  'projects?q=a&status=active&page=1',
  'documents?q=a&type=legal&investor=1&page=1',
  'inquiries?q=a&status=new&sort=oldest&page=1',
  'users?q=a&mark=unconfirmed&sort=name&page=1',
  'audit?q=a&who=1&act=insert&subject=payment&kind=money&from=2026-01-01&to=2026-12-31&page=older-1',
  'choices?of=investors&q=a',
].map((path) => `/admin-dashboard/${path}`)
const portal = [
  '/investment-dashboard/documents?q=a&type=legal&page=1',
  '/investment-dashboard/notifications?q=a&page=1',
  '/investments?q=a&status=active&page=1',
  '/verify?code=ZZZZ-ZZZZ-ZZZZ-ZZZZ',
]

const contact = 'name=a&email=b%40example.com&message=c'

type ScanTarget = { folder: string; more: string[]; paths: string[] }

/**
 * Runs sqlmap and wapiti of the machine, each against lists and forms that it has the session for and for its seconds; one
 * that is not installed is named so. A run of which most is refused tried nothing, and is a finding.
 */
export async function runScanners(target: Target): Promise<Outcome[]> {
  const stage = await setStage(target)
  return withTemporaryFolder('attack', async (folder) => [
    await sqlmap(target, 'contact', { folder, more: [`--data=${contact}`], paths: ['/contact'] }),
    await sqlmap(target, 'office', { folder, more: signedIn(stage, 'admin'), paths: office }),
    await sqlmap(target, 'portal', { folder, more: signedIn(stage, 'investor'), paths: portal }),
    await wapiti(target, stage, folder),
  ])
}

const signedIn = ({ cookies }: Stage, role: 'admin' | 'investor') => [
  `--cookie=${cookies[role]}`,
  '--param-exclude=cookie',
]

/** `findingsIn` reads what was found out of what the program wrote to the terminal, or into the folder. */
type Run = {
  part: string
  program: string
  options: string[]
  folder: string
  findingsIn: (written: string) => string[] | Promise<string[]>
  seconds: number
}

const vulnerabilitiesIn = (written: string) =>
  written.split('\n').filter((line) => injection.test(line))

/** One line for each hole in the report of wapiti, which says nothing of them on the terminal. */
async function holesIn(report: string): Promise<string[]> {
  const { vulnerabilities } = JSON.parse(await readFile(report, 'utf8')) as {
    vulnerabilities: Record<string, { method: string; path: string; parameter: string | null }[]>
  }
  return Object.entries(vulnerabilities).flatMap(([kind, holes]) =>
    holes.map(({ method, path, parameter }) =>
      `${kind}: ${method} ${path} ${parameter ?? ''}`.trim(),
    ),
  )
}

function sqlmap(
  target: Target,
  area: 'contact' | 'office' | 'portal',
  scope: ScanTarget,
): Promise<Outcome> {
  const { folder, more, paths } = scope
  return throughCounter(target.address, async (address, counted) => {
    const list = join(folder, `${area}.txt`)
    await writeFile(list, paths.map((path) => `${address}${path}`).join('\n'))
    const pace = [
      '--batch',
      '--flush-session',
      '--threads=4',
      '--timeout=5',
      '--retries=0',
      '--skip-waf',
    ]
    // What waits in the database would show as well in what it answers; time-based guessing alone takes the whole run.
    const aim = ['--dbms=PostgreSQL', '--technique=BEUS', '--output-dir', folder, '-m', list]
    const options = [...pace, ...aim, ...more]
    const seconds = longest[area]
    return run(
      {
        part: `sqlmap, ${area}`,
        program: 'sqlmap',
        options,
        folder,
        findingsIn: vulnerabilitiesIn,
        seconds,
      },
      counted,
    )
  })
}

function wapiti(target: Target, { cookies }: Stage, folder: string): Promise<Outcome> {
  return throughCounter(target.address, (address, counted) => {
    // The modules that need nothing from the network.
    const modules = 'sql,blindsql,exec,file,xss,permanentxss,crlf,redirect'
    const where = [
      '-u',
      `${address}/`,
      '--scope',
      'domain',
      '-m',
      modules,
      '-s',
      `${address}/investment-dashboard`,
    ]
    const session = ['-H', `Cookie: ${cookies.investor}`, '--store-session', folder]
    const report = join(folder, 'report.json')
    // The time of the whole scan ends the look around alone; each module goes on until its own, and the report comes last.
    const limits = ['--max-scan-time', '40', '--max-attack-time', '10']
    const options = [...where, ...session, ...limits, '--no-bugreport', '-f', 'json', '-o', report]
    const findingsIn = () => holesIn(report)
    return run(
      { part: 'wapiti', program: 'wapiti', options, folder, findingsIn, seconds: longest.wapiti },
      counted,
    )
  })
}

function run(scan: Run, counted: Counted): Promise<Outcome> {
  const { program, options, folder, seconds } = scan
  const start = async () => {
    const child = spawn(program, options, {
      stdio: ['ignore', 'pipe', 'pipe'],
      // What they keep for a while as well.
      env: environmentWith({ TMPDIR: folder }),
      timeout: seconds * 1_000,
    })
    return { child, outcome: outcomeOf(scan, child, counted) }
  }
  return withCleanup(
    start,
    ({ child }) => stopProcess(child),
    ({ outcome }) => outcome,
  )
}

async function outcomeOf(
  { part, findingsIn, seconds }: Run,
  child: ChildProcess,
  counted: Counted,
): Promise<Outcome> {
  let written = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (text: Buffer) => {
      written += text
    })
  }
  const began = performance.now()
  const ended = await new Promise<number | null | NodeJS.ErrnoException>((end) => {
    child.once('error', end)
    child.once('close', end)
  })
  if (ended instanceof Error) {
    const isMissing = ended.code === 'ENOENT'
    const tried = isMissing ? 'not run: not installed' : `not run: ${ended.message}`
    return { part, tried, findings: isMissing ? [] : [ended.message] }
  }
  const found = await Promise.resolve(findingsIn(written)).catch((fault: Error) => [
    `no report: ${fault.message}`,
  ])
  // Some end by themselves when they are told to, with their own code.
  const isOver = performance.now() - began >= seconds * 1_000
  const how = isOver ? `until its ${seconds} s were over` : `ended with ${ended}`
  return { part, tried: `${countsOf(counted)}; ${how}`, findings: [...found, ...vacuous(counted)] }
}

const countsOf = ({ requests, paths, limited, ledToSignIn }: Counted) =>
  `${requests} requests to ${paths.size} addresses, ${limited} × 429, ${ledToSignIn} led to sign in`

function vacuous({ requests, limited, ledToSignIn, faults }: Counted): string[] {
  const refused = limited + ledToSignIn
  return [
    ...(requests < 20 ? [`it sent only ${requests} requests`] : []),
    ...(refused * 2 > requests
      ? [`${refused} of ${requests} requests were refused before anything was tried`]
      : []),
    ...faults,
  ]
}
