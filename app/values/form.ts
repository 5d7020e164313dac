import type { z } from 'zod'
import { textFault, textFaultMessages } from './typed-text.ts'

/**
 * The reply (422) to a refused form: `errors` by field, the typed `values`, and `message` for the
 * form. Passwords, codes, tokens and files are never echoed.
 */
export type FormReply = {
  errors: Record<string, string>
  values: Record<string, string>
  message?: string
}

/** Values for a command, or the reply to show. */
export type ParsedForm<Value> = { ok: true; value: Value } | { ok: false; reply: FormReply }

/** Hidden fields of the page, whose errors concern the form as a whole. */
const unsentFields = new Set<PropertyKey>(['key', 'version', 'act', 'as'])

const neverEchoed = /password|secret|token|passkey|^code$/i

/**
 * Parses a posted form by its schema. Only the schema's fields are read; a missing one or an empty
 * file counts as `''`. An array field gets every value of its name, others the last. Unsafe text is
 * refused before its field sees it. Nothing is trimmed here.
 */
export function parseForm<Schema extends z.ZodObject>(
  schema: Schema,
  form: FormData,
): ParsedForm<z.output<Schema>> {
  const typed = Object.entries(schema.shape).map(([name, field]) => {
    const sent = form
      .getAll(name)
      .filter((value) => typeof value === 'string' || value.size > 0 || value.name !== '')
    return [name, takesSeveral(field) ? sent : (sent.at(-1) ?? '')] as const
  })
  const faults = typed.flatMap(([name, value]) => faultsOf(String(name), [value].flat()))
  if (faults.length > 0) return { ok: false, reply: refusal(faults, form) }
  const parsed = schema.safeParse(Object.fromEntries(typed), { error: sayOfFile })
  if (parsed.success) return { ok: true, value: parsed.data }
  return { ok: false, reply: refusal(parsed.error.issues, form) }
}

type Issue = { path: readonly PropertyKey[]; message: string }

function faultsOf(name: string, sent: FormDataEntryValue[]): Issue[] {
  const faults = sent
    .map((value) => (typeof value === 'string' ? textFault(value) : null))
    .filter((fault) => fault !== null)
  return faults.map((fault) => ({ path: [name], message: textFaultMessages[fault] }))
}

/** No form sends a file in a text field, so there is a default message. */
const sayOfFile = ({ input }: { input?: unknown }) =>
  input instanceof Blob ? 'Please type this in. A file cannot be sent here.' : undefined

/** The reply for a valid form that the business refuses: with the typed values, `errors` by field or a `message`. */
export function refuseForm(
  form: FormData,
  why: { errors?: Record<string, string>; message?: string },
): FormReply {
  return { errors: {}, ...why, values: echo(form) }
}

function refusal(issues: readonly Issue[], form: FormData): FormReply {
  const errors = new Map<string, string>()
  let message: string | undefined
  for (const { path, message: sentence } of issues) {
    const name = path[0]
    if (name === undefined || unsentFields.has(name)) message ??= sentence
    else if (!errors.has(String(name))) errors.set(String(name), sentence)
  }
  return refuseForm(form, {
    errors: Object.fromEntries(errors),
    ...(message === undefined ? {} : { message }),
  })
}

/** Several values of one name become lines of one text. */
function echo(form: FormData): Record<string, string> {
  const lines = new Map<string, string>()
  for (const [name, value] of form) {
    if (typeof value !== 'string' || neverEchoed.test(name)) continue
    const before = lines.get(name)
    lines.set(name, before === undefined ? value : `${before}\n${value}`)
  }
  return Object.fromEntries(lines)
}

/** Unwraps `.optional()`, `.default()` and pipes. */
function takesSeveral(field: z.core.$ZodType): boolean {
  const def: z.core.$ZodTypeDef & { innerType?: z.core.$ZodType; in?: z.core.$ZodType } =
    field._zod.def
  const inner = def.innerType ?? def.in
  return def.type === 'array' || (inner !== undefined && takesSeveral(inner))
}
