import { unpackedFont } from './font-file.server.ts'
import fraunces from './paper-fonts/fraunces-72pt-420.woff?inline'
// Cut by Fontsource: each file has the letters of one part of the world, and PDFKit reads no WOFF2 with axes.
import latin from './paper-fonts/inter-latin-400.woff?inline'
import latinStrong from './paper-fonts/inter-latin-600.woff?inline'
import latinMore from './paper-fonts/inter-latin-ext-400.woff?inline'
import arabic from './paper-fonts/noto-sans-arabic-400.woff?inline'

export type Page = PDFKit.PDFDocument
export type Weight = 'normal' | 'strong' | 'display'
type Font = Weight | 'more' | 'arabic'

const fontFiles: Record<Font, string> = {
  normal: latin,
  strong: latinStrong,
  display: fraunces,
  more: latinMore,
  arabic,
}

let fonts: [name: string, file: Buffer][] | undefined

/** Gives a page the fonts that `writeLine` chooses from. They are embedded as far as they are used. */
export function addFonts(page: Page): void {
  fonts ??= Object.entries(fontFiles).map(([name, address]) => [
    name,
    unpackedFont(Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')),
  ])
  for (const [name, file] of fonts) page.registerFont(name, file)
}

/** Letters, figures and signs of Western Europe, which English, Swahili and Somali are written in. */
const isLatin =
  /[\u0020-\u007e\u00a0-\u00ff\u0131\u0152\u0153\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u20ac\u2212]/
const isLatinMore = /[\u0100-\u02af\u1e00-\u1eff]/
const isArabic = /\p{Script=Arabic}/u

/** A piece of a line in one font; `isFigure` is a part of an Arabic figure with signs of another font between, like a day. */
type Run = { text: string; font: Font; isFigure?: true }

/** A letter that no font has is drawn as a question mark: whoever reads it sees that something stood there. */
function fontOf(letter: string, weight: Weight): Run {
  if (isArabic.test(letter)) return { text: letter, font: 'arabic' }
  if (isLatin.test(letter)) return { text: letter, font: weight }
  if (isLatinMore.test(letter)) return { text: letter, font: 'more' }
  return { text: '?', font: weight }
}

/**
 * The pieces of a line from left to right. Arabic words that follow one another are one piece, joined and turned by their
 * font; a line that begins in Arabic is set from right to left.
 * @internal
 */
export function runsOf(line: string, weight: Weight): Run[] {
  const runs = line
    .normalize('NFC')
    .split(figuresWithSigns)
    .flatMap((part, index) => piecesOf(part, weight).map((run) => (index % 2 === 1 ? { ...run, isFigure: true } : run)))
  const joined = joinArabic(runs as Run[]).map(turnFigures)
  const first = /\p{L}/u.exec(line)?.[0] ?? ''
  return isArabic.test(first) ? fromRight(joined) : joined
}

function piecesOf(part: string, weight: Weight): Run[] {
  const runs: Run[] = []
  for (const letter of part) {
    const run = fontOf(letter, weight)
    const last = runs.at(-1)
    if (last && last.font === run.font) last.text += run.text
    else runs.push(run)
  }
  return runs
}

/** A day or an amount in Arabic figures, with the signs that its font does not have. */
const figuresWithSigns = /([\u0660-\u0669\u06f0-\u06f9]+(?:[.,:/-][\u0660-\u0669\u06f0-\u06f9]+)+)/
const arabicFigures = /[\u0660-\u0669\u06f0-\u06f9]+(?:[\u066b\u066c][\u0660-\u0669\u06f0-\u06f9]+)*/g

/** Figures are read from the left in Arabic too; the font turns the whole of a piece, and so turns them back. */
function turnFigures(run: Run): Run {
  if (run.font !== 'arabic') return run
  return { ...run, text: run.text.replace(arabicFigures, (figures) => [...figures].toReversed().join('')) }
}

/** Whether it is read from the right: Arabic words are, what is not Arabic and figures are not. */
const isFromRight = (run: Run | undefined) => run?.font === 'arabic' && !run.isFigure

/** What is read from the left keeps its own order within the line, with its spaces on the other side. */
function fromRight(runs: Run[]): Run[] {
  const blocks: Run[][] = []
  for (const run of runs) {
    const last = blocks.at(-1)
    if (last && !isFromRight(last[0]) && !isFromRight(run)) last.push(run)
    else blocks.push([run])
  }
  return blocks.toReversed().flatMap((block) => {
    const [first, last] = [block[0], block.at(-1)]
    if (!first || !last || isFromRight(first)) return block
    const before = /^ */.exec(first.text)?.[0] ?? ''
    const after = / *$/.exec(last.text)?.[0] ?? ''
    first.text = first.text.trimStart()
    last.text = last.text.trimEnd()
    return [{ text: after, font: first.font }, ...block, { text: before, font: last.font }]
  })
}

function joinArabic(runs: Run[]): Run[] {
  const joined: Run[] = []
  for (const [index, run] of runs.entries()) {
    const last = joined.at(-1)
    const isBetween = run.text.trim() === '' && isFromRight(runs[index + 1])
    if (last && isFromRight(last) && (isBetween || isFromRight(run))) last.text += run.text
    else joined.push({ ...run })
  }
  return joined
}

export type LineLook = {
  size: number
  colour: string
  weight?: Weight
  width: number
  align?: 'left' | 'right' | 'center'
}

const smallest = 6
/**
 * Figures are all of one width and never kerned: Inter draws a decimal point under the 7 before it, and $7.07 reads $707.
 * Features make a font lay out the whole of a piece: word by word, Arabic would stand in the wrong order. Without them
 * PDFKit remembers each word, which is five times as fast.
 */
function layoutOf({ text, font }: Run): { features?: PDFKit.Mixins.OpenTypeFeatures[] } {
  if (font === 'arabic') return { features: ['kern'] }
  return /\d/.test(text) ? { features: ['tnum'] } : {}
}

/** Writes one line on this baseline, smaller when it is too long, and cut off when that is not enough. */
export function writeLine(page: Page, line: string, x: number, y: number, look: LineLook): void {
  const { colour, weight = 'normal', width, align = 'left' } = look
  let shown = line
  let size = look.size
  const widthNow = () => widthOf(page, runsOf(shown, weight), size)
  while (size > smallest && widthNow() > width) size -= 0.5
  while (shown.length > 1 && widthNow() > width) shown = `${shown.slice(0, -2).trimEnd()}…`
  const left = align === 'left' ? x : x + (width - widthNow()) / (align === 'right' ? 1 : 2)
  let at = left
  for (const run of runsOf(shown, weight)) {
    page.font(run.font).fontSize(size).fillColor(colour)
    page.text(run.text, at, y, { lineBreak: false, baseline: 'alphabetic', ...layoutOf(run) })
    at += unitWidth(page, run) * size
  }
}

function widthOf(page: Page, runs: Run[], size: number): number {
  return runs.reduce((width, run) => width + unitWidth(page, run) * size, 0)
}

/** Widths at size 1 of the pieces measured lately: laying them out is the dearest part of a paper, and most come again. */
const measured = new Map<string, number>()
const mostMeasured = 5_000

function unitWidth(page: Page, run: Run): number {
  const key = `${run.font} ${run.text}`
  const known = measured.get(key)
  if (known !== undefined) return known
  if (measured.size >= mostMeasured) measured.clear()
  const width = page.font(run.font).fontSize(1).widthOfString(run.text, layoutOf(run))
  measured.set(key, width)
  return width
}

/** Breaks a text into lines of this width, between words; a single word that is too long stands alone. */
export function linesOf(page: Page, text: string, { size, weight = 'normal', width }: LineLook): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.trim().split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && widthOf(page, runsOf(longer, weight), size) > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return line === '' ? lines : [...lines, line]
}
