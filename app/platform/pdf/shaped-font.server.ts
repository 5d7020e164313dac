import bidiFactory from 'bidi-js'
import * as fontkit from 'fontkit'
import {
  ClusterLevel,
  Direction,
  Face,
  Feature,
  Font,
  Blob as FontFile,
  shape,
  Buffer as TextBuffer,
} from 'harfbuzzjs'
import {
  type Cluster,
  embeddableFont,
  type ShapedRun,
  type Shaping,
} from './embeddable-font.server.ts'

/** A TrueType font that HarfBuzz shapes and PDFKit embeds. */
export class ShapedFont {
  readonly #shaping: Font
  readonly #file: fontkit.Font
  readonly #upem: number
  readonly #buffer = new TextBuffer()
  /** Most runs are measured, written and repeated. */
  readonly #shaped = new Map<string, ShapedRun>()

  constructor(file: Buffer) {
    this.#shaping = new Font(new Face(new FontFile(file)))
    this.#file = fontkit.create(file) as fontkit.Font
    this.#upem = this.#file.unitsPerEm
  }

  /** Whether it has glyphs for all of this text, composed or not. */
  covers(text: string): boolean {
    const { clusters } = this.shape(text, { isFromRight: false })
    return clusters.every(({ parts }) => parts.every(({ glyph }) => glyph !== 0))
  }

  shape(text: string, { isFromRight, features = [] }: Shaping): ShapedRun {
    const key = `${isFromRight} ${features} ${text}`
    const known = this.#shaped.get(key)
    if (known) return known
    if (this.#shaped.size >= mostRemembered) this.#shaped.clear()
    const run = this.#shape(text, isFromRight, features)
    this.#shaped.set(key, run)
    return run
  }

  #shape(text: string, isFromRight: boolean, features: string[]): ShapedRun {
    const buffer = this.#buffer
    buffer.reset()
    buffer.setClusterLevel(ClusterLevel.MONOTONE_CHARACTERS)
    buffer.addText(text)
    buffer.guessSegmentProperties()
    buffer.setDirection(isFromRight ? Direction.RTL : Direction.LTR)
    shape(
      this.#shaping,
      buffer,
      features.flatMap((feature) => Feature.fromString(feature) ?? []),
    )
    const clusters = this.#clustersOf(text, buffer.getGlyphInfosAndPositions())
    const width = clusters.reduce((sum, { advance }) => sum + advance, 0)
    return {
      clusters: withNeighbours(clusters.flatMap((cluster) => oneEach(cluster, isFromRight))),
      width: width / this.#upem,
    }
  }

  /** Groups glyphs of the same letters, left to right. */
  #clustersOf(
    text: string,
    glyphs: ReturnType<TextBuffer['getGlyphInfosAndPositions']>,
  ): Cluster[] {
    const starts = [...new Set(glyphs.map(({ cluster }) => cluster))].toSorted((a, b) => a - b)
    const clusters = new Map<number, Cluster>()
    for (const {
      codepoint: glyph,
      cluster: start,
      xAdvance = 0,
      xOffset = 0,
      yOffset = 0,
    } of glyphs) {
      const cluster = clusters.get(start) ?? {
        text: text.slice(start, starts[starts.indexOf(start) + 1]),
        parts: [],
        nominal: 0,
        advance: 0,
      }
      cluster.parts.push({ glyph, x: cluster.advance + xOffset, y: yOffset })
      cluster.advance += xAdvance
      cluster.nominal += this.#shaping.glyphHAdvance(glyph)
      clusters.set(start, cluster)
    }
    return [...clusters.values()]
  }

  /** The font for PDFKit, for one document. */
  embeddable(): fontkit.Font {
    return embeddableFont(this.#file, (text, shaping) => this.shape(text, shaping))
  }
}

const mostRemembered = 5_000

const bidi = bidiFactory()

/** Right-to-left brackets are mirrored when drawn, and readers mirror them back. */
const drawnFor = (letter: string) => bidi.getMirroredCharacter(letter) ?? letter

/**
 * Readers treat each glyph's text as one letter when reordering right-to-left text, so the first
 * letter gets the ink and the others empty glyphs.
 */
function oneEach(cluster: Cluster, isFromRight: boolean): Cluster[] {
  const [first = '', ...further] = [...cluster.text].map((letter) =>
    isFromRight ? drawnFor(letter) : letter,
  )
  const letters = [
    { ...cluster, text: first },
    ...further.map((text) => ({ text, parts: [], nominal: 0, advance: 0 })),
  ]
  return isFromRight ? letters.toReversed() : letters
}

/**
 * pdf.js (Firefox) omits a glyph for an invisible character alone, and misplaces a space before a
 * mark. Such characters are joined with a neighbour.
 */
function withNeighbours(clusters: Cluster[]): Cluster[] {
  const kept: Cluster[] = []
  let invisible = ''
  for (const [index, cluster] of clusters.entries()) {
    const next = clusters[index + 1]
    const before = kept.at(-1)
    if (/^\p{DI}$/u.test(cluster.text) && cluster.advance === 0 && next) invisible += cluster.text
    else if (cluster.text === ' ' && before && /^\p{Mn}/u.test(next?.text ?? '')) {
      kept[kept.length - 1] = {
        ...before,
        text: `${before.text} `,
        nominal: before.nominal + cluster.nominal,
        advance: before.advance + cluster.advance,
      }
    } else {
      kept.push({ ...cluster, text: invisible + cluster.text })
      invisible = ''
    }
  }
  return kept
}
