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

/** The exports of server/app.ts, typed here because only the build has them. */
export type Bundle = {
  app: { fetch: (request: Request, connection: unknown) => Response | Promise<Response> }
  answerFromCache: (request: IncomingMessage, response: ServerResponse) => boolean
  provideBackup: (take: () => Promise<string>) => void
  startWorker: () => Promise<{ stop: () => Promise<void> }>
  prepareInstallation: (wish: {
    demo: boolean
    host: string
    smtpUrl: string | null
  }) => Promise<Installation>
  createAdmin: (args: string[]) => Promise<unknown>
  resetSecondFactor: (args: string[]) => Promise<unknown>
  /** `folders` are those whose free space is measured, by what is in them. */
  startWatching: (folders: Record<string, string>) => void
  metricsText: () => Promise<string>
  noteFullDisk: (isFull: boolean) => void
  shutDown: () => Promise<void>
}

/**
 * The environment must be complete, because importing reads the configuration. V8's code cache is
 * stored next to it where the folder is writable.
 */
export async function importBundle(buildFolder: string): Promise<Bundle> {
  enableCompileCache(join(buildFolder, 'compiled'))
  return await import(pathToFileURL(join(buildFolder, 'server/index.js')).href)
}
