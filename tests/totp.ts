import { createHmac } from 'node:crypto'
import { clock } from '../app/platform/clock.server.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * The code an authenticator app shows (RFC 6238: SHA-1, six digits, thirty seconds), from the secret as it is typed in.
 * `steps` later or earlier ones are other codes, and one either way is still taken.
 */
export function totp(secret: string, steps = 0): string {
  const bits = Array.from(secret.replace(/\s/g, ''), (letter) =>
    letters.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const bytes = bits.join('').match(/.{8}/g) ?? []
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(clock.now().getTime() / 30_000) + steps))
  const mac = createHmac('sha1', Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))))
    .update(counter)
    .digest()
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}
