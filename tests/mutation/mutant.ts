/** A range of a file and its replacement. */
export type Edit = { start: number; end: number; text: string }

/** One small change of one query. `reached` is the expression of TypeScript that is evaluated where the query is made. */
export type Mutant = {
  file: string
  what: 'condition dropped' | 'columns swapped' | 'join widened'
  edits: Edit[]
  reached?: { start: number; end: number }
  /** The function or the policy of a SQL file. */
  within?: string
}

export function withEdits(source: string, edits: Edit[]): string {
  const lastFirst = edits.toSorted((left, right) => right.start - left.start)
  return lastFirst.reduce(
    (text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end),
    source,
  )
}
