import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { removeAbandoned } from '../../server/temporary-folder.ts'
import { withCleanup } from '../../server/with-cleanup.ts'
import { stopProcess } from '../cluster/process.ts'
import { resetSettings } from '../running-database.ts'
import { type RunningServer, withServerOn } from '../running-server.ts'
import { isComplete } from './place.ts'

/** The program on a large demo, as `withServerOn`; what a killed run told its database is taken back before. */
export async function withLargeServer<Result>(
  dataDir: string,
  work: (server: RunningServer) => Promise<Result>,
  more: string[] = [],
): Promise<Result> {
  await removeAbandoned()
  return withCleanup(
    () => resetSettings(dataDir),
    // Nothing is running: it is waited for, also by a process that is told to end.
    async () => undefined,
    () => withServerOn(dataDir, work, more),
  )
}

/** Makes this part of the large demo, unless it is there; false when it could not be made. */
export async function makeUnlessThere(dataDir: string, part: string): Promise<boolean> {
  if (isComplete(dataDir)) return true
  const start = async () =>
    spawn(process.execPath, ['bench/large-demo.ts', dataDir, part], {
      stdio: ['ignore', 'inherit', 'inherit'],
      // Ctrl-C reaches us only, who stop it.
      detached: true,
    })
  await withCleanup(
    start,
    (making) => stopProcess(making),
    (making) => once(making, 'exit'),
  )
  return isComplete(dataDir)
}
