import type { PaperFrame, PaperRow, PaperSheet } from '../values/paper.ts'
import { drawQr } from './paper-qr.server.ts'
import { addFonts, type LineLook, linesOf, type Page, writeLine } from './paper-text.server.ts'

// A4, in points.
const margin = 56
const width = 595.28 - 2 * margin
const footAt = 716
const bottom = footAt - 20
const colours = {
  ink: '#14211B',
  muted: '#4C5A53',
  forest: '#0F3D2E',
  gold: '#C79A3B',
  line: '#DCDDD8',
  sand: '#F6F1E7',
  rose: '#B3261E',
}

/** How far apart what follows one another stands. */
const airy = { title: 52, fact: 28, figures: 86, heading: 38, row: 22, note: 12, sentence: 18, end: 26 }
const tight: typeof airy = { title: 46, fact: 22, figures: 76, heading: 34, row: 18, note: 11, sentence: 16, end: 22 }

/** A sheet that is being written. */
type Paper = { page: Page; y: number; frame: PaperFrame; gaps: typeof airy }

/**
 * Sets a paper on A4 with head, foot and QR on each page, and gives the bytes of its PDF. What would spill to a second
 * page is set closer, if it then stands on one.
 */
export async function printPaper(sheet: PaperSheet): Promise<Buffer<ArrayBuffer>> {
  // With the first paper: a start has no use for it.
  const { default: PDFDocument } = await import('pdfkit')
  const set = setPaper(blankPage(PDFDocument, sheet.frame), sheet, airy)
  if (set.pages !== 2) return await set.end()
  const closer = setPaper(blankPage(PDFDocument, sheet.frame), sheet, tight)
  return await (closer.pages === 1 ? closer : set).end()
}

function setPaper(page: Page, sheet: PaperSheet, gaps: typeof airy) {
  const paper = { page, y: 0, frame: sheet.frame, gaps }
  writeHead(paper)
  writeSum(paper, sheet.sum)
  writeFacts(paper, sheet.facts)
  writeFigures(paper, sheet.figures)
  const notes = sheet.notes.map((note, index) => ({ note, gap: index === 0 ? gaps.end : gaps.sentence }))
  const belowTables = notes.reduce((height, { note, gap }) => height + sentenceHeight(paper, note, gap), 0)
  for (const [index, { heading, head, rows, whenEmpty }] of sheet.tables.entries()) {
    const after = index === sheet.tables.length - 1 ? belowTables : 0
    const first = gaps.row + heightOf(paper, rows.slice(0, 2), head.length - 2)
    const below = rows.length > 0 ? first : sentenceHeight(paper, whenEmpty, gaps.sentence)
    writeHeading(paper, heading, below + (rows.length > 2 ? 0 : after))
    if (rows.length > 0) writeTable(paper, head, rows, after)
    else writeSentence(paper, whenEmpty, gaps.sentence)
  }
  for (const { note, gap } of notes) writeSentence(paper, note, gap)
  const end = () => {
    writeFeet(paper)
    return bytesOf(page)
  }
  return { pages: page.bufferedPageRange().count, end }
}

async function bytesOf(page: Page): Promise<Buffer<ArrayBuffer>> {
  const parts: Buffer[] = []
  page.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise((resolve, reject) => page.on('end', resolve).on('error', reject))
  page.end()
  await ended
  return Buffer.concat(parts)
}

function blankPage(Document: new (options: PDFKit.PDFDocumentOptions) => Page, frame: PaperFrame): Page {
  const page = new Document({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    info: {
      Title: frame.title,
      Author: frame.issuer.name,
      Subject: frame.code,
      CreationDate: frame.issuedAt,
      ModDate: frame.issuedAt,
    },
    lang: 'en',
  })
  addFonts(page)
  return page
}

function writeHead(paper: Paper) {
  const { page, frame } = paper
  stone(page, { y: 58, radius: 4.5, colour: colours.gold })
  stone(page, { y: 66, radius: 7.5, colour: colours.forest })
  stone(page, { y: 75, radius: 10.5, colour: colours.forest })
  line(page, frame.issuer.brand, margin + 30, 75, { size: 21, weight: 'display', width: 240 })
  const right = { width: 240, align: 'right' } as const
  line(page, frame.label, margin + width - 240, 60, { size: 8.5, colour: colours.muted, ...right })
  line(page, frame.name, margin + width - 240, 76, { size: 12, weight: 'strong', ...right })
  rule(page, 96, colours.line)
  paper.y = 96
  if (frame.stamp) writeStamp(paper, frame.stamp)
}

/** One of the three stones of the mark, the foundation. */
function stone(page: Page, { y, radius, colour }: { y: number; radius: number; colour: string }) {
  page.ellipse(margin + 10.5, y, radius, 3.6).fill(colour)
}

function rule(page: Page, y: number, colour: string, from = margin, length = width) {
  page.lineWidth(0.75).strokeColor(colour)
  page
    .moveTo(from, y)
    .lineTo(from + length, y)
    .stroke()
}

/** A line in ink unless another colour is said. */
function line(page: Page, text: string, x: number, y: number, look: Omit<LineLook, 'colour'> & { colour?: string }) {
  writeLine(page, text, x, y, { colour: colours.ink, ...look })
}

function writeStamp(paper: Paper, { word, reason }: { word: string; reason: string }) {
  const { page } = paper
  const look = { size: 9.5, width: width - 150 }
  const reasons = linesOf(page, reason, { ...look, colour: colours.ink }).slice(0, 3)
  const height = 24 + Math.max(1, reasons.length) * 13
  page
    .lineWidth(1.25)
    .strokeColor(colours.rose)
    .rect(margin, paper.y + 16, width, height)
    .stroke()
  const middle = paper.y + 16 + height / 2
  line(page, word, margin + 16, middle + 5, { size: 15, weight: 'strong', colour: colours.rose, width: 110 })
  for (const [index, text] of reasons.entries()) {
    line(page, text, margin + 134, middle + 3.5 + (index - (reasons.length - 1) / 2) * 13, look)
  }
  paper.y += 16 + height
}

/** The title with the one figure that matters, and a sentence about it. */
function writeSum(paper: Paper, { title, figure, sentence }: PaperSheet['sum']) {
  const { page, gaps } = paper
  const half = width / 2
  line(page, title, margin, paper.y + gaps.title, { size: 28, weight: 'display', width: half })
  line(page, figure, margin + half, paper.y + gaps.title, { size: 28, weight: 'strong', width: half, align: 'right' })
  paper.y += gaps.title + 24
  const look = { size: 10.5, width, colour: colours.muted }
  for (const text of linesOf(page, sentence, look)) {
    line(page, text, margin, paper.y, look)
    paper.y += 15
  }
  paper.y += 10
}

/** Label and value, a line each; a value that is too long takes several. */
function writeFacts(paper: Paper, facts: PaperSheet['facts']): void {
  const { page, gaps } = paper
  for (const [label, value] of facts) {
    const look = { size: 10.5, weight: 'strong', width: width - 150 } as const
    const lines = linesOf(page, value, { ...look, colour: colours.ink })
    const height = gaps.fact + (lines.length - 1) * 14
    makeRoom(paper, height)
    rule(page, paper.y, colours.line)
    const y = paper.y + gaps.fact * 0.65
    line(page, label, margin, y, { size: 10, colour: colours.muted, width: 140 })
    for (const [index, text] of lines.entries()) line(page, text, margin + 150, y + index * 14, look)
    paper.y += height
  }
  rule(page, paper.y, colours.line)
}

/** Figures side by side, each under its label. */
function writeFigures(paper: Paper, figures: PaperSheet['facts']): void {
  const { page, gaps } = paper
  makeRoom(paper, gaps.figures)
  const top = paper.y + gaps.figures - 66
  page.roundedRect(margin, top, width, 58, 5).fill(colours.sand)
  const each = (width - 16) / figures.length
  for (const [index, [label, value]] of figures.entries()) {
    const x = margin + 16 + index * each
    line(page, label, x, top + 22, { size: 9, colour: colours.muted, width: each - 12 })
    line(page, value, x, top + 42, { size: 13, weight: 'strong', width: each - 12 })
  }
  paper.y += gaps.figures
}

/** A heading above a table: never without what belongs right below it, of this height. */
function writeHeading(paper: Paper, heading: string, below: number): void {
  const { gaps } = paper
  makeRoom(paper, gaps.heading + below)
  line(paper.page, heading, margin, paper.y + gaps.heading - 12, {
    size: 12,
    weight: 'strong',
    colour: colours.forest,
    width,
  })
  paper.y += gaps.heading
}

const dayWidth = 78
const figureWidth = 92

/**
 * A day, what it was, and `figures` amounts in every row; the head is repeated on a further page. The last two rows and
 * what is said after them, of this height, stay together.
 */
function writeTable(paper: Paper, head: string[], rows: PaperRow[], after: number): void {
  const figures = head.length - 2
  writeRow(paper, { cells: head }, figures, colours.muted)
  for (const [index, row] of rows.entries()) {
    const [held, below] = index < rows.length - 2 ? [[row], 0] : [rows.slice(index), after]
    const needed = heightOf(paper, held, figures) + below
    if (makeRoom(paper, needed)) writeRow(paper, { cells: head }, figures, colours.muted)
    rule(paper.page, paper.y, row.strong ? colours.ink : colours.line)
    writeRow(paper, row, figures, colours.ink)
  }
  rule(paper.page, paper.y, colours.line)
}

function heightOf(paper: Paper, rows: PaperRow[], figures: number): number {
  const { row, note } = paper.gaps
  return rows.reduce((height, one) => height + row + linesOfNote(paper, one, figures).length * note, 0)
}

const wordsWidth = (figures: number) => width - dayWidth - figures * figureWidth
const noteLook = (figures: number) => ({ size: 8.5, colour: colours.muted, width: wordsWidth(figures) - 8 })

const linesOfNote = ({ page }: Paper, { note }: PaperRow, figures: number) =>
  note ? linesOf(page, note, noteLook(figures)) : []

function writeRow(paper: Paper, row: PaperRow, figures: number, colour: string) {
  const { page, gaps } = paper
  const look = { size: 9.5, weight: row.strong ? 'strong' : 'normal', colour } as const
  const words = wordsWidth(figures)
  const y = paper.y + gaps.row * 0.69
  const [day = '', what = '', ...amounts] = row.cells
  line(page, day, margin, y, { ...look, width: dayWidth - 8 })
  line(page, what, margin + dayWidth, y, { ...look, width: words - 8 })
  amounts.forEach((amount, index) => {
    line(page, amount, margin + dayWidth + words + index * figureWidth, y, {
      ...look,
      width: figureWidth,
      align: 'right',
    })
  })
  paper.y += gaps.row
  for (const text of linesOfNote(paper, row, figures)) {
    line(page, text, margin + dayWidth, paper.y + 4, noteLook(figures))
    paper.y += gaps.note
  }
}

const sentenceLook = { size: 10, width, colour: colours.muted }

function sentenceHeight({ page }: Paper, sentence: string, gap: number): number {
  return gap + (linesOf(page, sentence, sentenceLook).length - 1) * 14 + 4
}

/** A sentence over the whole width, its first line so far below what stands above. */
function writeSentence(paper: Paper, sentence: string, gap: number): void {
  makeRoom(paper, sentenceHeight(paper, sentence, gap))
  paper.y += gap
  for (const [index, text] of linesOf(paper.page, sentence, sentenceLook).entries()) {
    line(paper.page, text, margin, paper.y + index * 14, sentenceLook)
  }
  paper.y += sentenceHeight(paper, sentence, 0)
}

/** Goes on with a further page when this much does not fit any more, and says so. */
function makeRoom(paper: Paper, height: number): boolean {
  if (paper.y + height <= bottom) return false
  paper.page.addPage()
  writeHead(paper)
  paper.y += 20
  return true
}

/** Written last, when the number of pages is known. */
function writeFeet({ page, frame }: Paper) {
  const { start, count } = page.bufferedPageRange()
  for (let index = start; index < start + count; index += 1) {
    page.switchToPage(index)
    rule(page, footAt - 12, colours.gold)
    drawQr(page, frame.verify.address, [margin, footAt], 74, colours.ink)
    const x = margin + 92
    const look = { size: 8.5, colour: colours.muted, width: width - 92 }
    line(page, `Is this paper genuine? Scan the square, or enter the code at ${frame.verify.page}`, x, footAt + 9, look)
    line(page, frame.code, x, footAt + 28, { size: 13, weight: 'strong', width: width - 92 })
    for (const [place, text] of frame.issuer.contact.entries()) line(page, text, x, footAt + 46 + place * 11, look)
    line(page, `SHA-256 of the figures ${frame.fingerprint}`, x, footAt + 70, { ...look, size: 6.5 })
    const pages = `Page ${index + 1} of ${count}`
    line(page, pages, margin, footAt + 92, { size: 8, colour: colours.muted, width, align: 'right' })
  }
}
