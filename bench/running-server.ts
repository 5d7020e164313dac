import { type ChildProcess, spawn } from 'node:child_process'
import { projectFolder } from '../server/program.ts'
import { withTemporaryFolder } from '../server/temporary-folder.ts'
import { withCleanup } from '../server/with-cleanup.ts'
import { stopProcess } from './cluster/process.ts'

const origin = /Msingi is running: (\S+)/

/** The program as `npm start` runs it, with the demo: its process, its address and where it keeps everything. */
export type RunningServer = { process: ChildProcess; address: string; dataDir: string }

/** Builds if needed, starts the program on a free port with data of its own, and takes it all away afterwards; `more` as below. */
export function withServer<Result>(
  work: (server: RunningServer) => Promise<Result>,
  more: string[] = [],
): Promise<Result> {
  return withTemporaryFolder('bench', (dataDir) => withServerOn(dataDir, work, more))
}

/** As above on this data folder, which is left as it is afterwards; `more` are settings of Node.js and of ours, as `NAME=value`, `project` the program's folder. */
export function withServerOn<Result>(
  dataDir: string,
  work: (server: RunningServer) => Promise<Result>,
  more: string[] = [],
  project = projectFolder,
): Promise<Result> {
  // `env` becomes the server, so its process is the one that is measured.
  const settings = ['PORT=0', `DATA_DIR=${dataDir}`, 'LOG_LEVEL=error']
  const start = async () =>
    spawn('env', [...settings, ...more, process.execPath, 'server/start.ts'], {
      cwd: project,
      stdio: ['ignore', 'pipe', 'inherit'],
      // Ctrl-C reaches us only, who stop it once: it takes a second signal for impatience and leaves its database running.
      detached: true,
    })
  return withCleanup(
    start,
    (server) => stopProcess(server),
    async (server) => work({ process: server, address: await addressOf(server), dataDir }),
  )
}

function addressOf(server: ReturnType<typeof spawn>): Promise<string> {
  let written = ''
  return new Promise((found, failed) => {
    server.stdout?.on('data', (chunk: Buffer) => {
      written += chunk
      const [, address] = origin.exec(written) ?? []
      if (address) found(address)
    })
    server.once('exit', (code) => failed(new Error(`The server ended with ${code}:\n${written}`)))
  })
}
