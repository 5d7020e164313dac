import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, stat, symlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { makeFilesFolder } from '../../server/postgres/installation.ts'
import { examineBackup } from '../../server/recovery/restore-backup.ts'
import { takeBackup } from '../../server/recovery/take-backup.ts'
import {
  document,
  fileOf,
  installSoundly,
  keyOf,
  run,
  verdictOn,
  where,
} from '../sound-installation.ts'

installSoundly()

const archive = () => join(where.dataDir, 'backup.zip')
const nothingOdd = { missing: [], unread: [], spoiled: [] }

test('a file that cannot be read is named, and all the others are backed up', async () => {
  await rm(fileOf(document))
  await symlink(basename(fileOf(document)), fileOf(document))
  expect((await verdictOn('Files')).findings).toEqual([
    expect.stringContaining('cannot be read (ELOOP'),
  ])
  expect(await takeBackup(where, archive())).toMatchObject({
    ...nothingOdd,
    unread: [keyOf(document)],
    files: 1,
  })
  expect(await examineBackup(archive())).toMatchObject({ missing: [keyOf(document)] })
})

test('a link to a file elsewhere is backed up as that file', async () => {
  const kept = join(where.dataDir, 'files', 'kept.pdf')
  await rename(fileOf(document), kept)
  await symlink('../kept.pdf', fileOf(document))
  expect((await verdictOn('Files')).findings).toEqual([])
  expect(await takeBackup(where, archive())).toMatchObject({ ...nothingOdd, files: 2 })
})

test('files that lie on another disk than DATA_DIR are backed up', async () => {
  // A separate file system where there is one.
  const disk = await mkdtemp(
    existsSync('/dev/shm') ? '/dev/shm/msingi-files-' : join(where.dataDir, 'disk-'),
  )
  const files = join(where.dataDir, 'files')
  try {
    await promisify(execFile)('cp', ['-a', `${files}/.`, disk])
    await rm(files, { recursive: true })
    await symlink(disk, files)
    expect(await takeBackup(where, archive())).toMatchObject({ ...nothingOdd, files: 2 })
  } finally {
    await rm(disk, { recursive: true })
  }
})

test('a whole backup that cannot be noted in the audit log says so', async () => {
  await run('alter function app.audit_act rename to audit_act_gone')
  await expect(takeBackup(where, archive())).rejects.toThrow(
    `${archive()} is complete, but the backup could not be recorded in the audit log: function app.audit_act`,
  )
  expect((await stat(archive())).size).toBeGreaterThan(0)
})

test('DATA-350 the folder of the files is made where nothing was stored yet, and never in the place of one that went', async () => {
  const folder = join(where.dataDir, 'files')
  await rename(folder, `${folder}-away`)
  await makeFilesFolder(where.dataDir, where.databaseUrl)
  expect(existsSync(folder)).toBe(false)
  // As a new disk has it.
  await mkdir(join(folder, 'lost+found'), { recursive: true })
  await expect(makeFilesFolder(where.dataDir, where.databaseUrl)).rejects.toThrow(
    `is incomplete: people stored files, and ${folder} is empty.`,
  )
  await rm(folder, { recursive: true })
  await run('delete from app.picture_file; delete from app.stored_file')
  await makeFilesFolder(where.dataDir, where.databaseUrl)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
})
