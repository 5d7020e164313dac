/**
 * Normalises a typed document code: case, spaces and hyphens are ignored; I, L and O are read as
 * digits, because no code contains them. Null for anything else.
 */
export function parseDocumentCode(typed: string): string | null {
  const letters = typed
    .toUpperCase()
    .replace(/[\s\-–—_.]/g, '')
    .replace(/[IL]/g, '1')
    .replace(/O/g, '0')
  if (!/^[0-9A-HJKMNP-TV-Z]{16}$/.test(letters)) return null
  return letters.replace(/(.{4})(?!$)/g, '$1-')
}
