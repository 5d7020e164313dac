import { config } from '../../../platform/config.server.ts'
import { cookieValue } from '../../../platform/session/auth.server.ts'

/** What a browser keeps for a short time on the way into an account, and for how many seconds. */
const kept = {
  'recovery-link': 60 * 60,
  'invitation-link': 60 * 60,
  'confirmation-link': 60 * 60,
  'sign-in-email': 10 * 60,
} as const

/** A cookie that a browser keeps for minutes, by its name. */
export type ShortLivedCookie = keyof typeof kept

/** No token or email of ours is longer; what is longer is cut, and opens nothing. */
const longest = 300
const attributes = `Path=/; HttpOnly; SameSite=Lax${config.isHttps ? '; Secure' : ''}`

/**
 * The `Set-Cookie` that keeps a value out of the address bar and away from scripts, while a reload and a new tab still
 * find it.
 */
export function setShortLivedCookie(name: ShortLivedCookie, value: string): string {
  return `${name}=${encodeURIComponent(value.slice(0, longest).toWellFormed())}; Max-Age=${kept[name]}; ${attributes}`
}

/** The `Set-Cookie` that takes such a value from the browser, once it has no further use. */
export function clearShortLivedCookie(name: ShortLivedCookie): string {
  return `${name}=; Max-Age=0; ${attributes}`
}

/** What the browser keeps under this name; null without it. Anyone can send one: it proves nothing by itself. */
export function shortLivedCookie(cookies: string | null, name: ShortLivedCookie): string | null {
  return cookieValue(cookies, name) || null
}
