import { expect, test } from 'vitest'
import { anInvestor } from '../../../tests/people.ts'
import { requestBy } from '../../../tests/requests.ts'
import type { PdfSheet } from '../../values/pdf-sheet.ts'
import { limitPerAccount } from '../session/account-limit.server.ts'
import { printPdf } from './print-pdf.server.ts'

const sheet: PdfSheet = {
  frame: {
    ...{
      title: 'Statement',
      label: 'Statement of account',
      name: '2026',
      code: '0000-1111-7777-4444',
    },
    issuer: { name: 'Msingi', brand: 'Msingi', contact: [] },
    verify: { page: 'example.com/verify', address: 'https://example.com/verify' },
    stamp: null,
    fingerprint: 'f'.repeat(64),
    issuedAt: new Date('2026-10-01T06:00:00Z'),
  },
  sum: { title: 'Statement', figure: '$7.07', sentence: 'US dollars.' },
  facts: [['For', 'فاطمة']],
  figures: [['Closing balance', '$7.07']],
  notes: [],
  tables: [
    {
      heading: 'Payments',
      head: ['Date', 'Entry', 'Amount', 'Balance'],
      whenEmpty: '',
      rows: Array.from({ length: 80 }, () => ({
        cells: ['1 Sep 2026', 'Payment, Lakeside Gardens', '$1.00', '$7.07'],
      })),
    },
  ],
}

test('LIM-230 PDFs are drawn in threads: while they are, this one goes on with everything else', async () => {
  let turns = 0
  const beat = setInterval(() => (turns += 1), 1)
  const all = await Promise.all(Array.from({ length: 6 }, () => printPdf(sheet)))
  clearInterval(beat)
  for (const bytes of all) expect(bytes.toString('latin1', 0, 8)).toBe('%PDF-1.7')
  expect(turns).toBeGreaterThan(20)
})

test('LIM-230 what cannot be drawn fails by itself, and the next is drawn', async () => {
  await expect(printPdf({ ...sheet, tables: null } as never)).rejects.toThrow()
  expect((await printPdf({ ...sheet, tables: [] })).length).toBeGreaterThan(1000)
})

test('LIM-231 two costly tasks of one account run at a time, those of another do not wait, one given up is not begun', async () => {
  const [hodan, ben] = [await anInvestor('Hodan Yusuf'), await anInvestor('Ben Otieno')]
  const began: string[] = []
  const ends: (() => void)[] = []
  const ask = (who: typeof hodan, name: string, given = new AbortController()) => {
    const { context } = requestBy(who, '/investment-dashboard/export', {
      signal: given.signal,
    } as never)
    return limitPerAccount(context, () => {
      began.push(name)
      return new Promise<void>((done) => ends.push(done))
    })
  }
  const gone = new AbortController()
  const tasks = [
    ask(hodan, 'a'),
    ask(hodan, 'b'),
    ask(hodan, 'given up', gone),
    ask(hodan, 'd'),
    ask(ben, 'of another'),
  ]
  const settled = Promise.allSettled(tasks)
  await expect.poll(() => began.toSorted()).toEqual(['a', 'b', 'of another'])
  gone.abort()
  for (let place = 0; place < 4; place += 1) {
    await expect.poll(() => ends.length).toBeGreaterThan(place)
    ends[place]?.()
  }
  expect((await settled).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ])
  expect(began).not.toContain('given up')
})
