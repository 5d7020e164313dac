import type { PdfRow } from '../../values/pdf-sheet.ts'
import {
  colours,
  line,
  makeRoom,
  margin,
  type PdfWriter,
  rule,
  width,
} from './pdf-layout.server.ts'
import { linesOf } from './pdf-text.server.ts'

const dayWidth = 78
const figureWidth = 92

/** A table with `figures` right-aligned columns. The last two rows stay together with what follows. */
export function writeTable(pdf: PdfWriter, head: string[], rows: PdfRow[], after: number): void {
  const { page, tags } = pdf
  const figures = head.length - 2
  tags.group('Table', () => {
    writeRow(pdf, { cells: head }, figures, 'TH')
    for (const [index, row] of rows.entries()) {
      const [held, below] = index < rows.length - 2 ? [[row], 0] : [rows.slice(index), after]
      const needed = heightOf(pdf, held, figures) + below
      if (makeRoom(pdf, needed)) writeRow(pdf, { cells: head }, figures, null)
      tags.artifact(() => rule(page, pdf.y, row.strong ? colours.ink : colours.line))
      writeRow(pdf, row, figures, 'TD')
    }
  })
  tags.artifact(() => rule(page, pdf.y, colours.line))
}

export function heightOf(pdf: PdfWriter, rows: PdfRow[], figures: number): number {
  const { row, note } = pdf.gaps
  return rows.reduce(
    (height, tableRow) => height + row + linesOfNote(tableRow, figures).length * note,
    0,
  )
}

const wordsWidth = (figures: number) => width - dayWidth - figures * figureWidth
const noteLook = (figures: number) => ({
  size: 8.5,
  colour: colours.muted,
  width: wordsWidth(figures) - 8,
})

const linesOfNote = ({ note }: PdfRow, figures: number) =>
  note ? linesOf(note, noteLook(figures)) : []

/** A row of cells; without one it repeats the header on a further page. */
function writeRow(pdf: PdfWriter, row: PdfRow, figures: number, type: 'TH' | 'TD' | null) {
  const { page, gaps, tags } = pdf
  const colour = type === 'TD' ? colours.ink : colours.muted
  const look = { size: 9.5, weight: row.strong ? 'strong' : 'normal', colour } as const
  const words = wordsWidth(figures)
  const y = pdf.y + gaps.row * 0.69
  const [day = '', label = '', ...amounts] = row.cells
  const notes = linesOfNote(row, figures)
  const cell = (draw: () => void) =>
    type ? tags.content(type, draw, type === 'TH' ? { scope: 'Column' } : {}) : tags.artifact(draw)
  const cells = () => {
    cell(() => line(page, day, margin, y, { ...look, width: dayWidth - 8 }))
    cell(() => {
      line(page, label, margin + dayWidth, y, { ...look, width: words - 8 })
      for (const [index, text] of notes.entries()) {
        line(
          page,
          text,
          margin + dayWidth,
          pdf.y + gaps.row + index * gaps.note + 4,
          noteLook(figures),
        )
      }
    })
    amounts.forEach((amount, index) => {
      const x = margin + dayWidth + words + index * figureWidth
      cell(() => line(page, amount, x, y, { ...look, width: figureWidth, align: 'right' }))
    })
  }
  if (type) tags.group('TR', cells)
  else cells()
  pdf.y += gaps.row + notes.length * gaps.note
}
