import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { unpackedFont } from './font-file.server.ts'

const folder = join(import.meta.dirname, 'pdf-fonts')
const packed = readdirSync(folder).filter((name) => name.endsWith('.woff'))

/** As OpenType sums a table: its words of four bytes, the last filled up with nothing. */
function checksumOf(bytes: Buffer): number {
  const whole = Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)])
  let sum = 0
  for (let at = 0; at < whole.length; at += 4) sum = (sum + whole.readUInt32BE(at)) >>> 0
  return sum
}

test.each(packed)('%s is unpacked to tables that are as their checksums say', (name) => {
  const woff = readFileSync(join(folder, name))
  const font = unpackedFont(woff)
  expect(font.subarray(0, 4)).toEqual(woff.subarray(4, 8))
  expect(font.length).toBe(woff.readUInt32BE(16))
  const count = font.readUInt16BE(4)
  expect(count).toBeGreaterThan(8)
  for (let at = 12; at < 12 + count * 16; at += 16) {
    const [checksum = 0, offset = 0, length = 0] = [4, 8, 12].map((place) =>
      font.readUInt32BE(at + place),
    )
    // The checksum of `head` leaves out a field that depends on all the others.
    if (font.toString('latin1', at, at + 4) === 'head') continue
    expect(checksumOf(font.subarray(offset, offset + length))).toBe(checksum)
  }
})

test('what is no packed font is refused', () => {
  expect(() => unpackedFont(Buffer.from('no font at all'))).toThrow('not a font packed as WOFF 1.0')
})
