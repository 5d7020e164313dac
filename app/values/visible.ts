/** What is seen by itself: no blank, nothing invisible (zero-width characters, fillers, marks of direction), no accent alone. */
const seen = /[^\p{DI}\p{M}\s\u0085\u2800]/u
const unseen = /[\p{DI}\s\u0085\u2800]/u

/** Invisible and of no use between letters; joiners and marks of direction are, in Arabic and Persian names. */
const useless =
  /[\u00ad\u115f\u1160\u17b4\u17b5\u180e\u200b\u2060-\u2064\u206a-\u206f\u3164\ufeff\uffa0]/g

/** The text without blanks and invisible characters at its ends; empty when there is nothing to see in it. */
export function trimmed(text: string): string {
  const start = text.search(seen)
  if (start === -1) return ''
  let end = text.length
  while (unseen.test(text[end - 1] ?? '')) end -= 1
  return text.slice(start, end)
}

/** One line as it is kept, such as a name: trimmed, one space for each run of blanks, without invisible characters. */
export function collapseBlanks(text: string): string {
  return trimmed(text.replace(useless, '')).replace(/[\p{Zs}\u2800]+/gu, ' ')
}

/** An address or a code without any invisible character; these never belong to it. */
export function withoutInvisible(text: string): string {
  return trimmed(text).replace(/\p{DI}/gu, '')
}
