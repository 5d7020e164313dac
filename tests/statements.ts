import { issueStatement } from '../app/domain/statements/issue-statement.server.ts'
import { readPeriod } from '../app/domain/statements/statement-period.ts'
import { findStatement } from '../app/domain/statements/statements.server.ts'
import { asPerson, type Person } from './people.ts'

/** A period by its key, `2026-Q3` or `2026`. */
export function period(key: string) {
  const found = readPeriod(key)
  if (!found) throw new Error(`${key} is no period`)
  return found
}

/** The statement that someone asks for themselves; it must be given. */
export async function issue(person: Person, key: string) {
  const issued = await asPerson(person, (actor) =>
    issueStatement(actor, person.investorId, period(key)),
  )
  if ('refused' in issued) throw new Error(issued.refused)
  return issued
}

/** A statement as its owner finds it. */
export const find = (person: Person, id: string) =>
  asPerson(person, (reader) => findStatement(reader, id))
