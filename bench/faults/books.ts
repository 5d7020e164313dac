import { createHash } from 'node:crypto'

/** A payment whose form was answered with yes. */
export type ConfirmedPayment = { reference: string; cents: number }
/** A document whose upload was answered with yes, with the SHA-256 of what was sent. */
export type ConfirmedDocument = { title: string; sha256: string }

/** One request as its client saw it; times are those of `performance.now`. */
export type Asking = { kind: Kind; began: number; ended: number; isGood: boolean; answer: string }
export const kinds = ['sign-in', 'read', 'payment', 'upload', 'download'] as const
export type Kind = (typeof kinds)[number]

/** What was asked and what was confirmed, since the load began. */
export class Books {
  readonly askings: Asking[] = []
  readonly payments: ConfirmedPayment[] = []
  readonly documents: ConfirmedDocument[] = []
  /** Writes of which no one knows yet whether they were done: they are sent again with the same key. */
  open = 0
}

export const sha256Of = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex')
