import { existsSync, readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import type { PaperSheet } from '../../values/paper.ts'
import { drawPaper } from './draw-paper.server.ts'

const self = '/proc/thread-self'

// On Linux a thread has its own priority: pages come first.
if (existsSync(self)) {
  const [, thread] = /task\/(\d+)$/.exec(readlinkSync(self)) ?? []
  if (thread) setPriority(Number(thread), 10)
}

/** The task of a pool thread (paper.server.ts). */
export const draw = ({
  sheet,
  logo,
}: {
  sheet: PaperSheet
  logo: Uint8Array | null
}): Promise<Uint8Array> => drawPaper(sheet, logo)
