/** Behind https every cookie of ours has this prefix (platform/host-cookies.ts takes it off for the program). */
const prefix = () => (location.protocol === 'https:' ? '__Host-' : '')

/** Sets a cookie that script and server share: never anything that opens a door. `attributes` such as `max-age=10`. */
export function setSharedCookie(name: string, value: string, attributes: string) {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers we support
  document.cookie = `${prefix()}${name}=${value}; path=/; samesite=lax${secure}; ${attributes}`
}

/** The value of such a cookie as it was set; null when there is none. */
export function sharedCookie(name: string): string | null {
  const start = `${prefix()}${name}=`
  return (
    document.cookie
      .split(/;\s*/)
      .find((pair) => pair.startsWith(start))
      ?.slice(start.length) ?? null
  )
}
