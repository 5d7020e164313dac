/** Visible by itself: not blank, invisible or a lone accent. */
const seen = /[^\p{DI}\p{M}\s\u0085\u2800]/u
const unseen = /[\p{DI}\s\u0085\u2800]/u

/** Invisible characters without a use between letters; joiners and direction marks have one in Arabic and Persian. */
const useless =
  /[\u00ad\u115f\u1160\u17b4\u17b5\u180e\u200b\u2060-\u2064\u206a-\u206f\u3164\ufeff\uffa0]/g

/** The text without blanks and invisible characters at its ends. */
export function trimmed(text: string): string {
  const start = text.search(seen)
  if (start === -1) return ''
  let end = text.length
  while (unseen.test(text[end - 1] ?? '')) end -= 1
  return text.slice(start, end)
}

/** One line as stored: trimmed, blanks collapsed, no invisible characters. */
export function collapseBlanks(text: string): string {
  return trimmed(text.replace(useless, '')).replace(/[\p{Zs}\u2800]+/gu, ' ')
}

/** An address or code without invisible characters. */
export function withoutInvisible(text: string): string {
  return trimmed(text).replace(/\p{DI}/gu, '')
}
