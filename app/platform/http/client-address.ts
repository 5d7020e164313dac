import { BlockList, isIP } from 'node:net'

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/**
 * One way to write each client address: without port, brackets and zone, IPv6 in its short form, and an IPv4 address that
 * is wrapped in IPv6 (`::ffff:10.0.0.1`) as IPv4. Null for what is no address.
 * @internal
 */
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

/** What counts as one client: a subscriber of IPv6 has a /64 of addresses, so only its first four groups count. */
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
 * Says where a request comes from: the address of the connection, or behind trusted proxies the last address of
 * `X-Forwarded-For` that is none of them. What stands left of something that is no address was written by anyone.
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
