import { expect, test } from 'vitest'
import { csvHead, csvLine } from '../../values/csv.ts'
import { readCsv } from './read-file.server.ts'

const rowsOf = async (text: string) => {
  const read = await readCsv(text)
  if (!read.ok) throw new Error(read.message)
  return read
}

test('a file reads as its head and its rows, by their number in a spreadsheet', async () => {
  const { head, rows } = await rowsOf(
    'Name,Email\r\nAda,ada@example.com\r\n\r\nBen,ben@example.com',
  )
  expect(head).toEqual(['Name', 'Email'])
  expect(rows).toEqual([
    { row: 2, cells: ['Ada', 'ada@example.com'] },
    { row: 4, cells: ['Ben', 'ben@example.com'] },
  ])
})

test.each([
  ['comma', 'Name,Email\nAda,"a;b"', ','],
  ['semicolon', 'Name;Email\nAda;"a,b"', ';'],
  ['tab', 'Name\tEmail\nAda\ta,b', '\t'],
  ['what Excel says itself', 'sep=;\r\nName;Email\r\nAda;a', ';'],
])('DATA-030 a file parted by %s is read as it is meant', async (_, text, separator) => {
  const read = await rowsOf(text)
  expect(read.separator).toBe(separator)
  expect(read.head).toEqual(['Name', 'Email'])
  expect(read.rows[0]).toMatchObject({ row: 2, cells: ['Ada', expect.any(String)] })
})

test('quotes hold separators, line ends and quotes; a byte order mark is no part of the first heading', async () => {
  const { head, rows } = await rowsOf('\uFEFF"Name",Note\r\n"Noor, ""Ada""","two\r\nlines"\rBen,')
  expect(head).toEqual(['Name', 'Note'])
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['Noor, "Ada"', 'two\r\nlines'],
    ['Ben', ''],
  ])
})

test.each([
  ['a quote that is never closed', 'Name\nAda\n"Ben', 'Row 3: a quote is opened and never closed.'],
  [
    'words after a closing quote',
    'Name\n"Ada" Noor',
    'Row 2: a quoted cell has text after its closing quote.',
  ],
  ['nothing', ' \r\n\n', 'This file has no rows.'],
])('%s is refused with words', async (_, text, sentence) => {
  const read = await readCsv(text)
  expect(read.ok ? '' : read.message).toContain(sentence)
})

test('DATA-030 what an export writes reads back as it was: a formula, an Arabic name, 200 characters, quotes and lines', async () => {
  const cells = [
    '=1+1',
    '+254 711 000 000',
    'عبد الرحمن محمد',
    'ن'.repeat(200),
    'O\'Brien, "Bo"',
    'two\nlines',
    '-5.00',
  ]
  const { head, rows } = await rowsOf(
    csvHead(cells.map((_, place) => `Column ${place}`)) + csvLine(cells),
  )
  expect(head).toHaveLength(cells.length)
  expect(rows).toEqual([{ row: 2, cells }])
})

test('ten million characters are read in a moment', async () => {
  const line = `Somebody Noor,somebody@example.com,"${'A note, with words. '.repeat(3)}"\n`
  expect((await rowsOf(`Name,Email,Note\n${line.repeat(100_000)}`)).rows).toHaveLength(100_000)
})
