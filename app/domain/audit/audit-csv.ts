import type { ChangedField } from './audit-change.ts'
import type { AuditEntry } from './audit-log.server.ts'

const columns = [
  'Change',
  'Time (UTC)',
  'Who',
  'Who (id)',
  'From',
  'Act',
  'What',
  'On',
  'Subject',
  'Subject (id)',
  'Before',
  'After',
]

/** Excel takes a file without it for Latin-1 and spoils names. */
const byteOrderMark = '\uFEFF'

/** The first line of the file. */
export const csvHead = `${byteOrderMark}${lineOf(columns)}`

/** One act as one line, its fields before and after each in one cell: `Phone: none; E-mail: a@b.c`. */
export function csvLine({ id, at, who, clientAddress, act, what, on, changed }: AuditEntry): string {
  const side = (of: 'before' | 'after') =>
    changed.flatMap((one: ChangedField) => (one[of] === null ? [] : `${one.field}: ${one[of]}`)).join('; ')
  const cells = [id, at.toISOString(), who.name, who.id, clientAddress, act, what, on.name, on.subject, on.id]
  return lineOf([...cells, side('before'), side('after')])
}

function lineOf(cells: (string | null)[]): string {
  return `${cells.map((text) => cellOf(text ?? '')).join(',')}\r\n`
}

/** A spreadsheet computes what begins like a formula, so such text gets an apostrophe in front (OWASP, CSV injection). */
function cellOf(text: string): string {
  const plain = /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text
  return /[",\r\n']/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
