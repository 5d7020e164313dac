import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { environmentWith } from '../../../config/config.ts'

const run = promisify(execFile)

/** A program of someone else's, at the version that is compared. */
export type Release = { name: string; version: string }

/**
 * Where a release stands: next to the data, in its own folder, so that it is no dependency of ours. It is installed by npm
 * the first time, without running what packages bring for that, and kept. Rejects when npm fails, for one because no one
 * answers.
 */
export async function installed({ name, version }: Release, dataDir: string): Promise<string> {
  const folder = join(dirname(dataDir), `${basename(dataDir)}-others`, `${name}-${version}`)
  if (existsSync(folder)) return folder
  console.log(`Installing ${name} ${version}, once`)
  const unfinished = `${folder}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  await writeFile(
    join(unfinished, 'package.json'),
    JSON.stringify({ private: true, dependencies: { [name]: version } }),
  )
  const [program, ...before] = npm()
  const options = [
    'install',
    '--prefix',
    unfinished,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  await run(program, [...before, ...options], { cwd: unfinished, timeout: 180_000 })
  await rename(unfinished, folder)
  return folder
}

/** The npm that started us, run by the Node.js of the project; else the one of the machine. */
function npm(): [string, ...string[]] {
  const program = environmentWith({}).npm_execpath
  return program && /npm-cli\.c?js$/.test(program) ? [process.execPath, program] : ['npm']
}
