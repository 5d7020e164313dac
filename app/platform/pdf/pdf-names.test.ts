import { PDFiumLibrary } from '@hyzyla/pdfium'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, expect, test } from 'vitest'
import type { PdfSheet } from '../../values/pdf-sheet.ts'
import { drawPdf } from './draw-pdf.server.ts'

/** Names as their owners write them, each of which a font has. */
const names = [
  // Arabic: vowel signs, tatweel, comma, ligatures, digits, a joiner that does not join.
  ...[
    'فاطمة عبد الله',
    'مُحَمَّد',
    'أَحْمَد',
    'عـــلي حسن',
    'حسن، علي',
    'لأمي الأولى',
    'آمنة إبراهيم',
    'صالح‌نیا',
    'پژمان چگینی',
  ],
  ...[
    'یوسف کریمی',
    'ٱللّٰه',
    'زَيْنَب',
    'رقم ١٢٣٤',
    'بنك ٢٠٢٦',
    'عائشة؟',
    'مؤسسة النور؛ نيروبي',
    'قُرْآن',
    'ئۆزبېك',
  ],
  // Arabic and Latin in one line.
  ...[
    'Fatma فاطمة',
    'Fatma فاطمة Hassan',
    'Ref 12 فاطمة',
    'Al-Nur النور Ltd',
    'تَمَّ التسجيل',
    'مُحَمَّدٌ بْنُ عَلِي',
  ],
  // Swahili, Somali, and transliterated Arabic.
  ...[
    'Wanjikũ wa Mũgo',
    'Ngũgĩ',
    'Ng’ang’a',
    'Cabdiraxmaan Xasan',
    'Maxamed Cabdi Nuur',
    'Ḥasan al-ʿAlī',
    'Qurʼān',
    'ʿAbd ar-Raḥmān',
    'Sa‘īd',
  ],
  // West African.
  ...['Adébáyọ̀ Ọlá', 'Ẹ̀bùn', 'Chukwuemeka Ọkọrọ', 'Ɗan Ƙarami', 'Ŋgɔ Ɛsi', 'N̄diaye', 'M̀bá', 'Kpɔ̃'],
  // European, composed and decomposed.
  ...[
    'Şükrü Ağaoğlu',
    'José Ñáñez',
    'Jose\u0301',
    'Łukasz Żółć',
    'Ștefan',
    'Đorđe',
    'Nguyễn Thị Hằng',
    'Þórður',
    'J\u030cane',
    'e\u0331da',
  ],
  ...[
    'Анна Йолкина',
    'Ганна Єлісєєва',
    'Γιώργος Παπαδόπουλος',
    'Mary‑Anne',
    'O\u00a0Brien',
    'Zoë “Z” – 50 %',
    'Ævar 1,250.50',
  ],
  // Amharic and Tigrinya.
  ...['አበበ ቢቂላ', 'ገብረ እግዚአብሔር', 'ኪዳነ ፩፪፫', 'ሰላም፡ለኪ።', 'Abebe አበበ', 'ትግስት (Tigist)'],
]

const sheetOf = (name: string): PdfSheet => ({
  frame: {
    ...{
      title: 'Receipt',
      label: 'Receipt number',
      name: 'R-2026-000001',
      code: '0000-1111-7777-4444',
    },
    issuer: { name: 'Msingi', brand: 'Msingi', contact: ['Nairobi'] },
    verify: {
      page: 'example.com/verify',
      address: 'https://example.com/verify/0000-1111-7777-4444',
    },
    stamp: null,
    fingerprint: 'f'.repeat(64),
    issuedAt: new Date('2026-10-01T06:00:00Z'),
  },
  sum: { title: 'Receipt', figure: '$1,717.07', sentence: 'US dollars.' },
  facts: [['From', name]],
  figures: [['Received', '$7.07']],
  tables: [],
  notes: [],
})

const inOneLine = (text: string) => text.replace(/\s+/g, ' ')
const library = await PDFiumLibrary.init()
afterAll(() => library.destroy())

async function copiedFrom(bytes: Uint8Array): Promise<{ pdfjs: string; pdfium: string }> {
  const document = await library.loadDocument(new Uint8Array(bytes))
  const pdfium = document.getPage(0).getText()
  document.destroy()
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), {
    mergePages: true,
  })
  return { pdfjs: inOneLine(text), pdfium: inOneLine(pdfium) }
}

const same = (text: string) => inOneLine(text).normalize('NFC')

test('PUB-230 what is copied from a receipt is the name as it was written, in two readers', {
  timeout: 60_000,
}, async () => {
  expect(names.length).toBeGreaterThanOrEqual(60)
  const wrong: string[] = []
  for (const name of names) {
    for (const [reader, copied] of Object.entries(await copiedFrom(await drawPdf(sheetOf(name))))) {
      if (!same(copied).includes(same(name)))
        wrong.push(`${reader}: ${name} became ${copied.slice(60, 120)}`)
    }
  }
  expect(wrong).toEqual([])
})

test('PUB-230 Arabic with Latin within is copied in its order, by PDFium in the order it stands in', async () => {
  for (const [name, words] of [
    ['فاطمة Hassan', 'Hassan فاطمة'],
    ['دفعة M-Pesa رقم 12', '12 رقم M-Pesa دفعة'],
  ] as const) {
    const { pdfjs, pdfium } = await copiedFrom(await drawPdf(sheetOf(name)))
    expect(pdfjs).toContain(name)
    expect(pdfium).toContain(words)
  }
  const { pdfium } = await copiedFrom(await drawPdf(sheetOf('شوكرو (بك) مُحَمَّدٌ')))
  expect(same(pdfium)).toContain(same('شوكرو (بك) مُحَمَّدٌ'))
})

test('PUB-231 what no font has is printed in Latin letters, never as a question mark', async () => {
  for (const [name, printed] of [
    ['深圳 Li', 'ShenZhen Li'],
    ['राम', 'ram'],
    ['דוד', 'dvd'],
    ['Rent 🏠', 'Rent :house:'],
    ['👩🏾‍💻 Amina', ':woman::computer: Amina'],
    ['Jama 🇰🇪', 'Jama KE'],
    ['x\u{e000}y', 'x[U+E000]y'],
    ['evil\u202egnp.exe', 'evilgnp.exe'],
    ['a\u0007b', 'a b'],
  ] as const) {
    const { pdfjs, pdfium } = await copiedFrom(await drawPdf(sheetOf(name)))
    expect([pdfjs, pdfium].map((text) => /From (.*) Received/.exec(text)?.[1])).toEqual([
      printed,
      printed,
    ])
  }
})

type Node = { role?: string; type?: string; alt?: string; children?: Node[] }

test('PUB-232 a receipt is a tagged PDF 1.7 in the way of PDF/UA, and all that it says belongs to an element', async () => {
  const bytes = await drawPdf(sheetOf('Jama Warsame'))
  expect(bytes.toString('latin1', 0, 8)).toBe('%PDF-1.7')
  const document = await getDocumentProxy(new Uint8Array(bytes))
  expect(await document.getMarkInfo()).toMatchObject({ Marked: true })
  const { metadata } = await document.getMetadata()
  expect(metadata?.getRaw()).toContain('<pdfuaid:part>1</pdfuaid:part>')
  const page = await document.getPage(1)
  const rolesIn = (node: Node): string[] =>
    [node.role ?? '', ...(node.children ?? []).flatMap(rolesIn)].filter(Boolean)
  const roles = rolesIn((await page.getStructTree()) as Node)
  expect(roles).toEqual([
    ...['Root', 'Document', 'P', 'P', 'H1', 'P'],
    ...['Table', 'TR', 'TH', 'TD', 'P', 'Figure', 'P'],
  ])
  const { items } = await page.getTextContent({ includeMarkedContent: true })
  let depth = 0
  for (const piece of items) {
    if ('str' in piece) expect(piece.str.trim() === '' || depth > 0, piece.str).toBe(true)
    else depth += piece.type === 'endMarkedContent' ? -1 : 1
  }
})
