import type { z } from 'zod'
import { textFault, textFaultMessages } from './typed-text.ts'

/**
 * What an action answers (422) when a form is refused: a sentence per field in `errors`, by the field's name; what was
 * typed in `values`, so that nothing is lost; and in `message` a refusal of the form as a whole.
 * Passwords, codes, tokens and files are never echoed.
 */
export type FormReply = {
  errors: Record<string, string>
  values: Record<string, string>
  message?: string
}

/** Exact values to give to a command, or the reply to show beside the form. */
export type ParsedForm<Value> = { ok: true; value: Value } | { ok: false; reply: FormReply }

/** What a page adds for itself and nobody sees: a fault of it is said of the form as a whole. */
const unsentFields = new Set<PropertyKey>(['key', 'version', 'act', 'as'])

const neverEchoed = /password|secret|token|^code$/i

/**
 * Reads a posted form through its one schema, the only parse there is (house rule 8). Only the schema's fields are read;
 * one that is absent, or a file field left empty, counts as `''`. An array field gets every value of its name, any
 * other the last one (a hidden default may stand before its checkbox). A text that may not be read is refused before its
 * field sees it. Nothing is trimmed here: the fields do that.
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

/** No form of ours sends a file where text is read; whoever does is told so, where a field has no sentence of its own. */
const sayOfFile = ({ input }: { input?: unknown }) =>
  input instanceof Blob ? 'Please type this in. A file cannot be sent here.' : undefined

/**
 * The reply for a form that reads well but that the business refuses: what was typed comes back, with sentences for
 * single fields in `errors` or one for the whole form in `message`.
 */
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

/** Several values of one name come back as lines of one text: the reply has one text per name. */
function echo(form: FormData): Record<string, string> {
  const lines = new Map<string, string>()
  for (const [name, value] of form) {
    if (typeof value !== 'string' || neverEchoed.test(name)) continue
    const before = lines.get(name)
    lines.set(name, before === undefined ? value : `${before}\n${value}`)
  }
  return Object.fromEntries(lines)
}

/** Looks through `.optional()`, `.default()` and pipes to what the field reads first. */
function takesSeveral(field: z.core.$ZodType): boolean {
  const def: z.core.$ZodTypeDef & { innerType?: z.core.$ZodType; in?: z.core.$ZodType } =
    field._zod.def
  const inner = def.innerType ?? def.in
  return def.type === 'array' || (inner !== undefined && takesSeveral(inner))
}
