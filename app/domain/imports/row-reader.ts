import { z } from 'zod'

/** A row as its cells read: what is known of it, and the first problem of each cell. `value` is null while there is one. */
export type Reading<Value> = {
  value: Value | null
  known: Partial<Value>
  problems: Map<string, string>
}

/** What stands in the way between cells, by field; a cell that could not be read is missing. */
export type Rules<Value> = (known: Partial<Value>) => [string, string][]

/**
 * Reads rows by a schema for each cell and by rules between cells. The rules hold also where another cell cannot be read,
 * so that whoever mends a file hears everything at once.
 */
export function rowReader<Shape extends Record<string, z.ZodType>>(
  shape: Shape,
  rules: Rules<z.output<z.ZodObject<Shape>>> = () => [],
) {
  type Value = z.output<z.ZodObject<Shape>>
  const schema = z.object(shape)
  return (cells: Record<string, string>): Reading<Value> => {
    const read = schema.safeParse(cells)
    const problems = new Map<string, string>()
    for (const { path, message } of read.error?.issues ?? [])
      keepFirst(problems, [String(path[0]), message])
    const known = read.data ?? wellRead(shape, cells, problems)
    for (const problem of rules(known)) keepFirst(problems, problem)
    if (read.success && problems.size === 0) return { value: read.data, known, problems }
    const sound = Object.entries(known).filter(([field]) => !problems.has(field))
    return { value: null, known: Object.fromEntries(sound) as Partial<Value>, problems }
  }
}

function keepFirst(problems: Map<string, string>, [field, says]: [string, string]) {
  if (!problems.has(field)) problems.set(field, says)
}

function wellRead<Shape extends Record<string, z.ZodType>>(
  shape: Shape,
  cells: Record<string, string>,
  problems: ReadonlyMap<string, string>,
) {
  const fields = Object.keys(shape).filter((field) => !problems.has(field))
  const read = fields.map((field) => [field, shape[field]?.safeParse(cells[field]).data])
  return Object.fromEntries(read) as Partial<z.output<z.ZodObject<Shape>>>
}
