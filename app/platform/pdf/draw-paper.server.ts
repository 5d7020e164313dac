import PDFDocument from 'pdfkit'
import type { PaperFrame, PaperSheet } from '../../values/paper.ts'
import {
  airy,
  colours,
  line,
  makeRoom,
  margin,
  type Paper,
  rule,
  tight,
  width,
  writeFeet,
  writeHead,
} from './paper-layout.server.ts'
import { heightOf, writeTable } from './paper-table.server.ts'
import { PageTags } from './paper-tags.server.ts'
import { addFonts, linesOf, type Page } from './paper-text.server.ts'

/** Draws a document on A4 with QR code on each page. Tighter spacing is used if that saves a second page. */
export async function drawPaper(
  sheet: PaperSheet,
  logo: Uint8Array | null = null,
): Promise<Buffer<ArrayBuffer>> {
  const set = setPaper(blankPage(sheet.frame), sheet, logo, airy)
  if (set.pages !== 2) return await set.end()
  const closer = setPaper(blankPage(sheet.frame), sheet, logo, tight)
  return await (closer.pages === 1 ? closer : set).end()
}

function setPaper(page: Page, sheet: PaperSheet, logo: Uint8Array | null, gaps: typeof airy) {
  const paper = { page, tags: new PageTags(page), y: 0, frame: sheet.frame, logo, gaps }
  writeHead(paper, true)
  writeSum(paper, sheet.sum)
  writeFacts(paper, sheet.facts)
  writeFigures(paper, sheet.figures)
  const notes = sheet.notes.map((note, index) => ({
    note,
    gap: index === 0 ? gaps.end : gaps.sentence,
  }))
  const belowTables = notes.reduce((height, { note, gap }) => height + sentenceHeight(note, gap), 0)
  for (const [index, { heading, head, rows, whenEmpty }] of sheet.tables.entries()) {
    const after = index === sheet.tables.length - 1 ? belowTables : 0
    const first = gaps.row + heightOf(paper, rows.slice(0, 2), head.length - 2)
    const below = rows.length > 0 ? first : sentenceHeight(whenEmpty, gaps.sentence)
    writeHeading(paper, heading, below + (rows.length > 2 ? 0 : after))
    if (rows.length > 0) writeTable(paper, head, rows, after)
    else writeSentence(paper, whenEmpty, gaps.sentence)
  }
  for (const { note, gap } of notes) writeSentence(paper, note, gap)
  const end = () => {
    writeFeet(paper)
    paper.tags.end()
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

function blankPage(frame: PaperFrame): Page {
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
function writeSum(paper: Paper, { title, figure, sentence }: PaperSheet['sum']) {
  const { page, gaps, tags } = paper
  const half = width / 2
  tags.content('H1', () => {
    line(page, title, margin, paper.y + gaps.title, { size: 28, weight: 'display', width: half })
    line(page, figure, margin + half, paper.y + gaps.title, {
      size: 28,
      weight: 'strong',
      width: half,
      align: 'right',
    })
  })
  paper.y += gaps.title + 24
  const look = { size: 10.5, width, colour: colours.muted }
  tags.content('P', () => {
    for (const text of linesOf(sentence, look)) {
      line(page, text, margin, paper.y, look)
      paper.y += 15
    }
  })
  paper.y += 10
}

/** Label and value on a line each; long values wrap. */
function writeFacts(paper: Paper, facts: PaperSheet['facts']): void {
  const { page, tags } = paper
  tags.group('Table', () => {
    for (const fact of facts) writeFact(paper, fact)
  })
  tags.artifact(() => rule(page, paper.y, colours.line))
}

function writeFact(paper: Paper, [label, value]: PaperSheet['facts'][number]): void {
  const { page, gaps, tags } = paper
  const look = { size: 10.5, weight: 'strong', width: width - 150 } as const
  const lines = linesOf(value, { ...look, colour: colours.ink })
  const height = gaps.fact + (lines.length - 1) * 14
  makeRoom(paper, height)
  tags.artifact(() => rule(page, paper.y, colours.line))
  const y = paper.y + gaps.fact * 0.65
  tags.group('TR', () => {
    const name = () => line(page, label, margin, y, { size: 10, colour: colours.muted, width: 140 })
    tags.content('TH', name, { scope: 'Row' })
    tags.content('TD', () => {
      for (const [index, text] of lines.entries())
        line(page, text, margin + 150, y + index * 14, look)
    })
  })
  paper.y += height
}

/** Figures in columns, each under its label. */
function writeFigures(paper: Paper, figures: PaperSheet['facts']): void {
  const { page, gaps, tags } = paper
  makeRoom(paper, gaps.figures)
  const top = paper.y + gaps.figures - 66
  tags.artifact(() => page.roundedRect(margin, top, width, 58, 5).fill(colours.sand))
  const each = (width - 16) / figures.length
  for (const [index, [label, value]] of figures.entries()) {
    const x = margin + 16 + index * each
    tags.content('P', () => {
      line(page, label, x, top + 22, { size: 9, colour: colours.muted, width: each - 12 })
      line(page, value, x, top + 42, { size: 13, weight: 'strong', width: each - 12 })
    })
  }
  paper.y += gaps.figures
}

/** A heading that is kept together with at least `below` points of content. */
function writeHeading(paper: Paper, heading: string, below: number): void {
  const { gaps, page, tags } = paper
  makeRoom(paper, gaps.heading + below)
  const look = { size: 12, weight: 'strong', colour: colours.forest, width } as const
  tags.content('H2', () => line(page, heading, margin, paper.y + gaps.heading - 12, look))
  paper.y += gaps.heading
}

const sentenceLook = { size: 10, width, colour: colours.muted }

function sentenceHeight(sentence: string, gap: number): number {
  return gap + (linesOf(sentence, sentenceLook).length - 1) * 14 + 4
}

/** A full-width sentence with a gap above. */
function writeSentence(paper: Paper, sentence: string, gap: number): void {
  makeRoom(paper, sentenceHeight(sentence, gap))
  paper.y += gap
  paper.tags.content('P', () => {
    for (const [index, text] of linesOf(sentence, sentenceLook).entries()) {
      line(paper.page, text, margin, paper.y + index * 14, sentenceLook)
    }
  })
  paper.y += sentenceHeight(sentence, 0)
}
