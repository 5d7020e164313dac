import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { projectFolder } from '../program.ts'

const entry = 'app/portal/offline/worker.ts'
/** At the root of the site, because a worker reaches no further than its own folder; it is registered for the portal only. */
const fileName = 'portal-worker.js'

/** Builds the worker that keeps pages of the portal for reading offline: one file that no page loads as its own script. */
export async function buildWorker(client: string): Promise<void> {
  // The start of a program that is built already has no use for a bundler.
  const { build } = await import('vite')
  await build({
    root: projectFolder,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    // Else Workbox takes its checks for development along.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: client,
      emptyOutDir: false,
      // Not every browser takes a worker with imports.
      lib: {
        entry: join(projectFolder, entry),
        formats: ['iife'],
        name: 'worker',
        fileName: () => fileName,
      },
    },
  })
}

const threadEntry = 'app/platform/pdf/paper-thread.server.ts'

/** Builds what the threads run that draw PDFs, next to the server's bundle, with the fonts they read. */
export async function buildPaperThread(server: string): Promise<void> {
  const { build } = await import('vite')
  await build({
    root: projectFolder,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      outDir: server,
      emptyOutDir: false,
      ssr: threadEntry,
      rolldownOptions: { output: { codeSplitting: false, entryFileNames: 'paper-thread.js' } },
    },
  })
  await cp(join(projectFolder, 'app/platform/pdf/paper-fonts'), join(server, 'paper-fonts'), {
    recursive: true,
  })
}
