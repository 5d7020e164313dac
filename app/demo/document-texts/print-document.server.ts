import { Readable } from 'node:stream'
import type { Company } from '../../domain/company/company.ts'
import type { DocumentSection, DocumentTable, DocumentText } from './document-text.ts'

type Page = PDFKit.PDFDocument

// A4, in points.
const margin = 56
const foot = 96
const width = 595.28 - 2 * margin
const bottom = 841.89 - foot
const colours = {
  ink: '#14211B',
  muted: '#4C5A53',
  forest: '#0F3D2E',
  gold: '#C79A3B',
  line: '#DCDDD8',
}
const fonts = { serif: 'Times-Roman', text: 'Helvetica', strong: 'Helvetica-Bold' }

/** Sets a document on A4 with the company's header and footer; returns the PDF. `writtenAt` is its date. */
export async function printDocument(
  text: DocumentText,
  company: Company,
  writtenAt: Date,
): Promise<Readable> {
  const { default: PDFDocument } = await import('pdfkit')
  const page = new PDFDocument({
    size: 'A4',
    margins: { top: margin, bottom: foot, left: margin, right: margin },
    bufferPages: true,
    info: { Title: text.title, Author: company.name, CreationDate: writtenAt, ModDate: writtenAt },
    lang: 'en',
  })
  printHead(page, company)
  page
    .font(fonts.serif)
    .fontSize(25)
    .fillColor(colours.ink)
    .text(text.title, margin, 122, { width })
  page
    .font(fonts.text)
    .fontSize(10.5)
    .fillColor(colours.muted)
    .text(text.subtitle, { width })
    .moveDown(1.2)
  for (const [label, value] of text.facts) printFact(page, label, value)
  rule(page, page.y, colours.line)
  for (const section of text.sections) printSection(page, section)
  if (text.signatures) printSignatures(page, text.signatures)
  printFeet(page, company)
  page.end()
  return Readable.from(page)
}

function printHead(page: Page, { brand, name }: Company) {
  stone(page, { y: 62, radius: 4.5, colour: colours.gold })
  stone(page, { y: 70, radius: 7.5, colour: colours.forest })
  stone(page, { y: 79, radius: 10.5, colour: colours.forest })
  page
    .font(fonts.serif)
    .fontSize(20)
    .fillColor(colours.ink)
    .text(brand, margin + 30, 62, { lineBreak: false })
  page
    .font(fonts.text)
    .fontSize(9)
    .fillColor(colours.muted)
    .text(name, margin, 70, { width, align: 'right' })
  rule(page, 102, colours.line)
}

/** One of the three stones of the company's mark. */
function stone(page: Page, { y, radius, colour }: { y: number; radius: number; colour: string }) {
  page.ellipse(margin + 10.5, y, radius, 3.6).fill(colour)
}

function rule(page: Page, y: number, colour: string) {
  page.lineWidth(0.75).strokeColor(colour)
  page
    .moveTo(margin, y)
    .lineTo(margin + width, y)
    .stroke()
}

/** Starts a new page for a block that would not fit. */
function makeRoom(page: Page, height: number) {
  if (page.y + height > bottom) page.addPage()
}

function printFact(page: Page, label: string, value: string) {
  const y = page.y
  rule(page, y, colours.line)
  page
    .font(fonts.text)
    .fontSize(10)
    .fillColor(colours.muted)
    .text(label, margin, y + 7, { width: 130 })
  page
    .font(fonts.strong)
    .fillColor(colours.ink)
    .text(value, margin + 140, y + 7, { width: width - 140 })
  page.y += 7
}

function printSection(page: Page, { heading, paragraphs = [], table }: DocumentSection) {
  page.y += 14
  makeRoom(page, 70)
  page
    .font(fonts.strong)
    .fontSize(11)
    .fillColor(colours.forest)
    .text(heading, margin, page.y, { width })
  page.y += 4
  for (const paragraph of paragraphs) {
    page.font(fonts.text).fontSize(10).fillColor(colours.ink)
    makeRoom(page, page.heightOfString(paragraph, { width, lineGap: 3 }))
    page.text(paragraph, margin, page.y, { width, lineGap: 3 })
    page.y += 5
  }
  if (table) printTable(page, table)
}

function printTable(page: Page, { columns, rows, total }: DocumentTable) {
  page.y += 4
  printRow(page, columns, { font: fonts.text, colour: colours.muted })
  for (const row of rows) {
    rule(page, page.y, colours.line)
    printRow(page, row, { font: fonts.text, colour: colours.ink })
  }
  rule(page, page.y, total ? colours.ink : colours.line)
  if (total) printRow(page, total, { font: fonts.strong, colour: colours.ink })
}

function printRow(page: Page, cells: string[], { font, colour }: { font: string; colour: string }) {
  makeRoom(page, 24)
  const y = page.y + 6
  const first = cells.length > 1 ? width * 0.42 : width
  const other = (width - first) / Math.max(1, cells.length - 1)
  page.font(font).fontSize(9.5).fillColor(colour)
  for (const [index, cell] of cells.entries()) {
    if (index === 0) page.text(cell, margin, y, { width: first, height: 12, ellipsis: true })
    else
      page.text(cell, margin + first + (index - 1) * other, y, {
        width: other,
        align: 'right',
        lineBreak: false,
      })
  }
  page.y = y + 17
}

function printSignatures(page: Page, names: string[]) {
  makeRoom(page, 58)
  const y = page.y + 40
  const each = (width - 32) / names.length
  for (const [index, name] of names.entries()) {
    const x = margin + index * (each + 32)
    page.lineWidth(0.75).strokeColor(colours.ink)
    page
      .moveTo(x, y)
      .lineTo(x + each, y)
      .stroke()
    page
      .font(fonts.text)
      .fontSize(9)
      .fillColor(colours.muted)
      .text(name, x, y + 6, { width: each })
  }
}

/** Written last, when the number of pages is known; text below the margin would start another page. */
function printFeet(page: Page, company: Company) {
  const { start, count } = page.bufferedPageRange()
  const offices = company.offices.map((office) => office.address).join('. ')
  for (let index = start; index < start + count; index += 1) {
    page.switchToPage(index)
    page.page.margins.bottom = 0
    rule(page, 761, colours.gold)
    page.font(fonts.text).fontSize(8).fillColor(colours.muted)
    page.text(`${company.name}. ${offices}.`, margin, 771, { width: width - 70 })
    page.text(
      `${company.supportEmail}, ${company.phone}. A sample for the demo, without legal effect.`,
      margin,
      783,
      {
        width: width - 70,
      },
    )
    page.text(`Page ${index + 1} of ${count}`, margin, 783, { width, align: 'right' })
  }
}
