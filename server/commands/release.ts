/**
 * `npm run release -- 1.0.0` makes a release of this checkout in `release/1.0.0`: an archive built for production, a list
 * of its components (CycloneDX), their licences, and checksums. Commits and tags it; publishes nothing. docs/how-to/release.md
 * explains it.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { build } from '../build/build.ts'
import { projectFolder, runTool } from '../program.ts'
import { say, showStep } from '../progress.ts'
import { check } from './check.ts'
import { problemsOfRelease, sectionOf, withRelease } from './release-notes.ts'

/** Written by a release, and restored when it fails. */
const written = [
  'package.json',
  'package-lock.json',
  'CHANGELOG.md',
  'docs/third-party-licences.md',
]
const inMegabytes = 64 * 1024 * 1024

async function run(file: string, ...args: string[]): Promise<string> {
  const options = { cwd: projectFolder, maxBuffer: inMegabytes }
  return (await promisify(execFile)(file, args, options)).stdout.trim()
}

const git = (...args: string[]) => run('git', ...args)
const npm = (...args: string[]) => run('npm', ...args)
const read = (path: string) => readFile(join(projectFolder, path), 'utf8')

/** What stands in the way of this release, one sentence each. */
async function problemsOf(version: string): Promise<string[]> {
  const manifest: { version: string } = JSON.parse(await read('package.json'))
  const problems = problemsOfRelease(version, manifest.version, await read('CHANGELOG.md'))
  if ((await git('status', '--porcelain')) !== '')
    problems.push('There are changes that are not committed.')
  if ((await git('tag', '--list', `v${version}`)) !== '')
    problems.push(`The tag v${version} already exists.`)
  return problems
}

/** Fails when npm knows a vulnerability that is high or critical, or cannot be asked. */
async function askForAdvisories(): Promise<void> {
  try {
    await npm('audit', '--omit=dev', '--audit-level=high')
  } catch (fault) {
    const { stdout = '', stderr = '' } = fault as { stdout?: string; stderr?: string }
    throw new Error(
      `npm audit found vulnerabilities, or could not ask:\n${stdout}${stderr}` +
        'Where the registry knows no advisories, look them up elsewhere and add --without-advisories.',
    )
  }
}

/** The committed files and the build in one archive, the same bytes for the same commit. */
async function archive(version: string, folder: string): Promise<void> {
  const name = `msingi-${version}`
  const draft = await mkdtemp(join(folder, '.draft-'))
  try {
    const tree = join(draft, name)
    await mkdir(tree)
    await git('archive', '--format=tar', '--output', join(draft, 'tree.tar'), 'HEAD')
    await run('tar', '-xf', join(draft, 'tree.tar'), '-C', tree)
    const built = await build()
    const target = join(tree, relative(projectFolder, built))
    await cp(built, target, { recursive: true, filter: (path) => basename(path) !== '.used-by' })
    await run(
      'tar',
      ...['--sort=name', '--owner=0', '--group=0', '--numeric-owner'],
      `--mtime=@${await git('show', '--no-patch', '--format=%ct', 'HEAD')}`,
      ...['-czf', join(folder, `${name}.tar.gz`), '-C', draft, name],
    )
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function writeChecksums(folder: string, names: string[]): Promise<void> {
  const lines = names.map(async (name) => {
    const content = await readFile(join(folder, name))
    return `${createHash('sha256').update(content).digest('hex')}  ${name}\n`
  })
  await writeFile(join(folder, 'SHA256SUMS'), (await Promise.all(lines)).join(''))
}

/** Version, changelog and licences, checked and committed. */
async function commitRelease(version: string, asksForAdvisories: boolean): Promise<void> {
  const changelog = join(projectFolder, 'CHANGELOG.md')
  try {
    await npm('version', version, '--no-git-tag-version')
    await writeFile(
      changelog,
      withRelease(await read('CHANGELOG.md'), version, await run('date', '+%F')),
    )
    await runTool('server/commands/write-licences.ts', [])
    if (asksForAdvisories) await showStep('Asking for advisories', askForAdvisories)
    const failed = await check()
    if (failed.length > 0) throw new Error(`These checks failed: ${failed.join(', ')}.`)
    await git('commit', '--quiet', '--message', `Release ${version}`, '--', ...written)
  } catch (fault) {
    await git('checkout', '--quiet', '--', ...written)
    throw fault
  }
}

/** The version after this one is tried against it (`npm run test:previous`). */
async function nameAsPrevious(version: string): Promise<void> {
  const file = 'tests/previous-release.json'
  const commit = await git('rev-parse', 'HEAD')
  await writeFile(join(projectFolder, file), `${JSON.stringify({ version, commit }, null, 2)}\n`)
  await git('commit', '--quiet', '--message', `Name ${version} as the previous release`, '--', file)
}

async function release(version: string, asksForAdvisories: boolean): Promise<void> {
  const problems = await problemsOf(version)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  await commitRelease(version, asksForAdvisories)
  const folder = join(projectFolder, 'release', version)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const names = [
    `msingi-${version}.tar.gz`,
    `msingi-${version}.cdx.json`,
    'third-party-licences.md',
  ]
  await archive(version, folder)
  const components = ['sbom', '--omit=dev', '--package-lock-only', '--sbom-format=cyclonedx']
  await writeFile(join(folder, `msingi-${version}.cdx.json`), `${await npm(...components)}\n`)
  await cp(
    join(projectFolder, 'docs/third-party-licences.md'),
    join(folder, 'third-party-licences.md'),
  )
  await writeChecksums(folder, names)
  const notes = sectionOf(await read('CHANGELOG.md'), version)
  await git(
    'tag',
    '--annotate',
    '--cleanup=verbatim',
    '-m',
    `Msingi ${version}\n\n${notes}`,
    `v${version}`,
  )
  await nameAsPrevious(version)
  say(`Release ${version} is in ${folder}. Publish it with:  git push origin HEAD v${version}`)
}

const [version, ...options] = process.argv.slice(2)
const areKnown = options.every((option) => option === '--without-advisories')
if (version === undefined || version.startsWith('-') || !areKnown) {
  console.error('Usage:  npm run release -- VERSION [--without-advisories]')
  process.exitCode = 2
} else {
  try {
    await release(version, options.length === 0)
  } catch (fault) {
    console.error(fault instanceof Error ? fault.message : fault)
    process.exitCode = 1
  }
}
