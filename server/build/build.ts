import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import { buildPdfThread, buildWorker } from './build-worker.ts'
import { withFolderLock } from '../folder-lock.mjs'
import { projectFolder, runTool } from '../program.ts'
import { say, showStep } from '../progress.ts'
import { subsetFonts } from './subset-fonts.ts'

const builds = join(projectFolder, 'build')
const sourceFolders = ['app', 'config', 'server', 'public']
const sourceFiles = [
  'package-lock.json',
  'react-router.config.ts',
  'vite.config.ts',
  'tsconfig.json',
]
const isTest = (path: string) => /\.test\.tsx?$/.test(path)
const worthCompressing = /\.(js|css|html|svg|json|txt|xml|ico|webmanifest|map)$/
/** Switching between checkouts then builds once. */
const olderBuildsKept = 2
/** The interval of marking a build as used, and the silence after which it may be removed, in milliseconds. */
const saidEveryMs = 600_000
const silenceMs = 3 * saidEveryMs
const usedName = '.used-by'

async function sourcePaths(): Promise<string[]> {
  const paths = [...sourceFiles]
  for (const folder of sourceFolders) {
    if (!existsSync(join(projectFolder, folder))) continue
    for (const entry of await readdir(join(projectFolder, folder), {
      recursive: true,
      withFileTypes: true,
    })) {
      const path = join(entry.parentPath, entry.name).slice(projectFolder.length + 1)
      if (entry.isFile() && !isTest(path)) paths.push(path)
    }
  }
  return paths.sort()
}

/** By content, not times. */
async function hashOfSources(): Promise<string> {
  const hash = createHash('sha256')
  for (const path of await sourcePaths()) {
    const content = await readFile(join(projectFolder, path))
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex').slice(0, 16)
}

/** The largest windows, because every file is small: they save a hundred bytes on React. */
const brotliParams = {
  [zlib.BROTLI_PARAM_QUALITY]: 11,
  [zlib.BROTLI_PARAM_LGBLOCK]: zlib.BROTLI_MAX_INPUT_BLOCK_BITS,
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path)
  if (content.length < 256) return
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params: brotliParams }),
    promisify(gzip)(content, { level: 9 }),
  ])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}

async function compressFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile() && worthCompressing.test(entry.name))
  await Promise.all(paths.map((entry) => compress(join(entry.parentPath, entry.name))))
}

async function buildInto(target: string): Promise<void> {
  // Next to the other builds, because the bundle finds node_modules upwards from it.
  const draft = `build/.draft-${randomBytes(6).toString('hex')}`
  try {
    await subsetFonts()
    const { code, output } = await runTool('node_modules/@react-router/dev/bin.cjs', ['build'], {
      settings: { BUILD_DIR: draft, NODE_ENV: 'production' },
    })
    if (code !== 0) throw new Error(`The build failed:\n${output}`)
    await buildWorker(join(projectFolder, draft, 'client'))
    await buildPdfThread(join(projectFolder, draft, 'server'))
    await compressFolder(join(projectFolder, draft, 'client'))
    await rename(join(projectFolder, draft), target)
  } finally {
    await rm(join(projectFolder, draft), { recursive: true, force: true })
  }
}

/** Keeps the current build, the newest few, and those in use (`keepInUse`). */
export async function removeOlder(builds: string, current: string): Promise<void> {
  const names = await readdir(builds)
  const drafts = names.filter((name) => name.startsWith('.draft-'))
  const others = names.filter((name) => /^[0-9a-f]{16}$/.test(name) && name !== current)
  // The current build is new, so no clock is compared with file times.
  const now = await changedAt(join(builds, current))
  const aged = await Promise.all(
    others.map(async (name) => ({
      name,
      at: await changedAt(join(builds, name)),
      usedAt: await changedAt(join(builds, name, usedName)).catch(() => 0),
    })),
  )
  const tooOld = aged.toSorted((a, b) => b.at - a.at).slice(olderBuildsKept)
  const unused = tooOld.filter(({ usedAt }) => now - usedAt > silenceMs)
  const leaving = [...drafts, ...unused.map(({ name }) => name)]
  await Promise.all(leaving.map((name) => rm(join(builds, name), { recursive: true, force: true })))
}

const changedAt = async (path: string) => (await stat(path)).mtimeMs

/** Marks a build as used while this process lives, so that no command removes it. */
export async function keepInUse(folder: string): Promise<void> {
  // Fails where the code is another user's, who builds only while nothing runs.
  const claim = () => writeFile(join(folder, usedName), `${process.pid}\n`).catch(() => undefined)
  await claim()
  setInterval(claim, saidEveryMs).unref()
}

/**
 * Builds the program unless these sources were built before; returns the build's folder. Builds
 * appear atomically under the hash of their sources. Concurrent calls are serialised.
 */
export async function build(): Promise<string> {
  const hash = await hashOfSources()
  const target = join(builds, hash)
  if (existsSync(target)) return target
  const onWait = () => say('Another command is building; waiting for it…')
  await withFolderLock(join(builds, '.building'), onWait, async () => {
    if (existsSync(target)) return
    await showStep('Building (about 20 s)', () => buildInto(target))
    await removeOlder(builds, hash)
  })
  return target
}

if (import.meta.main) {
  try {
    say(`Built: ${await build()}`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
