import { BlockList, isIP } from 'node:net'

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Normalises an address: no port, brackets or zone, short IPv6, mapped IPv4. Null for anything else. @internal */
export function normalAddress(text: string): string | null {
  const trimmed = text.trim()
  const [, bracketed, withPort] =
    /^(?:\[([^\]]{1,80})\](?::\d{1,5})?|([\d.]{7,15}):\d{1,5})$/.exec(trimmed) ?? []
  const [address = ''] = (bracketed ?? withPort ?? trimmed).split('%', 1)
  if (isIP(address) !== 6) return isIP(address) === 4 ? address : null
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(short) ?? []
  if (high === undefined || low === undefined) return short
  const groups = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return groups.flatMap((group) => [group >> 8, group & 255]).join('.')
}

/** The network of a client: an IPv6 subscriber has a /64. */
export function networkOf(clientAddress: string): string {
  const address = normalAddress(clientAddress) ?? clientAddress
  if (!address.includes(':')) return address
  const [head = '', tail = ''] = address.split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail.split(':').filter(Boolean)
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`
}

/**
 * The client's address: that of the connection, or behind trusted proxies the last untrusted one of
 * `X-Forwarded-For`. Anything before an invalid entry could be forged.
 */
export function clientAddresses(trustedProxies: readonly string[]) {
  const proxies = new BlockList()
  for (const network of trustedProxies) {
    const [address = '', prefix] = network.split('/')
    const whole = family(address) === 'ipv6' ? 128 : 32
    proxies.addSubnet(address, Number(prefix ?? whole), family(address))
  }
  const isProxy = (address: string) => proxies.check(address, family(address))

  return (connected: string | undefined, forwarded: string | undefined): string | undefined => {
    const peer = connected === undefined ? undefined : (normalAddress(connected) ?? connected)
    if (peer === undefined || !isProxy(peer)) return peer
    const parts = (forwarded ?? '').split(',').filter((part) => part.trim() !== '')
    const client = parts
      .map(normalAddress)
      .findLast((address) => address === null || !isProxy(address))
    return client ?? peer
  }
}
