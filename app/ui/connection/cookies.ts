/** Behind https cookies have this prefix (platform/http/host-cookies.ts). */
const prefix = () => (location.protocol === 'https:' ? '__Host-' : '')

/** A cookie that scripts and server share, never a secret. `attributes` such as `max-age=10`. */
export function setSharedCookie(name: string, value: string, attributes: string) {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers we support
  document.cookie = `${prefix()}${name}=${value}; path=/; samesite=lax${secure}; ${attributes}`
}

export function sharedCookie(name: string): string | null {
  const start = `${prefix()}${name}=`
  return (
    document.cookie
      .split(/;\s*/)
      .find((pair) => pair.startsWith(start))
      ?.slice(start.length) ?? null
  )
}
