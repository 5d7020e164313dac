import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeArchive } from './archive-writer.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'msingi-archive-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a place that cannot be written is reported before anything is read', async () => {
  await expect(writeArchive('/proc/never.zip')).rejects.toThrow(
    /^\/proc\/never\.zip cannot be written: E\w+: .*Nothing was written\.$/,
  )
})

test('what a killed backup left in the folder goes with the next one, and what is being written stays', async () => {
  const path = join(folder, 'daily.zip')
  const yesterday = join(folder, 'yesterday.zip')
  const [left, underway, other] = [
    `${yesterday}.0123456789ab.part`,
    `${path}.ba9876543210.part`,
    `${path}.notes.part`,
  ]
  for (const draft of [left, underway, other]) await writeFile(draft, 'begun')
  for (const old of [left, other]) await utimes(old, new Date('2026-01-01'), new Date('2026-01-01'))
  // None of these is a draft of ours, and none keeps a backup from being taken.
  await mkdir(`${path}.111111111111.part`)
  await symlink(join(folder, 'nowhere'), `${path}.222222222222.part`)
  const archive = await writeArchive(path)
  expect([left, underway, other].map((draft) => existsSync(draft))).toEqual([false, true, true])
  expect(existsSync(`${path}.111111111111.part`)).toBe(true)
  await archive.discard()
})

test('a file that came under its name in the meantime is not replaced', async () => {
  const path = join(folder, 'of-two.zip')
  const archive = await writeArchive(path)
  await writeFile(path, 'of the other')
  await expect(archive.finish()).rejects.toThrow(`${path} already exists.`)
  await archive.discard()
  expect(await readFile(path, 'utf8')).toBe('of the other')
  expect((await readdir(folder)).filter((name) => name.startsWith('of-two'))).toEqual([
    'of-two.zip',
  ])
})
