import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keepInUse, removeOlder } from './build.ts'

test('a build that a running program serves is not removed, however many are newer', async () => {
  const builds = await mkdtemp(join(tmpdir(), 'msingi-builds-'))
  try {
    const names = ['0', '1', '2', '3', '4'].map((digit) => digit.repeat(16))
    for (const [age, name] of names.entries()) {
      await mkdir(join(builds, name))
      const at = new Date(Date.now() - (age + 1) * 3_600_000)
      await utimes(join(builds, name), at, at)
    }
    await keepInUse(join(builds, '4'.repeat(16)))
    await removeOlder(builds, '0'.repeat(16))
    // The present one, the one that is served, and of the others the newest.
    expect((await readdir(builds)).toSorted()).toEqual(['0', '1', '4'].map((digit) => digit.repeat(16)))
    for (const [age, name] of ['1', '4'].entries()) {
      const at = new Date(Date.now() - age * 60_000)
      await utimes(join(builds, name.repeat(16)), at, at)
    }
    for (const name of ['5', '6', '7']) await mkdir(join(builds, name.repeat(16)))
    await removeOlder(builds, '0'.repeat(16))
    expect(await readdir(builds)).toHaveLength(6)
  } finally {
    await rm(builds, { recursive: true })
  }
})
