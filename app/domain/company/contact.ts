/** Whom to contact, as the end of a sentence: the support address, or otherwise the person who invited the reader. */
export function contactHint(supportEmail: string | null): string {
  return supportEmail === null ? 'ask the person who invited you' : `write to ${supportEmail}`
}

/** The same as a full sentence. */
export function contactSentence(supportEmail: string | null): string {
  return supportEmail === null ? 'Ask the person who invited you.' : `Write to ${supportEmail}.`
}
