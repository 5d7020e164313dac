import { existsSync, readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import type { PdfSheet } from '../../values/pdf-sheet.ts'
import { drawPdf } from './draw-pdf.server.ts'

const self = '/proc/thread-self'

// On Linux a thread has its own priority: pages come first.
if (existsSync(self)) {
  const [, thread] = /task\/(\d+)$/.exec(readlinkSync(self)) ?? []
  if (thread) setPriority(Number(thread), 10)
}

/** The task of a pool thread (print-pdf.server.ts). */
export const draw = ({
  sheet,
  logo,
}: {
  sheet: PdfSheet
  logo: Uint8Array | null
}): Promise<Uint8Array> => drawPdf(sheet, logo)
