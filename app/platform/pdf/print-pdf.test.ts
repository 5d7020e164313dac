import { extractText, getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import { expect, test } from 'vitest'
import type { PdfRow, PdfSheet } from '../../values/pdf-sheet.ts'
import { printPdf } from './print-pdf.server.ts'

const row = (index: number): PdfRow => ({
  cells: [`${index} Sep 2026`, 'Payment, Lakeside Gardens', '$1,717.07', '$54,007.07'],
  note: `R-2026-0000${index}`,
})
const balance = (words: string): PdfRow => ({
  cells: ['1 Jul 2026', words, '', '$54,007.07'],
  strong: true,
})

/** A statement of so many payments. */
function sheet(payments: number, distributions = 1): PdfSheet {
  const rows = Array.from({ length: payments }, (_, index) => row(index + 1))
  return {
    frame: {
      ...{
        title: 'Statement',
        label: 'Statement of account',
        name: 'Quarter 3, 2026',
        code: '0000-1111-7777-4444',
      },
      issuer: { name: 'Msingi', brand: 'Msingi', contact: ['Nairobi', 'support@example.com'] },
      verify: {
        page: 'example.com/verify',
        address: 'https://example.com/verify/0000-1111-7777-4444',
      },
      stamp: null,
      fingerprint: 'f'.repeat(64),
      issuedAt: new Date('2026-10-01T06:00:00Z'),
    },
    sum: {
      title: 'Statement',
      figure: '$54,007.07',
      sentence: 'The balance on 30 Sep 2026: all that has been paid in.',
    },
    facts: [
      ['For', 'Hodan Yusuf'],
      ['Period', '1 Jul 2026 to 30 Sep 2026'],
      ['Issued', '1 Oct 2026, 09:00'],
      ['Replaces', 'The statement issued on 30 Sep 2026, 09:00'],
    ],
    figures: [['Opening balance', '$47,757.07']],
    tables: [
      {
        heading: 'Payments',
        head: ['Date', 'Entry', 'Amount', 'Balance'],
        whenEmpty: '',
        rows: [balance('Opening balance'), ...rows, balance('Closing balance')],
      },
      {
        ...{
          heading: 'Distributions',
          head: ['Date', 'Project', 'Amount'],
          whenEmpty: 'None was paid out.',
        },
        rows: Array.from({ length: distributions }, () => ({
          cells: ['7 Aug 2026', 'Lakeside Gardens', '$477.07'],
        })),
      },
    ],
    notes: [
      'Of the closing balance $54,007.07 was received on investments and $0.00 is to be refunded on cancelled ones.',
      'Distributions are shown next to the balance and never reduce it.',
    ],
  }
}

const open = async (pdf: PdfSheet) => await getDocumentProxy(new Uint8Array(await printPdf(pdf)))

/** What each page says between its head and its foot. */
async function pagesOf(pdf: PdfSheet): Promise<string[]> {
  const { text } = await extractText(await open(pdf), { mergePages: false })
  return text.map((words) => words.replace(/\s+/g, ' '))
}

type Glyph = { unicode: string; width: number }
const isFigure = (sign: Glyph | number | undefined): sign is Glyph =>
  typeof sign === 'object' && /\d/.test(sign.unicode)

test('figures have one width and nothing is tucked under them, so that a decimal point after a 7 is seen', async () => {
  const page = await (await open(sheet(3))).getPage(1)
  const { OPS } = await getResolvedPDFJS()
  const { fnArray, argsArray } = await page.getOperatorList()
  const lines = argsArray.flatMap((args, index) =>
    fnArray[index] === OPS.showText ? [args[0] as (Glyph | number)[]] : [],
  )
  const amounts = lines.filter((line) =>
    line.some((sign) => typeof sign === 'object' && sign.unicode === '7'),
  )
  expect(amounts.length).toBeGreaterThan(8)
  const widths = new Set<number>()
  for (const signs of amounts) {
    const kerned = signs.filter(
      (sign, index) =>
        typeof sign === 'number' &&
        Math.abs(sign) > 1 &&
        [signs[index - 1], signs[index + 1]].some(isFigure),
    )
    expect(kerned).toEqual([])
    for (const sign of signs) if (isFigure(sign)) widths.add(sign.width)
  }
  // One width in each of the two weights.
  expect(widths.size).toBe(2)
})

test('what fits one page when it is set closer stands on one page', async () => {
  for (const payments of [0, 3, 4])
    expect(await pagesOf(sheet(payments)), `${payments}`).toHaveLength(1)
  for (const payments of [0, 3, 4])
    expect(await pagesOf(sheet(payments, 0)), `${payments}`).toHaveLength(1)
})

test('a second page begins with rows of a table, never with what is said below it alone', async () => {
  for (const [payments, distributions] of [
    [9, 2],
    [15, 5],
    [16, 5],
    [12, 0],
  ] as const) {
    const last = (await pagesOf(sheet(payments, distributions))).at(-1)
    expect(last, `${payments} and ${distributions}`).toMatch(
      /Date (Entry|Project).*Of the closing balance|Distributions None was/,
    )
  }
})

test('what is said of an entry stands whole, over as many lines as it takes, and moves what follows', async () => {
  const expected =
    'R-2026-000007. Voided on 6 Jun 2026: The same transfer was recorded twice, once by each office.'
  const pdf = sheet(12)
  const [payments] = pdf.tables
  if (!payments) throw new Error('a statement has a table of payments')
  payments.rows[3] = { ...row(3), note: expected }
  const pages = await pagesOf(pdf)
  expect(pages.join(' ')).toContain(expected)
  expect(pages.join(' ')).not.toContain('…')
})

test('PLAN-131 four lines of contact leave room for the fingerprint below them', async () => {
  const pdf = sheet(1)
  pdf.frame.issuer.contact = ['Msingi Ltd', 'Nairobi', 'support@example.com', 'Mon-Fri 9:00-5:00']
  const page = await (await open(pdf)).getPage(1)
  const { items } = await page.getTextContent()
  const heightOf = (text: string) =>
    items.flatMap((found) =>
      'str' in found && found.str.includes(text) ? [Number(found.transform[5])] : [],
    )[0] ?? 0
  const [lastContact, hash] = [heightOf('Mon-Fri'), heightOf('SHA-256')]
  expect(hash).toBeGreaterThan(20)
  expect(lastContact - hash).toBeGreaterThanOrEqual(9)
})
