import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { environmentWith } from '../../config/config.ts'
import { programNamed } from '../../tests/browser.ts'

export type Ended = { code: number; output: string }
type RunOptions = {
  settings?: Record<string, string>
  input?: string
  /** Seconds until the program is killed. */
  longest?: number
  from?: string
}

/** Debian's package of each program that is run on this machine; the others run in containers. */
const packages = {
  podman: 'podman',
  buildah: 'buildah',
  runc: 'runc',
  mmdebstrap: 'mmdebstrap',
  iptables: 'iptables',
}

/** Process groups of running programs. */
const groups = new Set<number>()

/** Why nothing can be checked here, as one sentence with what to do; null when it can. */
export function whyNot(): string | null {
  const missing = Object.entries(packages).filter(([program]) => !programNamed(program))
  if (missing.length > 0) {
    const names = missing.map(([, name]) => name).join(' ')
    return `On Debian install:\n\n  apt-get install -y --no-install-recommends ${names}\n`
  }
  return process.getuid?.() === 0 ? null : 'Only root may start systemd and make root file systems.'
}

/** Runs a program in a separate process group, with what it printed. */
export function run(program: string, args: string[], options: RunOptions = {}): Promise<Ended> {
  const { settings = {}, input, longest = 120, from } = options
  return new Promise((fulfil, reject) => {
    const child = spawn(program, args, {
      cwd: from,
      env: environmentWith(settings),
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    const { pid } = child
    if (pid) groups.add(pid)
    const timer = setTimeout(() => pid && killGroup(pid, 'SIGKILL'), longest * 1000)
    const output: Buffer[] = []
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => output.push(chunk))
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
    child.once('error', reject)
    child.once('close', (code) => {
      clearTimeout(timer)
      if (pid) groups.delete(pid)
      fulfil({ code: code ?? 1, output: Buffer.concat(output).toString().trim() })
    })
  })
}

/** Like `run`, but fails with the end of the output unless the program ended with 0. */
export async function must(
  program: string,
  args: string[],
  options: RunOptions = {},
): Promise<string> {
  const { code, output } = await run(program, args, options)
  if (code === 0) return output
  const end = output.split('\n').slice(-12).join('\n')
  throw new Error(`${program} ${args.slice(0, 12).join(' ')} ended with ${code}:\n${end}`)
}

function killGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'ESRCH') throw fault
  }
}

/**
 * Ends every program that still runs. mmdebstrap and buildah undo their mounts when interrupted; what outlives them, such
 * as npm in an image that is being built, is killed.
 */
export async function interruptPrograms(): Promise<void> {
  const interrupted = [...groups]
  for (const pid of interrupted) killGroup(pid, 'SIGINT')
  await sleep(interrupted.length > 0 ? 5000 : 0)
  for (const pid of interrupted) killGroup(pid, 'SIGKILL')
}
