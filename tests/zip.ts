import { crc32, inflateRawSync } from 'node:zlib'

/**
 * The files of an archive, in its order, as text. Reads it from its end, as programs do, and holds each file against its
 * checksum, so that what it gives is what someone unpacks.
 */
export function unzipped(bytes: Buffer): Record<string, string> {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (end < 0) throw new Error('This is no archive, or its end is missing.')
  const files: Record<string, string> = {}
  let at = bytes.readUInt32LE(end + 16)
  for (let count = bytes.readUInt16LE(end + 10); count > 0; count -= 1) {
    const [method, sum, packed] = [
      bytes.readUInt16LE(at + 10),
      bytes.readUInt32LE(at + 16),
      bytes.readUInt32LE(at + 20),
    ]
    const [name, extra, comment] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ]
    const path = bytes.toString('utf8', at + 46, at + 46 + name)
    const local = bytes.readUInt32LE(at + 42)
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const raw = bytes.subarray(from, from + packed)
    const content = method === 0 ? raw : inflateRawSync(raw)
    if (crc32(content) !== sum) throw new Error(`${path} is spoiled.`)
    files[path] = content.toString('utf8')
    at += 46 + name + extra + comment
  }
  return files
}

/** The time next to each path of an archive, as programs show it: it has no zone, and seconds are even. */
export function timesIn(bytes: Buffer): Record<string, string> {
  const times: Record<string, string> = {}
  let at = bytes.readUInt32LE(bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6])) + 16)
  while (bytes.readUInt32LE(at) === 0x02014b50) {
    const [time, day, name, extra, comment] = [12, 14, 28, 30, 32].map((place) =>
      bytes.readUInt16LE(at + place),
    ) as [...[number, number, number, number, number]]
    const two = (number: number) => String(number).padStart(2, '0')
    const date = [1980 + (day >> 9), two((day >> 5) & 15), two(day & 31)].join('-')
    times[bytes.toString('utf8', at + 46, at + 46 + name)] =
      `${date} ${[time >> 11, (time >> 5) & 63, (time & 31) * 2].map(two).join(':')}`
    at += 46 + name + extra + comment
  }
  return times
}
