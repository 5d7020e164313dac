import { existsSync } from 'node:fs'
import { chown, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { removeAbandoned, withTemporaryFolder } from './temporary-folder.ts'

/** No process has it: Linux counts to 2^22. */
const dead = 2 ** 22 + 1
let root = ''

beforeEach(async () => {
  root = await mkdtemp(join(await realpath(tmpdir()), 'msingi-abandoned-'))
  vi.stubEnv('TMPDIR', root)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(root, { recursive: true, force: true })
})

/** As a run leaves it that is killed. */
async function folderOf(name: string, host: string, pid: number): Promise<string> {
  await mkdir(join(root, name, 'database', 'postgres'), { recursive: true })
  await writeFile(join(root, name, '.owner'), `${host}\n${pid}\n`)
  return join(root, name)
}

test('a folder names whose it is, and goes after the work', async () => {
  const folder = await withTemporaryFolder('bench', async (folder) => {
    expect(await readFile(join(folder, '.owner'), 'utf8')).toBe(`${hostname()}\n${process.pid}\n`)
    await removeAbandoned()
    expect(existsSync(folder)).toBe(true)
    return folder
  })
  expect(existsSync(folder)).toBe(false)
})

test('OPS-410 what a killed run left, also decrypted by a drill or a restore, is removed at the next start', async () => {
  const left = [
    await folderOf('msingi-bench-a', hostname(), dead),
    await folderOf('msingi-faults-b', hostname(), dead),
    await folderOf('msingi-cluster-c', hostname(), dead),
    await folderOf('msingi-drill-d', hostname(), dead),
    await folderOf('msingi-restore-e', hostname(), dead),
  ]
  await withTemporaryFolder('bench', async () => undefined)
  expect(left.filter(existsSync)).toEqual([])
})

test('what may be in use, or is not ours, stays', async () => {
  const kept = [
    await folderOf('msingi-bench-living', hostname(), process.pid),
    await folderOf('msingi-bench-elsewhere', `not-${hostname()}`, dead),
    await folderOf('msingi-test-other', hostname(), dead),
    await folderOf('msingi-drill-of-another-user', hostname(), dead),
  ]
  const unnamed = join(root, 'msingi-bench-unnamed')
  await mkdir(unnamed)
  const another = kept.at(-1)
  if (another && process.getuid?.() === 0) await chown(another, 65_534, 65_534)
  else kept.pop()
  await removeAbandoned()
  expect([...kept, unnamed].every(existsSync)).toBe(true)
})
