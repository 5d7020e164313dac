import { createHash, randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'

/** What was stored: size and checksum are of the bytes that really arrived. */
export type Stored = { key: string; byteSize: bigint; sha256: string }
/** Bytes from `start` to `end`, both included, as in an HTTP range. */
export type ByteRange = { start: number; end: number }

/** Where bytes live. Keys are made here, never by people; a local disk and an S3-compatible store both serve it. */
export type FileStore = {
  /**
   * Streams bytes in, under a new key unless one is given: then what stood under it is replaced at once. A source that
   * breaks off leaves nothing behind and rejects.
   */
  put: (source: Readable, key?: string) => Promise<Stored>
  /** Streams bytes out; null when the key is unknown. A stream that cannot go on to its end breaks off with a fault. */
  get: (key: string, range?: ByteRange) => Promise<Readable | null>
  size: (key: string) => Promise<number | null>
  remove: (key: string) => Promise<void>
  /** Deletes what a program that was killed left half written, a day after its last byte. */
  sweep: () => Promise<void>
  /** Rejects when nothing can be stored at present: a full disk, a lost one, a store that does not answer. */
  tryWriting: () => Promise<void>
}

/** How long what is half written may lie before it counts as left behind. */
export const abandonedAfterMs = 24 * 60 * 60 * 1000

const wellFormed = /^[0-9a-f]{2}\/[0-9a-f]{40}$/

const keyNamed = (name: string) => `${name.slice(0, 2)}/${name}`

export const newKey = () => keyNamed(randomBytes(20).toString('hex'))

/**
 * The key of something made from a stored file: always the same for the same making, so that work which was killed and
 * done again leaves no file that nobody knows of.
 */
export function derivedKey(key: string, making: string): string {
  return keyNamed(createHash('sha256').update(`${key} ${making}`).digest('hex').slice(0, 40))
}

export const isKey = (text: string) => wellFormed.test(text)

export function requireKey(key: string): string {
  if (!isKey(key)) throw new Error('a storage key of another make')
  return key
}
