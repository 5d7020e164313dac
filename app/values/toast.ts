/**
 * A short message shown once after an act, whatever the page it led to. `seconds` is how long it stays (4 when left
 * out); warnings that need reading are given 8 or 10. Carries only text, so that it fits in a cookie; a `link` to a page
 * of ours only where the page itself says it, never from a cookie.
 */
export type Toast = {
  title: string
  text?: string
  kind: ToastKind
  seconds?: number
  link?: ToastLink
}

/** Where a toast leads. */
export type ToastLink = { to: string; label: string }

const toastKinds = ['success', 'info', 'warning', 'error'] as const
/** What happened: it worked, something to know, something to watch, it failed. */
export type ToastKind = (typeof toastKinds)[number]

/** The cookie that carries a toast over a redirect. Script may read it: it is the page that takes it, once settled. */
export const toastCookieName = 'toast'

/** Reads what a cookie brought back; null for what is not a toast of ours. Its text is only ever shown as text. */
export function parseToast(text: string): Toast | null {
  const read = parseJson(text)
  if (typeof read !== 'object' || read === null) return null
  const { title, text: more, kind, seconds } = read as Record<string, unknown>
  const known = toastKinds.find((toastKind) => toastKind === kind)
  if (typeof title !== 'string' || !known) return null
  return {
    title,
    kind: known,
    ...(typeof more === 'string' ? { text: more } : {}),
    ...(typeof seconds === 'number' ? { seconds } : {}),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (fault) {
    if (fault instanceof SyntaxError) return null
    throw fault
  }
}
