import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unpackedFont } from './font-file.server.ts'
import { ShapedFont } from './shaped-font.server.ts'
import {
  type BaseDirection,
  baseDirection,
  type TextRun,
  textRuns,
  visualOrder,
} from './text-runs.server.ts'

export type Page = PDFKit.PDFDocument
type Weight = 'normal' | 'strong' | 'display'
type FontName = Weight | 'more' | 'arabic' | 'ethiopic'

/** In a folder next to this file, or next to the built thread. */
const fontFiles: Record<FontName, string> = {
  normal: 'inter-400',
  strong: 'inter-600',
  display: 'fraunces-72pt-420',
  more: 'noto-sans-400',
  arabic: 'noto-sans-arabic-400',
  ethiopic: 'noto-sans-ethiopic-400',
}
const names = Object.keys(fontFiles) as FontName[]

const readFont = (name: FontName) =>
  new ShapedFont(
    unpackedFont(readFileSync(join(import.meta.dirname, 'pdf-fonts', `${fontFiles[name]}.woff`))),
  )
const fonts = new Map(names.map((name) => [name, readFont(name)]))

function fontNamed(name: FontName): ShapedFont {
  const font = fonts.get(name)
  if (!font) throw new Error(`there is no font ${name}`)
  return font
}

const others: FontName[] = ['arabic', 'ethiopic', 'more']
const namesFor: Record<Weight, FontName[]> = {
  normal: ['normal', ...others],
  strong: ['strong', ...others],
  display: ['display', 'strong', ...others],
}
const coverageOf = (font: FontName) => ({
  font,
  covers: (text: string) => fontNamed(font).covers(text),
})

/** Right-to-left lines stay in one font where possible, which looks better and copies in order. */
function fontsFor(weight: Weight, base: BaseDirection) {
  const names = namesFor[weight]
  return (base === 'rtl' ? (['arabic', ...names] as const) : names).map(coverageOf)
}

/** Adds the fonts of `writeLine`; only used glyphs are embedded. */
export function addFonts(page: Page): void {
  // PDFKit accepts fontkit fonts, which its types do not say.
  for (const [name, font] of fonts) page.registerFont(name, font.embeddable() as unknown as Buffer)
}

export type LineLook = {
  size: number
  colour: string
  weight?: Weight
  width: number
  align?: 'left' | 'right' | 'center'
}

/** A line has the paragraph's direction, whatever it begins with. */
export type Line = { text: string; base: BaseDirection }

const smallest = 6

/** Tabular figures without kerning: otherwise $7.07 looks like $707. */
function shapingOf({ text, level }: TextRun<FontName>) {
  return { isFromRight: level % 2 === 1, features: /\d/.test(text) ? ['tnum', '-kern'] : [] }
}

type SetLine = { runs: TextRun<FontName>[]; widths: Map<TextRun<FontName>, number>; width: number }

/** A shaped line with widths at size 1. */
function setLine({ text, base }: Line, weight: Weight): SetLine {
  const runs = textRuns(text, base, fontsFor(weight, base))
  const widths = new Map(
    runs.map((run) => [run, fontNamed(run.font).shape(run.text, shapingOf(run)).width]),
  )
  return { runs, widths, width: [...widths.values()].reduce((sum, width) => sum + width, 0) }
}

/** Writes one line on this baseline, scaled down or cut when too long. */
export function writeLine(
  page: Page,
  words: string | Line,
  x: number,
  y: number,
  look: LineLook,
): void {
  const { colour, weight = 'normal', width, align = 'left' } = look
  let line = typeof words === 'string' ? { text: words, base: baseDirection(words) } : words
  let set = setLine(line, weight)
  let size = look.size
  while (size > smallest && set.width * size > width) size -= 0.5
  while (line.text.length > 1 && set.width * size > width) {
    line = { ...line, text: `${withoutLast(line.text.replace(/…$/, '')).trimEnd()}…` }
    set = setLine(line, weight)
  }
  let at = x + (align === 'left' ? 0 : (width - set.width * size) / (align === 'right' ? 1 : 2))
  page.fontSize(size).fillColor(colour)
  for (const run of visualOrder(set.runs)) {
    const features = shapingOf(run) as unknown as PDFKit.Mixins.OpenTypeFeatures[]
    page.font(run.font)
    page.text(run.text, at, y, { lineBreak: false, baseline: 'alphabetic', features })
    at += (set.widths.get(run) ?? 0) * size
  }
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const withoutLast = (text: string) => text.slice(0, [...graphemes.segment(text)].at(-1)?.index ?? 0)

/** Wraps a text between words; a long word gets its own line. */
export function linesOf(text: string, { size, weight = 'normal', width }: LineLook): Line[] {
  const base = baseDirection(text)
  const lines: string[] = []
  let line = ''
  for (const word of text.trim().split(/[^\S\u00a0\u202f]+/)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && setLine({ text: longer, base }, weight).width * size > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  if (line !== '') lines.push(line)
  return lines.map((part) => ({ text: part, base }))
}
