/** A message shown once, `seconds` long (default 4). Text only, for a cookie, which never holds a `link`. */
export type Toast = {
  title: string
  text?: string
  kind: ToastKind
  seconds?: number
  link?: ToastLink
}

export type ToastLink = { to: string; label: string }

const toastKinds = ['success', 'info', 'warning', 'error'] as const
export type ToastKind = (typeof toastKinds)[number]

/** Scripts may read it, because the page takes the toast once settled. */
export const toastCookieName = 'toast'

/** Reads a toast cookie; null when invalid. Its text is only shown as text. */
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
