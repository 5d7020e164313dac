import PDFDocument from 'pdfkit'
import type { PdfFrame, PdfSheet } from '../../values/pdf-sheet.ts'
import {
  airy,
  colours,
  line,
  makeRoom,
  margin,
  type PdfWriter,
  rule,
  tight,
  width,
  writeFeet,
  writeHead,
} from './pdf-layout.server.ts'
import { heightOf, writeTable } from './pdf-table.server.ts'
import { PageTags } from './pdf-tags.server.ts'
import { addFonts, linesOf, type Page } from './pdf-text.server.ts'

/** Draws a document on A4 with QR code on each page. Tighter spacing is used if that saves a second page. */
export async function drawPdf(
  sheet: PdfSheet,
  logo: Uint8Array | null = null,
): Promise<Buffer<ArrayBuffer>> {
  const set = layOut(blankPage(sheet.frame), sheet, logo, airy)
  if (set.pages !== 2) return await set.end()
  const closer = layOut(blankPage(sheet.frame), sheet, logo, tight)
  return await (closer.pages === 1 ? closer : set).end()
}

function layOut(page: Page, sheet: PdfSheet, logo: Uint8Array | null, gaps: typeof airy) {
  const pdf = { page, tags: new PageTags(page), y: 0, frame: sheet.frame, logo, gaps }
  writeHead(pdf, true)
  writeSum(pdf, sheet.sum)
  writeFacts(pdf, sheet.facts)
  if (sheet.figures.length > 0) writeFigures(pdf, sheet.figures)
  const notes = sheet.notes.map((note, index) => ({
    note,
    gap: index === 0 ? gaps.end : gaps.sentence,
  }))
  const belowTables = notes.reduce((height, { note, gap }) => height + sentenceHeight(note, gap), 0)
  for (const [index, { heading, head, rows, whenEmpty }] of sheet.tables.entries()) {
    const after = index === sheet.tables.length - 1 ? belowTables : 0
    const first = gaps.row + heightOf(pdf, rows.slice(0, 2), head.length - 2)
    const below = rows.length > 0 ? first : sentenceHeight(whenEmpty, gaps.sentence)
    writeHeading(pdf, heading, below + (rows.length > 2 ? 0 : after))
    if (rows.length > 0) writeTable(pdf, head, rows, after)
    else writeSentence(pdf, whenEmpty, gaps.sentence)
  }
  for (const { note, gap } of notes) writeSentence(pdf, note, gap)
  const end = () => {
    writeFeet(pdf)
    pdf.tags.end()
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

function blankPage(frame: PdfFrame): Page {
  const page = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    pdfVersion: '1.7',
    // Missing from the types.
    ...({ subset: 'PDF/UA' } as object),
    tagged: true,
    displayTitle: true,
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

/** The title with the main figure and a sentence. */
function writeSum(pdf: PdfWriter, { title, figure, sentence }: PdfSheet['sum']) {
  const { page, gaps, tags } = pdf
  const half = width / 2
  tags.content('H1', () => {
    line(page, title, margin, pdf.y + gaps.title, { size: 28, weight: 'display', width: half })
    line(page, figure, margin + half, pdf.y + gaps.title, {
      size: 28,
      weight: 'strong',
      width: half,
      align: 'right',
    })
  })
  pdf.y += gaps.title + 24
  const look = { size: 10.5, width, colour: colours.muted }
  tags.content('P', () => {
    for (const text of linesOf(sentence, look)) {
      line(page, text, margin, pdf.y, look)
      pdf.y += 15
    }
  })
  pdf.y += 10
}

/** Label and value on a line each; long values wrap. */
function writeFacts(pdf: PdfWriter, facts: PdfSheet['facts']): void {
  const { page, tags } = pdf
  tags.group('Table', () => {
    for (const fact of facts) writeFact(pdf, fact)
  })
  tags.artifact(() => rule(page, pdf.y, colours.line))
}

function writeFact(pdf: PdfWriter, [label, value]: PdfSheet['facts'][number]): void {
  const { page, gaps, tags } = pdf
  const look = { size: 10.5, weight: 'strong', width: width - 150 } as const
  const lines = linesOf(value, { ...look, colour: colours.ink })
  const height = gaps.fact + (lines.length - 1) * 14
  makeRoom(pdf, height)
  tags.artifact(() => rule(page, pdf.y, colours.line))
  const y = pdf.y + gaps.fact * 0.65
  tags.group('TR', () => {
    const name = () => line(page, label, margin, y, { size: 10, colour: colours.muted, width: 140 })
    tags.content('TH', name, { scope: 'Row' })
    tags.content('TD', () => {
      for (const [index, text] of lines.entries())
        line(page, text, margin + 150, y + index * 14, look)
    })
  })
  pdf.y += height
}

/** Figures in columns, each under its label. */
function writeFigures(pdf: PdfWriter, figures: PdfSheet['facts']): void {
  const { page, gaps, tags } = pdf
  makeRoom(pdf, gaps.figures)
  const top = pdf.y + gaps.figures - 66
  tags.artifact(() => page.roundedRect(margin, top, width, 58, 5).fill(colours.sand))
  const each = (width - 16) / figures.length
  for (const [index, [label, value]] of figures.entries()) {
    const x = margin + 16 + index * each
    tags.content('P', () => {
      line(page, label, x, top + 22, { size: 9, colour: colours.muted, width: each - 12 })
      line(page, value, x, top + 42, { size: 13, weight: 'strong', width: each - 12 })
    })
  }
  pdf.y += gaps.figures
}

/** A heading that is kept together with at least `below` points of content. */
function writeHeading(pdf: PdfWriter, heading: string, below: number): void {
  const { gaps, page, tags } = pdf
  makeRoom(pdf, gaps.heading + below)
  const look = { size: 12, weight: 'strong', colour: colours.forest, width } as const
  tags.content('H2', () => line(page, heading, margin, pdf.y + gaps.heading - 12, look))
  pdf.y += gaps.heading
}

const sentenceLook = { size: 10, width, colour: colours.muted }

function sentenceHeight(sentence: string, gap: number): number {
  return gap + (linesOf(sentence, sentenceLook).length - 1) * 14 + 4
}

/** A full-width sentence with a gap above. */
function writeSentence(pdf: PdfWriter, sentence: string, gap: number): void {
  makeRoom(pdf, sentenceHeight(sentence, gap))
  pdf.y += gap
  pdf.tags.content('P', () => {
    for (const [index, text] of linesOf(sentence, sentenceLook).entries()) {
      line(pdf.page, text, margin, pdf.y + index * 14, sentenceLook)
    }
  })
  pdf.y += sentenceHeight(sentence, 0)
}
