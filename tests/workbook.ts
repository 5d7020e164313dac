import { strToU8, zipSync } from 'fflate'

/** A cell with a text, already escaped for XML. */
export const textCell = (ref: string, value: string) =>
  `<c r="${ref}" t="inlineStr"><is><t>${value}</t></is></c>`
const sheetOf = (rows: string) =>
  `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A workbook with two sheets, the first with these rows in XML; cells of style 1 are days, of style 2 instants. */
export function workbook(rows: string): Uint8Array {
  const part = (text: string) => strToU8(`<?xml version="1.0" encoding="UTF-8"?>${text}`)
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`
  const relations = (all: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all}</Relationships>`
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
  return zipSync({
    '_rels/.rels': part(relations(relation('rId1', 'officeDocument', 'xl/workbook.xml'))),
    'xl/workbook.xml': part(
      `<workbook ${main} xmlns:r="${office}"><sheets><sheet name="One" sheetId="1" r:id="rId1"/><sheet name="Two" sheetId="2" r:id="rId2"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': part(
      relations(
        relation('rId1', 'worksheet', 'worksheets/sheet1.xml') +
          relation('rId2', 'worksheet', 'worksheets/sheet2.xml') +
          relation('rId3', 'styles', 'styles.xml'),
      ),
    ),
    'xl/styles.xml': part(
      `<styleSheet ${main}><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="22" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ),
    'xl/worksheets/sheet1.xml': part(sheetOf(rows)),
    'xl/worksheets/sheet2.xml': part(sheetOf(`<row r="1">${textCell('A1', 'Other')}</row>`)),
  })
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}

/** Days since 30 Dec 1899, as spreadsheets count them. */
const serial = (date: Date) => date.getTime() / 86_400_000 + 25_569

/** A workbook of cells: texts, numbers, and dates that are shown with their time. */
export function workbookOf(rows: readonly (readonly (string | number | Date)[])[]): Uint8Array {
  const cellOf = (value: string | number | Date, ref: string) => {
    if (value === '') return ''
    if (typeof value === 'string') return textCell(ref, escaped(value))
    return typeof value === 'number'
      ? `<c r="${ref}"><v>${value}</v></c>`
      : `<c r="${ref}" s="2"><v>${serial(value)}</v></c>`
  }
  return workbook(
    rows
      .map((cells, row) => {
        const written = cells.map((value, at) => cellOf(value, `${columnName(at)}${row + 1}`))
        return `<row r="${row + 1}">${written.join('')}</row>`
      })
      .join(''),
  )
}
