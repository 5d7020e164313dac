import { execFile, spawnSync } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inDatabaseOf } from '../bench/running-database.ts'
import { type RunningServer, withServerOn } from '../bench/running-server.ts'
import { payables, paymentForm } from '../bench/server/payments.ts'
import { administrator, demoInvestor, signIn } from '../bench/sign-in.ts'
import { projectFolder, runTool } from '../server/program.ts'
import { say } from '../server/progress.ts'
import { withTemporaryFolder } from '../server/temporary-folder.ts'

// `npm run test:previous [-- COMMIT]`: this version migrates a database, the previous release works on it, and this one
// again, which verifies it. The commit of the previous release is in tests/previous-release.json; `npm run release` writes it.

const run = promisify(execFile)
const office = ['', '/investors', '/investments', '/payments', '/documents', '/users', '/audit']
const portal = ['', '/investments', '/projects', '/documents', '/notifications', '/settings']

async function commitToTry(): Promise<string | null> {
  const [named] = process.argv.slice(2)
  const file = await readFile(join(import.meta.dirname, 'previous-release.json'), 'utf8')
  const commit = named ?? (JSON.parse(file) as { commit: string | null }).commit
  if (commit === null) return null
  const { status, stdout } = spawnSync('git', ['rev-parse', '--verify', `${commit}^{commit}`], {
    cwd: projectFolder,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${commit} is no commit of this repository.`)
  return stdout.trim()
}

/** The files of a commit with its packages, which are shared with ours where they are the same. */
async function checkOut(commit: string, folder: string): Promise<string> {
  const checkout = join(folder, 'previous')
  const tree = join(folder, 'previous.tar')
  await mkdir(checkout)
  await run('git', ['archive', '--format=tar', '--output', tree, commit], { cwd: projectFolder })
  await run('tar', ['-xf', tree, '-C', checkout])
  const locks = [projectFolder, checkout].map((place) =>
    readFile(join(place, 'package-lock.json'), 'utf8'),
  )
  const [ours, theirs] = await Promise.all(locks)
  const modules = join(projectFolder, 'node_modules')
  if (ours === theirs) await run('cp', ['-al', modules, join(checkout, 'node_modules')])
  else await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: checkout })
  return checkout
}

/** What is wrong with the answers of these pages, one sentence each. */
async function loadEach(address: string, pages: { path: string; cookie: string }[]) {
  const wrong: string[] = []
  for (const { path, cookie } of pages) {
    const answer = await fetch(`${address}${path}`, { headers: { cookie }, redirect: 'manual' })
    await answer.text()
    if (answer.status !== 200) wrong.push(`${path} answered ${answer.status}`)
  }
  return wrong
}

/** Reads what the office, an investor and visitors read, and records a payment. */
async function use({ address, dataDir }: RunningServer): Promise<string> {
  const admin = await signIn(address, administrator)
  const investor = await signIn(address, demoInvestor)
  const pages = [
    ...office.map((path) => ({ path: `/admin-dashboard${path}`, cookie: admin })),
    ...portal.map((path) => ({ path: `/investment-dashboard${path}`, cookie: investor })),
    ...['/', '/investments', '/contact'].map((path) => ({ path, cookie: '' })),
  ]
  const wrong = await loadEach(address, pages)
  const [payable] = await inDatabaseOf(dataDir, (client) => payables(client, 1))
  const sent = paymentForm(admin, address, payable?.investmentId ?? '')
  const { status } = await fetch(`${address}${sent.path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: sent.headers ?? {},
    body: sent.body ?? '',
  })
  if (status !== 303) wrong.push(`a payment answered ${status}`)
  return wrong.length === 0 ? `${pages.length} pages and a payment` : wrong.join(', ')
}

async function tryBoth(commit: string, folder: string): Promise<boolean> {
  const dataDir = join(folder, 'data')
  const previous = await checkOut(commit, folder)
  const outcomes: [program: string, outcome: string][] = []
  for (const [program, place] of [
    ['this version', projectFolder],
    [`${commit.slice(0, 9)}, on its database`, previous],
    ['this version again', projectFolder],
  ] as const) {
    say(`Starting ${program}…`)
    outcomes.push([program, await withServerOn(dataDir, use, [], place)])
  }
  const { code, output } = await runTool('server/commands/verify.ts', [], {
    settings: { DATA_DIR: dataDir },
  })
  outcomes.push(['verify', code === 0 ? 'No problems found' : output])
  say('\n| program | worked |\n|---|---|')
  for (const [program, outcome] of outcomes) say(`| ${program} | ${outcome} |`)
  return code === 0 && outcomes.slice(0, 3).every(([, outcome]) => outcome.includes('pages and'))
}

try {
  const commit = await commitToTry()
  if (commit === null)
    say('There is no release before this version. Name a commit:  npm run test:previous -- COMMIT')
  else if (!(await withTemporaryFolder('bench', (folder) => tryBoth(commit, folder))))
    process.exitCode = 1
} catch (fault) {
  console.error(fault instanceof Error ? fault.message : fault)
  process.exitCode = 1
}
