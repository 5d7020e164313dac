import { createHmac } from 'node:crypto'
import { config } from '../config.server.ts'

type Use =
  | 'inquiry client'
  | 'inquiry acknowledgement'
  | 'inquiry form-start'
  | 'inquiry id'
  | 'unknown code'
  | 'mail request'
  | 'confirmation proof'

/**
 * A hash that only this installation can make: of an address, so that the table does not tell whose it was, or of what
 * nobody else may write, such as a time. `use` keeps the hash of one use from serving in another.
 */
export function keyedHash(use: Use, text: string): string {
  return createHmac('sha256', config.appSecret).update(`${use}:${text}`).digest('base64url')
}
