import { csvHead, csvLine } from '../../values/csv.ts'
import type { ChangedField } from './audit-change.ts'
import type { AuditEntry } from './audit-log.server.ts'

const columns = [
  'Change',
  'Time (UTC)',
  'Who',
  'Who (id)',
  'From',
  'Action',
  'What',
  'On',
  'Subject',
  'Subject (id)',
  'Before',
  'After',
]

/** The header line. */
export const auditCsvHead = csvHead(columns)

/** One entry as one line; fields before and after share a cell each: `Phone: none; Email: a@b.c`. */
export function auditCsvLine({
  id,
  at,
  who,
  clientAddress,
  act,
  sentence,
  on,
  changed,
}: AuditEntry): string {
  const side = (of: 'before' | 'after') =>
    changed
      .flatMap((field: ChangedField) => (field[of] === null ? [] : `${field.field}: ${field[of]}`))
      .join('; ')
  const cells = [
    id,
    at.toISOString(),
    who.name,
    who.id,
    clientAddress,
    act,
    sentence,
    on.name,
    on.subject,
    on.id,
  ]
  return csvLine([...cells, side('before'), side('after')])
}
