import anyAscii from 'any-ascii'
import bidiFactory from 'bidi-js'
import { normalizeText } from '../../values/typed-text.ts'

type Coverage<Font> = { font: Font; covers: (text: string) => boolean }

/** A piece of a line in one font and direction, in reading order. */
export type TextRun<Font> = { text: string; font: Font; level: number }

export type BaseDirection = 'ltr' | 'rtl'

const bidi = bidiFactory()
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Typed direction controls would reorder the rest of the line. */
const directionControls = /[\u202a-\u202e\u2066-\u2069]/g
const controls = /[\p{Cc}\u2028\u2029]+/gu

const cleaned = (text: string) => text.replace(directionControls, '').replace(controls, ' ')

/** The paragraph direction, by its first strong letter. */
export function baseDirection(text: string): BaseDirection {
  const [paragraph] = bidi.getEmbeddingLevels(cleaned(text)).paragraphs
  return paragraph && paragraph.level % 2 === 1 ? 'rtl' : 'ltr'
}

/** The runs of a line in reading order, each in the first font that covers it; other letters are transliterated. */
export function textRuns<Font>(
  line: string,
  base: BaseDirection,
  fonts: Coverage<Font>[],
): TextRun<Font>[] {
  const pieces = piecesOf(cleaned(line), fonts)
  const { levels } = bidi.getEmbeddingLevels(pieces.map(({ text }) => text).join(''), base)
  const runs: TextRun<Font>[] = []
  let start = 0
  for (const { text, font } of pieces) {
    const level = levels[start] ?? 0
    const last = runs.at(-1)
    if (last && last.font === font && last.level === level) last.text += text
    else runs.push({ text, font, level })
    start += text.length
  }
  return runs
}

/** The runs from left to right (rule L2 of the Unicode Bidirectional Algorithm). */
export function visualOrder<Font>(runs: TextRun<Font>[]): TextRun<Font>[] {
  const ordered = [...runs]
  const highest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = highest; level > 0; level -= 1) {
    for (let start = 0; start < ordered.length; start += 1) {
      let end = start
      while ((ordered[end]?.level ?? -1) >= level) end += 1
      ordered.splice(start, end - start, ...ordered.slice(start, end).toReversed())
      start = end
    }
  }
  return ordered
}

function piecesOf<Font>(line: string, fonts: Coverage<Font>[]): { text: string; font: Font }[] {
  const [first] = fonts
  if (!first) throw new Error('text needs a font')
  let previous = first
  return Array.from(graphemes.segment(line), ({ segment }) => {
    // A space takes the font of its neighbours, to avoid extra runs.
    const preferred = segment === ' ' ? [previous, ...fonts] : fonts
    const covering = preferred.find(({ covers }) => covers(segment))
    previous = covering ?? first
    return { text: covering ? segment : inLatin(segment), font: previous.font }
  }).filter(({ text }) => text !== '')
}

/** Shown for a character without transliteration. */
const codePoint = (letter: string) =>
  `[U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`

function inLatin(grapheme: string): string {
  const latin = anyAscii(normalizeText(grapheme))
  return latin !== '' || /^[\p{M}\p{Cf}]*$/u.test(grapheme) ? latin : codePoint(grapheme)
}
