/**
 * The code of a document as someone typed it: small letters, spaces and missing hyphens are no mistake, and I, L
 * and O are read as the figures they look like, because no code has them. Null for what cannot be a code.
 */
export function readPaperCode(typed: string): string | null {
  const letters = typed
    .toUpperCase()
    .replace(/[\s\-–—_.]/g, '')
    .replace(/[IL]/g, '1')
    .replace(/O/g, '0')
  if (!/^[0-9A-HJKMNP-TV-Z]{16}$/.test(letters)) return null
  return letters.replace(/(.{4})(?!$)/g, '$1-')
}
