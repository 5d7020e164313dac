import type { PdfFrame } from '../../values/pdf-sheet.ts'
import type { PageTags } from './pdf-tags.server.ts'
import { type Line, type LineLook, linesOf, type Page, writeLine } from './pdf-text.server.ts'
import { drawQr } from './qr-code.server.ts'

// A4, in points.
export const margin = 56
export const width = 595.28 - 2 * margin
const footAt = 716
const bottom = footAt - 20
export const colours = {
  ink: '#14211B',
  muted: '#4C5A53',
  forest: '#0F3D2E',
  gold: '#C79A3B',
  line: '#DCDDD8',
  sand: '#F6F1E7',
  rose: '#B3261E',
}

/** Vertical gaps. */
export const airy = {
  title: 52,
  fact: 28,
  figures: 86,
  heading: 38,
  row: 22,
  note: 12,
  sentence: 18,
  end: 26,
}
export const tight: typeof airy = {
  title: 46,
  fact: 22,
  figures: 76,
  heading: 34,
  row: 18,
  note: 11,
  sentence: 16,
  end: 22,
}

export type PdfWriter = {
  page: Page
  tags: PageTags
  y: number
  frame: PdfFrame
  logo: Uint8Array | null
  gaps: typeof airy
}

/** Further pages repeat a short header. */
export function writeHead(pdf: PdfWriter, isFirst: boolean) {
  const { page, frame, tags, logo } = pdf
  const right = { width: 240, align: 'right' } as const
  const words = (isRead: boolean, draw: () => void) =>
    isRead ? tags.content('P', draw) : tags.artifact(draw)
  tags.artifact(() => {
    if (logo)
      page.image(Buffer.from(logo), margin, 55, {
        fit: [24, 24],
        align: 'center',
        valign: 'center',
      })
    else threeStones(page)
    rule(page, 96, colours.line)
  })
  words(isFirst, () =>
    line(page, frame.issuer.brand, margin + 30, 75, { size: 21, weight: 'display', width: 240 }),
  )
  words(isFirst, () => {
    line(page, frame.label, margin + width - 240, 60, {
      size: 8.5,
      colour: colours.muted,
      ...right,
    })
    line(page, frame.name, margin + width - 240, 76, { size: 12, weight: 'strong', ...right })
  })
  pdf.y = 96
  if (frame.stamp) writeStamp(pdf, frame.stamp, words.bind(null, isFirst))
}

/** Drawn instead of a logo. */
function threeStones(page: Page) {
  stone(page, { y: 58, radius: 4.5, colour: colours.gold })
  stone(page, { y: 66, radius: 7.5, colour: colours.forest })
  stone(page, { y: 75, radius: 10.5, colour: colours.forest })
}

function stone(page: Page, { y, radius, colour }: { y: number; radius: number; colour: string }) {
  page.ellipse(margin + 10.5, y, radius, 3.6).fill(colour)
}

export function rule(page: Page, y: number, colour: string, from = margin, length = width) {
  page.lineWidth(0.75).strokeColor(colour)
  page
    .moveTo(from, y)
    .lineTo(from + length, y)
    .stroke()
}

export function line(
  page: Page,
  text: string | Line,
  x: number,
  y: number,
  look: Omit<LineLook, 'colour'> & { colour?: string },
) {
  writeLine(page, text, x, y, { colour: colours.ink, ...look })
}

type Stamp = NonNullable<PdfFrame['stamp']>

function writeStamp(pdf: PdfWriter, { word, reason }: Stamp, words: (draw: () => void) => void) {
  const { page } = pdf
  const look = { size: 9.5, width: width - 150 }
  const reasons = linesOf(reason, { ...look, colour: colours.ink }).slice(0, 3)
  const height = 24 + Math.max(1, reasons.length) * 13
  pdf.tags.artifact(() => {
    page
      .lineWidth(1.25)
      .strokeColor(colours.rose)
      .rect(margin, pdf.y + 16, width, height)
      .stroke()
  })
  const middle = pdf.y + 16 + height / 2
  words(() => {
    line(page, word, margin + 16, middle + 5, {
      size: 15,
      weight: 'strong',
      colour: colours.rose,
      width: 110,
    })
    for (const [index, text] of reasons.entries()) {
      line(page, text, margin + 134, middle + 3.5 + (index - (reasons.length - 1) / 2) * 13, look)
    }
  })
  pdf.y += 16 + height
}

/** Starts a new page when this height does not fit; returns whether it did. */
export function makeRoom(pdf: PdfWriter, height: number): boolean {
  if (pdf.y + height <= bottom) return false
  pdf.page.addPage()
  writeHead(pdf, false)
  pdf.y += 20
  return true
}

/** Written last, when the number of pages is known. Screen readers read only the last. */
export function writeFeet(pdf: PdfWriter) {
  const { page, tags } = pdf
  const { start, count } = page.bufferedPageRange()
  for (let index = start; index < start + count; index += 1) {
    page.switchToPage(index)
    const pages = `Page ${index + 1} of ${count}`
    tags.artifact(() => {
      rule(page, footAt - 12, colours.gold)
      line(page, pages, margin, footAt + 92, {
        size: 8,
        colour: colours.muted,
        width,
        align: 'right',
      })
    })
    if (index < start + count - 1) tags.artifact(() => [drawSquare(pdf), writeFoot(pdf)])
    else if (!pdf.frame.verify) tags.content('P', () => writeFoot(pdf))
    else {
      const bbox: [number, number, number, number] = [
        margin,
        footAt,
        margin + square,
        footAt + square,
      ]
      tags.content('Figure', () => drawSquare(pdf), {
        alt: `QR code: ${pdf.frame.verify.address}`,
        bbox,
      })
      tags.content('P', () => writeFoot(pdf))
    }
  }
}

const square = 74

function drawSquare({ page, frame }: PdfWriter) {
  if (frame.verify) drawQr(page, frame.verify.address, [margin, footAt], square, colours.ink)
}

function writeFoot({ page, frame }: PdfWriter) {
  if (!frame.verify) {
    writeContact(page, frame, margin)
    return
  }
  const x = margin + 92
  const look = { size: 8.5, colour: colours.muted, width: width - 92 }
  line(
    page,
    `Is this document genuine? Scan the QR code, or enter the code at ${frame.verify.page}`,
    x,
    footAt + 9,
    look,
  )
  line(page, frame.code, x, footAt + 28, { size: 13, weight: 'strong', width: width - 92 })
  const hashAt = Math.max(80, writeContact(page, frame, x))
  const hash = `SHA-256 of the figures ${frame.fingerprint}`
  line(page, hash, x, footAt + hashAt, { ...look, size: 6.5 })
}

/** Where the next line is, below the top of the foot. */
function writeContact(page: Page, { issuer }: PdfFrame, x: number): number {
  const look = { size: 8.5, colour: colours.muted, width: width - x + margin }
  for (const [place, text] of issuer.contact.entries())
    line(page, text, x, footAt + 46 + place * 11, look)
  return 46 + issuer.contact.length * 11
}
