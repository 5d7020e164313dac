import { inflateSync } from 'node:zlib'

const woffHead = 44
const woffEntry = 20
const head = 12
const entry = 16

type FontTable = { tag: string; checksum: number; bytes: Buffer }

/** Unpacks a WOFF 1.0 font. Fontkit would unpack it again for every glyph: half the time of a PDF. */
export function unpackedFont(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('not a font packed as WOFF 1.0')
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) =>
    tableAt(woff, woffHead + index * woffEntry),
  )
  const directory = Buffer.alloc(head + count * entry)
  const power = 2 ** Math.floor(Math.log2(count))
  woff.copy(directory, 0, 4, 8)
  for (const [index, value] of [
    count,
    power * entry,
    Math.log2(power),
    (count - power) * entry,
  ].entries()) {
    directory.writeUInt16BE(value, 4 + index * 2)
  }
  const parts: Buffer[] = [directory]
  let offset = directory.length
  for (const [index, { tag, checksum, bytes }] of tables.entries()) {
    const at = head + index * entry
    directory.write(tag, at, 'latin1')
    for (const [place, value] of [checksum, offset, bytes.length].entries()) {
      directory.writeUInt32BE(value, at + 4 * (place + 1))
    }
    const padding = (4 - (bytes.length % 4)) % 4
    parts.push(bytes, Buffer.alloc(padding))
    offset += bytes.length + padding
  }
  return Buffer.concat(parts)
}

function tableAt(woff: Buffer, at: number): FontTable {
  const [offset = 0, packed = 0, length = 0, checksum = 0] = [4, 8, 12, 16].map((place) =>
    woff.readUInt32BE(at + place),
  )
  const bytes = woff.subarray(offset, offset + packed)
  return {
    tag: woff.toString('latin1', at, at + 4),
    checksum,
    bytes: packed < length ? inflateSync(bytes) : bytes,
  }
}
