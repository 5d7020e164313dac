import { keyedHash } from '../../platform/session/keyed-hash.server.ts'

/** The six digits that prove an address; derived, so that they are stored nowhere. `sent` counts the codes so far. */
export function interestCode(interestId: string, sent: number): string {
  const hash = Buffer.from(keyedHash('interest code', `${interestId}.${sent}`), 'base64url')
  return String(hash.readUInt32BE() % 1_000_000).padStart(6, '0')
}
