import { createHash, randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'

/** Size and checksum of the bytes that arrived. */
export type Stored = { key: string; byteSize: bigint; sha256: string }
/** Both ends included, as in an HTTP range. */
export type ByteRange = { start: number; end: number }

/** A local folder or an S3-compatible bucket. Keys are generated. */
export type FileStore = {
  /** Streams bytes in under a new or the given key, atomically. Rejects and stores nothing when the source fails. */
  put: (source: Readable, key?: string) => Promise<Stored>
  /** Streams bytes out; null for an unknown key. A read error destroys the stream. */
  get: (key: string, range?: ByteRange) => Promise<Readable | null>
  size: (key: string) => Promise<number | null>
  remove: (key: string) => Promise<void>
  /** Deletes incomplete files a day after their last byte. */
  sweep: () => Promise<void>
  /** Rejects when nothing can be stored: a full or lost disk, or a store that does not respond. */
  tryWriting: () => Promise<void>
}

export const abandonedAfterMs = 24 * 60 * 60 * 1000

const wellFormed = /^[0-9a-f]{2}\/[0-9a-f]{40}$/

const keyNamed = (name: string) => `${name.slice(0, 2)}/${name}`

export const newKey = () => keyNamed(randomBytes(20).toString('hex'))

/** The key of a derived file. It is deterministic, so a repeated job leaves no orphan. */
export function derivedKey(key: string, making: string): string {
  return keyNamed(createHash('sha256').update(`${key} ${making}`).digest('hex').slice(0, 40))
}

export const isKey = (text: string) => wellFormed.test(text)

export function requireKey(key: string): string {
  if (!isKey(key)) throw new Error('a storage key of an unknown form')
  return key
}
