import type { IncomingMessage, ServerResponse } from 'node:http'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export type Installation = {
  demo: boolean
  freshlyLoaded: boolean
  signIns: { email: string; password: string; role: string }[]
  hasAdmin: boolean
}

/** What server/app.ts exports: all that the start needs of the program. It is typed here because only the build has it. */
export type Bundle = {
  app: { fetch: (request: Request, connection: unknown) => Response | Promise<Response> }
  answerFromCache: (request: IncomingMessage, response: ServerResponse) => boolean
  startWorker: () => Promise<{ stop: () => Promise<void> }>
  prepareInstallation: (wish: {
    demo: boolean
    host: string
    smtpUrl: string | null
  }) => Promise<Installation>
  createAdmin: (args: string[]) => Promise<unknown>
  resetSecondFactor: (args: string[]) => Promise<unknown>
  startWatching: () => void
  metricsText: () => Promise<string>
  noteFullDisk: (isFull: boolean) => void
  shutDown: () => Promise<void>
}

/**
 * The bundle reads its configuration while it is imported: the environment must be complete by then. What V8 makes of it
 * is kept beside it, so that the next start has to compile nothing; where the folder is read-only it compiles each time.
 */
export async function importBundle(buildFolder: string): Promise<Bundle> {
  enableCompileCache(join(buildFolder, 'compiled'))
  return await import(pathToFileURL(join(buildFolder, 'server/index.js')).href)
}
