const prefix = '__Host-'

/** Behind https cookies have the `__Host-` prefix, so that subdomains cannot set them. */
export function withoutHostPrefix(header: string | null): string | null {
  const ours = header?.split(/;\s*/).filter((pair) => pair.startsWith(prefix)) ?? []
  return ours.length === 0 ? null : ours.map((pair) => pair.slice(prefix.length)).join('; ')
}

/** Adds the prefix and `Secure` to a Set-Cookie value. */
export function withHostPrefix(cookie: string): string {
  return `${prefix}${cookie}${/;\s*secure\s*(;|$)/i.test(cookie) ? '' : '; Secure'}`
}
