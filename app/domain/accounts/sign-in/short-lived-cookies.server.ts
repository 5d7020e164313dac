import { config } from '../../../platform/config.server.ts'
import { cookieValue } from '../../../platform/session/auth.server.ts'

/** Cookies of sign-in flows, with their lifetimes in seconds. */
const kept = {
  'recovery-link': 60 * 60,
  'invitation-link': 60 * 60,
  'confirmation-link': 60 * 60,
  'sign-in-email': 10 * 60,
  'passkey-request': 10 * 60,
  'provider-request': 10 * 60,
  'sign-in-next': 10 * 60,
} as const

export type ShortLivedCookie = keyof typeof kept

/** No token or email is longer; longer values are cut and therefore invalid. */
const longest = 300
const attributes = `Path=/; HttpOnly; SameSite=Lax${config.isHttps ? '; Secure' : ''}`

/** The `Set-Cookie` that keeps a value out of the address bar and away from scripts, but survives a reload. */
export function setShortLivedCookie(name: ShortLivedCookie, value: string): string {
  return `${name}=${encodeURIComponent(value.slice(0, longest).toWellFormed())}; Max-Age=${kept[name]}; ${attributes}`
}

/** The `Set-Cookie` that deletes such a value. */
export function clearShortLivedCookie(name: ShortLivedCookie): string {
  return `${name}=; Max-Age=0; ${attributes}`
}

/** The cookie's value or null. Unauthenticated: anyone can send one. */
export function shortLivedCookie(cookies: string | null, name: ShortLivedCookie): string | null {
  return cookieValue(cookies, name) || null
}
