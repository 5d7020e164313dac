import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { withFolderLock } from './folder-lock.mjs'

let folder = ''
const lock = () => join(folder, 'build', '.lock')

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'msingi-lock-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** As the set-up of another command leaves it. */
async function lockOf(host: string, pid: number): Promise<void> {
  await mkdir(lock(), { recursive: true })
  await writeFile(join(lock(), 'owner'), `${host}\n${pid}\n`)
}

describe('withFolderLock', () => {
  test('lets one work at a time and tells the others that they wait', async () => {
    const onWait = vi.fn()
    let inside = 0
    const most: number[] = []
    const work = async () => {
      inside += 1
      most.push(inside)
      await sleep(30)
      inside -= 1
    }
    await Promise.all([1, 2, 3].map(() => withFolderLock(lock(), onWait, work)))
    expect(most).toEqual([1, 1, 1])
    expect(onWait).toHaveBeenCalled()
  })

  test('is free again after work that failed', async () => {
    const failing = async () => {
      throw new Error('no space left')
    }
    await expect(withFolderLock(lock(), vi.fn(), failing)).rejects.toThrow('no space left')
    expect(await withFolderLock(lock(), vi.fn(), async () => 'done')).toBe('done')
  })

  test('a lock whose owner was killed is taken over', async () => {
    await lockOf(hostname(), 2 ** 22 + 1)
    expect(await withFolderLock(lock(), vi.fn(), async () => 'done')).toBe('done')
  })

  test('a lock from another machine holds while it is fresh', async () => {
    await lockOf('elsewhere', 1)
    const waiting = withFolderLock(lock(), vi.fn(), async () => 'done')
    expect(await Promise.race([waiting, sleep(500, 'still waiting')])).toBe('still waiting')
    await rm(lock(), { recursive: true })
    expect(await waiting).toBe('done')
  })
})
