import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { projectFolder } from '../program.ts'

const entry = 'app/portal/offline/worker.ts'
/** At the root of the site, because a worker's scope is its folder; registered for the portal only. */
const fileName = 'portal-worker.js'

/** Builds the offline reading worker: one file that no page loads as its own script. */
export async function buildWorker(client: string): Promise<void> {
  // A start from a finished build needs no bundler.
  const { build } = await import('vite')
  await build({
    root: projectFolder,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    // Otherwise Workbox includes its development checks.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: client,
      emptyOutDir: false,
      // Not every browser supports module workers.
      lib: {
        entry: join(projectFolder, entry),
        formats: ['iife'],
        name: 'worker',
        fileName: () => fileName,
      },
    },
  })
}

const threadEntry = 'app/platform/pdf/pdf-thread.server.ts'

/** Builds the PDF thread's code next to the server's bundle, with its fonts. */
export async function buildPdfThread(server: string): Promise<void> {
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
      rolldownOptions: { output: { codeSplitting: false, entryFileNames: 'pdf-thread.js' } },
    },
  })
  await cp(join(projectFolder, 'app/platform/pdf/pdf-fonts'), join(server, 'pdf-fonts'), {
    recursive: true,
  })
}
