import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keepInUse, removeOlder } from './build.ts'

test('a build that a running program serves is not removed, however many are newer', async () => {
  const builds = await mkdtemp(join(tmpdir(), 'msingi-builds-'))
  const named = (digit: string) => digit.repeat(16)
  const agedTo = (name: string, at: string) =>
    utimes(join(builds, name), new Date(at), new Date(at))
  try {
    for (const digit of ['1', '2', '3', '4', '5']) {
      await mkdir(join(builds, named(digit)))
      if (digit === '1' || digit === '2') await keepInUse(join(builds, named(digit)))
      await agedTo(named(digit), `2026-11-2${digit}T10:00:00Z`)
    }
    // Anyone who served the first one has ended since.
    await agedTo(join(named('1'), '.used-by'), '2026-11-21T10:00:00Z')
    await mkdir(join(builds, named('a')))
    await removeOlder(builds, named('a'))
    expect((await readdir(builds)).toSorted()).toEqual(['2', '4', '5', 'a'].map(named))
  } finally {
    await rm(builds, { recursive: true })
  }
})
