const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Bytes as people and authenticator apps read them: RFC 4648 base 32, without padding. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => letters[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}
