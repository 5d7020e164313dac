import { join } from 'node:path'
import type { Tinypool } from 'tinypool'
import type { PdfSheet } from '../../values/pdf-sheet.ts'

/** The built file next to the bundle, or the source. */
const threadFile = join(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? 'pdf-thread.server.ts' : 'pdf-thread.js',
)
/** Two threads, so that a long statement does not delay a receipt. */
const mostThreads = 2
const idleMs = 60_000

let pool: Promise<Tinypool> | undefined

async function beginPool(): Promise<Tinypool> {
  const { Tinypool } = await import('tinypool')
  return new Tinypool({
    filename: threadFile,
    name: 'draw',
    minThreads: 0,
    maxThreads: mostThreads,
    idleTimeout: idleMs,
    // Not this process's flags, such as a test's loader.
    execArgv: [],
    // A thread waiting in its event loop ends immediately.
    useAtomics: false,
  })
}

/** The PDF of a document, with a logo's PNG if given. Drawn in a thread, so that pages do not wait. */
export async function printPdf(
  sheet: PdfSheet,
  logo: Uint8Array | null = null,
): Promise<Buffer<ArrayBuffer>> {
  pool ??= beginPool()
  const bytes: Uint8Array<ArrayBuffer> = await (await pool).run({ sheet, logo })
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
