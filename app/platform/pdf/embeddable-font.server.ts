import type * as fontkit from 'fontkit'

/** HarfBuzz's result for a text, left to right in font units; the width is for size 1. */
export type ShapedRun = { clusters: Cluster[]; width: number }

/** One or several glyphs of one letter, such as a letter and its dots; none for a letter without ink. */
export type Cluster = { text: string; parts: Part[]; nominal: number; advance: number }
type Part = { glyph: number; x: number; y: number }

export type Shaping = { isFromRight: boolean; features?: string[] }

/** The parts of fontkit's subset that PDFKit needs and the types omit. */
type Subset = {
  glyphs: (number | Cluster)[]
  _addGlyph: (glyph: number | Cluster) => number
  glyf: Uint8Array[]
  offset: number
  loca: { offsets: number[] }
  hmtx: { metrics: { advance: number; bearing: number }[] }
  encode: () => Uint8Array
}

/** PDFKit writes one text per glyph, so each cluster becomes a composite glyph: copied text equals the source. */
export function embeddableFont(
  file: fontkit.Font,
  shape: (text: string, shaping: Shaping) => ShapedRun,
): fontkit.Font {
  const clusters: Cluster[] = []
  const ids = new Map<Cluster | string, number>()
  const idOf = (cluster: Cluster) => {
    const known = ids.get(cluster)
    if (known !== undefined) return known
    const key = JSON.stringify([cluster.text, cluster.parts, cluster.nominal])
    const id = ids.get(key) ?? clusters.push(cluster) - 1
    ids.set(key, id).set(cluster, id)
    return id
  }
  return Object.assign(Object.create(file) as fontkit.Font, {
    layout: (text: string, shaping: Shaping) => {
      const run = shape(text, shaping)
      return {
        glyphs: run.clusters.map((cluster) => ({
          id: idOf(cluster),
          advanceWidth: cluster.nominal,
          codePoints: [...cluster.text].map((letter) => letter.codePointAt(0) ?? 0),
        })),
        positions: run.clusters.map(({ advance }) => ({
          xAdvance: advance,
          yAdvance: 0,
          xOffset: 0,
          yOffset: 0,
        })),
        advanceWidth: run.width * file.unitsPerEm,
      }
    },
    createSubset: () => subsetOf(file, clusters),
  })
}

function subsetOf(file: fontkit.Font, clusters: Cluster[]) {
  const subset = file.createSubset() as unknown as Subset
  const places = new Map<number, number>()
  const addGlyph = subset._addGlyph.bind(subset)
  subset._addGlyph = (glyph) =>
    typeof glyph === 'number' ? addGlyph(glyph) : addComposite(subset, file, glyph)
  return {
    includeGlyph(id: number): number {
      const cluster = clusters[id]
      if (!cluster) throw new Error('a glyph was embedded that was not laid out')
      const [first, second] = cluster.parts
      const isPlain = first && !second && first.x === 0 && first.y === 0
      const place = places.get(id) ?? subset.glyphs.push(isPlain ? first.glyph : cluster) - 1
      places.set(id, place)
      return place
    },
    encode: () => subset.encode(),
  }
}

const wordsAreOffsets = 0x0003
const more = 0x0020

/** Writes a composite glyph (OpenType `glyf`): the position of each part, and the bounding box. */
function addComposite(subset: Subset, file: fontkit.Font, { parts, nominal }: Cluster): number {
  const boxes = parts.map(({ glyph, x, y }) => {
    const { minX, minY, maxX, maxY } = file.getGlyph(glyph).bbox
    return [minX + x, minY + y, maxX + x, maxY + y].map(Math.round) as [
      number,
      number,
      number,
      number,
    ]
  })
  const inked = boxes.filter((box) => box.every(Number.isFinite))
  const edge = (side: number, pick: (...values: number[]) => number) =>
    inked.length === 0 ? 0 : pick(...inked.map((box) => box[side] ?? 0))
  const box = [edge(0, Math.min), edge(1, Math.min), edge(2, Math.max), edge(3, Math.max)]
  // Glyphs without outlines have no bytes.
  const bytes = Buffer.alloc(parts.length === 0 ? 0 : Math.ceil((10 + parts.length * 8) / 4) * 4)
  for (const [place, value] of parts.length === 0 ? [] : [-1, ...box].entries())
    bytes.writeInt16BE(value, place * 2)
  for (const [index, { glyph, x, y }] of parts.entries()) {
    const at = 10 + index * 8
    bytes.writeUInt16BE(index < parts.length - 1 ? wordsAreOffsets | more : wordsAreOffsets, at)
    bytes.writeUInt16BE(partPlace(subset, glyph), at + 2)
    bytes.writeInt16BE(Math.round(x), at + 4)
    bytes.writeInt16BE(Math.round(y), at + 6)
  }
  subset.glyf.push(bytes)
  subset.loca.offsets.push(subset.offset)
  subset.hmtx.metrics.push({ advance: nominal, bearing: box[0] ?? 0 })
  subset.offset += bytes.length
  return subset.glyf.length - 1
}

/** Parts follow the text's glyphs. */
function partPlace(subset: Subset, glyph: number): number {
  const known = subset.glyphs.indexOf(glyph)
  return known === -1 ? subset.glyphs.push(glyph) - 1 : known
}
