import { createHmac } from 'node:crypto'
import { config } from '../config.server.ts'

type Use =
  | 'inquiry client'
  | 'inquiry acknowledgement'
  | 'inquiry form-start'
  | 'inquiry id'
  | 'interest code'
  | 'interest email'
  | 'unknown code'
  | 'typed name'
  | 'typed name of document'
  | 'mail request'
  | 'confirmation proof'
  | 'passkey challenge'
  | 'provider state'
  | 'provider nonce'
  | 'provider verifier'

/**
 * An HMAC with this installation's secret: it hides an address, or proves that a value is ours. `use` keeps a hash from
 * being valid for another purpose.
 */
export function keyedHash(use: Use, text: string): string {
  return createHmac('sha256', config.appSecret).update(`${use}:${text}`).digest('base64url')
}
