import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { environmentWith } from '../../config/config.ts'
import { projectFolder } from '../../server/program.ts'
import { continueUnlessStopping } from '../../server/with-cleanup.ts'
import type { ClusterProcess } from './parts.ts'
import { readiness } from './proxy.ts'

const longestStartMs = 120_000
/** Longer than the product itself allows its stop. */
const longestStopMs = 20_000

type Wanted = {
  name: string
  folder: string
  port: number
  metricsPort: number
  /** What it sees as /etc/hosts, if that is another file. */
  hostsPath?: string | undefined
  settings: Record<string, string>
}

const mountHosts = 'mount --bind "$0" /etc/hosts && exec "$@"'

/** Launches one process of the product with its own folder and log. */
export async function launchProcess({
  name,
  folder,
  port,
  metricsPort,
  hostsPath,
  settings,
}: Wanted): Promise<ClusterProcess> {
  const logPath = join(folder, `${name}.log`)
  let child = await launch()

  async function launch(): Promise<ChildProcess> {
    await continueUnlessStopping()
    const log = openSync(logPath, 'a', 0o600)
    const words = [process.execPath, 'server/start.ts']
    const inNamespace = hostsPath
      ? ['unshare', '--mount', 'sh', '-c', mountHosts, hostsPath, ...words]
      : words
    const [program = '', ...args] = inNamespace
    const started = spawn(program, args, {
      cwd: projectFolder,
      env: environmentWith({
        ...settings,
        DATA_DIR: join(folder, name),
        PORT: String(port),
        METRICS_PORT: String(metricsPort),
      }),
      stdio: ['ignore', log, log],
      // Ctrl-C reaches us only, who stop the parts in their order.
      detached: true,
    })
    closeSync(log)
    return started
  }

  async function ready(): Promise<void> {
    const began = performance.now()
    while (!(await readiness(port))) {
      if (hasEnded(child))
        throw new Error(`${name} ended with ${child.signalCode ?? child.exitCode}; see ${logPath}`)
      if (performance.now() - began > longestStartMs)
        throw new Error(`${name} does not get ready; see ${logPath}`)
      await sleep(50)
    }
  }

  const ended = () => endOf(child)
  return {
    name,
    port,
    metricsPort,
    logPath,
    get process() {
      return child
    },
    kill: (signal) => void child.kill(signal),
    ended,
    ready,
    restart: async () => {
      await stopProcess(child)
      child = await launch()
      await ready()
    },
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode !== null || signalCode !== null

async function endOf(child: ChildProcess): Promise<void> {
  if (!hasEnded(child)) await new Promise((done) => child.once('exit', done))
}

/** Asks it to stop and waits; what does not stop in time is killed. SIGTERM gives notice (DRAIN_SECONDS), SIGINT none. */
export async function stopProcess(
  child: ChildProcess,
  signal: 'SIGTERM' | 'SIGINT' = 'SIGTERM',
): Promise<void> {
  if (hasEnded(child)) return
  child.kill(signal)
  const late = setTimeout(() => child.kill('SIGKILL'), longestStopMs)
  await endOf(child)
  clearTimeout(late)
}
