import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { aDataDir, ask, clusterOf, start } from '../../tests/embedded-servers.ts'
import { joinPostgres } from './embedded-postgres.ts'
import { refuseLostDatabase } from './installation.ts'
import { findDatabase } from './postgres-place.ts'
import { runningPid } from './postmaster.ts'

describe('a lost database', { timeout: 30_000 }, () => {
  test('DATA-350 a database whose password is lost is refused, and its note may be lost', async () => {
    const dataDir = await aDataDir()
    const first = await start(dataDir)
    await ask(first.url, 'create table kept as select 1')
    await first.stop()
    await rm(join(dataDir, 'postgres-place.txt'), { force: true })
    const command = await joinPostgres({ dataDir, log: () => undefined, mayMake: false })
    expect(await ask(command.url, 'select * from kept')).toEqual([1])
    await command.stop()
    expect(existsSync(join(dataDir, 'postgres-place.txt'))).toBe(false)
    const second = await start(dataDir)
    expect(await ask(second.url, 'select * from kept')).toEqual([1])
    await second.stop()
    await rename(join(dataDir, 'postgres-password'), join(dataDir, 'away'))
    await expect(start(dataDir)).rejects.toThrow(
      'postgres-password is missing or empty, and no other password opens the database',
    )
    expect(existsSync(join(dataDir, 'postgres-password'))).toBe(false)
    // What a power cut may leave.
    await writeFile(join(dataDir, 'postgres-password'), '')
    await expect(start(dataDir)).rejects.toThrow(
      'postgres-password is missing or empty, and no other password opens the database',
    )
    await rm(join(dataDir, 'postgres-password'))
    await mkdir(join(dataDir, 'postgres-password'))
    await expect(start(dataDir)).rejects.toThrow('postgres-password is not a file.')
  })

  test('DATA-350 a database that is missing from its noted place is never replaced by an empty one', async () => {
    const dataDir = await aDataDir()
    await writeFile(join(dataDir, 'postgres-place.txt'), '/var/lib/msingi/gone\n')
    await expect(start(dataDir)).rejects.toThrow(
      'is incomplete: there is no database in /var/lib/msingi/gone/cluster.',
    )
    for (const nothing of ['', '\0'.repeat(33), '/var/lib/msingi/07\0\0']) {
      await writeFile(join(dataDir, 'postgres-place.txt'), nothing)
      await expect(start(dataDir)).rejects.toThrow(
        'postgres-place.txt is empty or damaged. Restore it',
      )
    }
    await rm(join(dataDir, 'postgres-place.txt'))
    await promisify(execFile)('mkfifo', [join(dataDir, 'postgres-place.txt')])
    await expect(start(dataDir)).rejects.toThrow('postgres-place.txt is not a file.')
    await rm(join(dataDir, 'postgres-place.txt'))
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
  })

  test('no server is left running that could not be used', async () => {
    const dataDir = await aDataDir()
    const first = await start(dataDir)
    const cluster = await clusterOf(first.url)
    const elsewhere = Object.assign(new URL(first.url), { pathname: '/postgres' }).href
    await ask(elsewhere, 'alter system set default_transaction_read_only = on')
    await ask(elsewhere, 'drop database msingi with (force)')
    await first.stop()
    await expect(start(dataDir)).rejects.toThrow(
      'cannot execute CREATE DATABASE in a read-only transaction',
    )
    expect(await runningPid(cluster)).toBeNull()
    await writeFile(join(dataDir, 'postgres-password'), 'cut off')
    await expect(start(dataDir)).rejects.toThrow('does not open the database')
    expect(await runningPid(cluster)).toBeNull()
  })

  test('DATA-350 the empty folder of a disk that is not mounted is no place for a new database', async () => {
    const dataDir = await aDataDir()
    const first = await start(dataDir)
    const cluster = await clusterOf(first.url)
    await first.stop()
    await rename(cluster, `${cluster}-away`)
    await mkdir(cluster)
    await expect(start(dataDir)).rejects.toThrow(
      `is incomplete: there is no database in ${cluster}. Restore it`,
    )
    // Root's is known by its password, too.
    await rm(join(dataDir, 'postgres-place.txt'), { force: true })
    await expect(start(dataDir)).rejects.toThrow(
      `is incomplete: there is no database in ${cluster}. Restore it`,
    )
    expect(await readdir(cluster)).toEqual([])
  })

  test('DATA-350 where a database was, no other is made, though nothing was stored; after a first start that broke off one is', async () => {
    const dataDir = await aDataDir()
    const first = await start(dataDir)
    const folder = dirname(await clusterOf(first.url))
    await first.stop()
    await rename(folder, `${folder}-away`)
    await rm(join(dataDir, 'postgres-place.txt'), { force: true })
    const where = { dataDir, objectStore: null }
    const refusal = `DATA_DIR ${dataDir} is incomplete: there is no database in ${folder}`
    await expect(refuseLostDatabase(where)).rejects.toThrow(refusal)
    await mkdir(folder)
    await expect(refuseLostDatabase(where)).rejects.toThrow(refusal)
    await rm(join(dataDir, 'postgres.log'))
    await expect(refuseLostDatabase(where)).resolves.toBeUndefined()
    await rm(`${folder}-away`, { recursive: true })
  })

  test.runIf(process.getuid?.() === 0)(
    'DATA-350 a database of root whose note and password are lost is reported',
    async () => {
      const dataDir = await aDataDir()
      await expect(findDatabase(dataDir, false)).rejects.toThrow(
        `There is no installation in DATA_DIR ${dataDir}.`,
      )
      const first = await start(dataDir)
      const folder = dirname(await clusterOf(first.url))
      await first.stop()
      const [note, password] = [
        join(dataDir, 'postgres-place.txt'),
        join(dataDir, 'postgres-password'),
      ]
      for (const path of [note, password]) await rename(path, `${path}-away`)
      await expect(joinPostgres({ dataDir, log: () => undefined, mayMake: false })).rejects.toThrow(
        `is incomplete: there is no database in ${folder}-2/cluster (an earlier one is in ${folder}).`,
      )
      await expect(refuseLostDatabase({ dataDir, objectStore: null })).rejects.toThrow(
        `there is no database in ${folder}-2/cluster (an earlier one is in ${folder}). Restore it`,
      )
      await mkdir(join(dataDir, 'files/ab'), { recursive: true })
      await rm(join(dataDir, 'postgres.log'))
      await expect(joinPostgres({ dataDir, log: () => undefined, mayMake: false })).rejects.toThrow(
        `There is no installation in DATA_DIR ${dataDir} (an earlier one is in ${folder}).`,
      )
      await expect(refuseLostDatabase({ dataDir, objectStore: null })).rejects.toThrow(
        `there are files in ${dataDir}/files, but no database (an earlier one is in ${folder}).`,
      )
      await rm(join(dataDir, 'files'), { recursive: true })
      await writeFile(join(dataDir, 'app-secret'), 'a'.repeat(40))
      await expect(refuseLostDatabase({ dataDir, objectStore: null })).rejects.toThrow(
        `there is an app-secret, but no database (an earlier one is in ${folder}).`,
      )
      // Anyone who removes all of it begins again.
      await rm(join(dataDir, 'app-secret'))
      await expect(refuseLostDatabase({ dataDir, objectStore: null })).resolves.toBeUndefined()
      for (const path of [note, password]) await rename(`${path}-away`, path)
      // Cut off, as by a power cut.
      await writeFile(note, folder.slice(0, 20))
      await expect(start(dataDir)).rejects.toThrow(
        `there is no database in ${folder.slice(0, 20)}/cluster (an earlier one is in ${folder}).`,
      )
      await rm(note)
      await start(dataDir)
    },
  )
})
