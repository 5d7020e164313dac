import { spawn, spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { say, showStep } from '../server/progress.ts'

const names = ['chromium', 'google-chrome']
const macPrograms = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Where this program stands on the PATH. */
export function programNamed(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(isAbsolute)
  return folders.map((folder) => join(folder, name)).find(isProgram)
}

/** A package may only install a note instead of the program (Ubuntu's `chromium`), so it must tell its version. */
const runs = (program: string) =>
  spawnSync(program, ['--version', '--no-sandbox'], { timeout: 30_000 }).status === 0

function findInstalled(): string | undefined {
  const programs = [...names.map(programNamed), ...macPrograms.filter(isProgram)]
  return programs.find((program) => program !== undefined && runs(program))
}

function run(program: string, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    const output: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk))
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve()
      else
        reject(
          new Error(`${program} ${args.join(' ')} ended with ${code}:\n${Buffer.concat(output)}`),
        )
    })
  })
}

/** Whether packages may be installed here: by root on Debian. */
export const mayInstall = () =>
  process.getuid?.() === 0 &&
  existsSync('/etc/debian_version') &&
  programNamed('apt-get') !== undefined

export async function installOnDebian(...packages: string[]): Promise<void> {
  await showStep(`Installing ${packages.join(', ')} with apt-get (about a minute)`, async () => {
    await run('apt-get', ['update'])
    await run('apt-get', ['install', '-y', '--no-install-recommends', ...packages])
  })
}

function commandToType(): string {
  if (process.platform === 'darwin') return 'brew install --cask google-chrome'
  if (programNamed('apt-get')) return 'sudo apt-get update && sudo apt-get install -y chromium'
  if (programNamed('dnf')) return 'sudo dnf install -y chromium'
  if (programNamed('pacman')) return 'sudo pacman -S --noconfirm chromium'
  return 'CHROME_PATH=/path/to/chromium npm test'
}

/**
 * The Chromium of this machine: CHROME_PATH, `chromium`, `google-chrome`, else the package `chromium` where we may
 * install it (root on Debian). Null after saying the one command that helps.
 */
export async function findBrowser(): Promise<string | null> {
  const wished = process.env.CHROME_PATH
  if (wished) {
    if (isProgram(wished)) return wished
    say(`CHROME_PATH ${wished} is no program. Unset it or set it to Chromium.`)
    return null
  }
  const found = findInstalled()
  if (found) return found
  if (mayInstall()) {
    await installOnDebian('chromium').catch((error: Error) => say(error.message))
    const installed = findInstalled()
    if (installed) return installed
  }
  say(`The browser tests need Chromium. Install it with:\n\n  ${commandToType()}\n`)
  return null
}
