import { join } from 'node:path'
import type { Tinypool } from 'tinypool'
import type { PaperSheet } from '../../values/paper.ts'

/** The file that a thread runs: next to the bundle it is built, from the sources it is the source. */
const threadFile = join(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? 'paper-thread.server.ts' : 'paper-thread.js',
)
/** Two draw at a time, so that a long statement does not hold up a receipt; each has fonts and libraries of its own. */
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
    // What this process was begun with, such as a test's loader, is not for its threads.
    execArgv: [],
    // A thread that waits in its event loop answers immediately when it is to end.
    useAtomics: false,
  })
}

/** The bytes of a sheet's PDF, with the PNG of a logo in its head where there is one. It is drawn in a thread, so that the pages of everyone else do not wait for it. */
export async function printPaper(
  sheet: PaperSheet,
  logo: Uint8Array | null = null,
): Promise<Buffer<ArrayBuffer>> {
  pool ??= beginPool()
  const bytes: Uint8Array<ArrayBuffer> = await (await pool).run({ sheet, logo })
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
