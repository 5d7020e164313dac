import { readFile } from 'node:fs/promises'
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { textCell as cell, workbook } from '../../../tests/workbook.ts'
import { readImport } from './imports.server.ts'
import { fileText } from './read-file.server.ts'

const textOf = async (bytes: Uint8Array) => {
  const read = await fileText(bytes)
  return read.ok ? read.text : read.message
}
const bytesOf = (text: string, more: readonly number[]) =>
  Buffer.concat([Buffer.from(text), Buffer.from(more)])

test.each([
  ['UTF-8 with its mark', Buffer.from('\uFEFFJosé,عبد'), 'José,عبد', null],
  ['UTF-16 with its mark', Buffer.from('\uFEFFJosé,عبد', 'utf16le'), 'José,عبد', null],
  ['UTF-16, big-endian', Buffer.from('\uFEFFJosé', 'utf16le').swap16(), 'José', null],
  ['Windows-1252', Buffer.from('José Álvares', 'latin1'), 'José Álvares', 'windows-1252'],
  [
    'Windows-1252',
    bytesOf('Peter Ng', [0x92, 0x61, 0x6e, 0x67, 0x92, 0x61]),
    'Peter Ng’ang’a',
    'windows-1252',
  ],
  [
    'Windows-1256',
    bytesOf('Name,', [0xe3, 0xcd, 0xe3, 0xcf, 0x20, 0xda, 0xe1, 0xed]),
    'Name,محمد علي',
    'windows-1256',
  ],
] as const)(
  'MIN-340 a file in %s is read as it was written: %s',
  async (_, bytes, text, encoding) => {
    expect(await fileText(bytes)).toEqual({ ok: true, text, encoding })
  },
)

test.each([
  ['bank-cp1252.csv', 'windows-1252'],
  ['bank-utf16le.csv', null],
])('MIN-340 a statement as Excel saves it is read: %s', async (name, encoding) => {
  const read = await fileText(await readFile(`tests/files/${name}`))
  expect(read).toMatchObject({ ok: true, encoding })
  const fields = new Map([
    ...([
      ['Date', 'receivedOn'],
      ['Details', 'note'],
      ['Paid in', 'amount'],
    ] as const),
  ])
  const table = await readImport('payments', read.ok ? read.text : '', { fields })
  expect(table.ok && table.table.rows[0]?.cells).toMatchObject({
    receivedOn: '31/03/2026',
    note: 'Deposit 10 – 20 José Álvares',
    amount: '1250.00',
  })
})

const head = ['Full name', 'Email', 'Phone', 'Join date']
const headRow = `<row r="1">${head.map((name, at) => cell(`${'ABCD'[at]}1`, name)).join('')}</row>`

test('MIN-341 the first sheet of a workbook is read: text, long numbers, days and empty rows', async () => {
  const person = (row: number) =>
    `<row r="${row}">${cell(`A${row}`, 'Noor, &quot;Ada&quot;')}${cell(`B${row}`, 'ada@example.com')}<c r="C${row}"><v>254711000111</v></c><c r="D${row}" s="1"><v>46112</v></c></row>`
  const read = await fileText(workbook(headRow + person(2) + person(4)))
  const table = await readImport('investors', read.ok ? read.text : '')
  expect(
    table.ok && table.table.rows.map(({ row, cells }) => [row, ...Object.values(cells)]),
  ).toEqual(
    [2, 4].map((row) => [row, 'Noor, "Ada"', 'ada@example.com', '254711000111', '', '2026-03-31']),
  )
})

test('MIN-341 a workbook that is encrypted, damaged, empty or would unpack to more than fits is refused with words', async () => {
  const large = workbook(headRow + ' '.repeat(70_000_000))
  expect(large.length).toBeLessThan(1_000_000)
  const began = performance.now()
  expect(await textOf(large)).toContain('too large or damaged')
  expect(performance.now() - began).toBeLessThan(5000)
  const whole = workbook(headRow)
  expect(await textOf(whole.slice(0, whole.length / 2))).toContain('too large or damaged')
  expect(await textOf(Buffer.from('d0cf11e0a1b11ae1', 'hex'))).toContain('has a password')
  expect(await textOf(zipSync({ 'other.txt': strToU8('x') }))).toContain('cannot be read')
  expect(await textOf(workbook(''))).toContain('is empty')
})

test('MIN-341 an archive that says less than it holds gets only the room it says', async () => {
  const bytes = Buffer.from(workbook(headRow + ' '.repeat(30_000_000)))
  const name = bytes.lastIndexOf('xl/worksheets/sheet1.xml')
  bytes.writeUInt32LE(600_000, name - 46 + 24)
  const before = process.memoryUsage().rss
  const text = await textOf(bytes)
  expect(text.length).toBeLessThan(1000)
  expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000)
})
