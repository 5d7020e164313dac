const prefix = '__Host-'

/**
 * Behind https every cookie bears the prefix with which a browser takes it from this host alone, over https, for all of
 * its addresses: no neighbour on another subdomain can plant one. The program itself knows the plain names.
 */
export function withoutHostPrefix(header: string | null): string | null {
  const ours = header?.split(/;\s*/).filter((pair) => pair.startsWith(prefix)) ?? []
  return ours.length === 0 ? null : ours.map((pair) => pair.slice(prefix.length)).join('; ')
}

/** A `Set-Cookie` of ours as a browser behind https is sent it: with the prefix and `Secure`. */
export function withHostPrefix(cookie: string): string {
  return `${prefix}${cookie}${/;\s*secure\s*(;|$)/i.test(cookie) ? '' : '; Secure'}`
}
