import { createHmac } from 'node:crypto'
import { config } from '../../platform/config.server.ts'

/**
 * A hash that only this installation can make: of an address, so that the table does not tell whose it was, or of a time,
 * so that nobody else can write one. `use` keeps the hash of one use from serving in another.
 */
export function keyedHash(use: 'client' | 'acknowledgement' | 'form-start', text: string): string {
  return createHmac('sha256', config.appSecret).update(`inquiry ${use}:${text}`).digest('base64url')
}
