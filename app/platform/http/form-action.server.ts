import { data } from 'react-router'
import type { z } from 'zod'
import { type FormReply, type ParsedForm, parseForm, refuseForm } from '../../values/form.ts'
import { isId } from '../../values/id.ts'
import type { Toast } from '../../values/toast.ts'
import { needsApproval } from '../database/needs-approval.ts'
import { type Context, logFault, notFound } from '../session/session.server.ts'
import { redirectWithToast } from './toast.server.ts'
import { type ReceivedForm, readForm, receiveForm } from './upload.server.ts'

/** `Facts` is additional data for the screen. */
export type ActionReply<Facts = object> = { reply: FormReply; toast: Toast | null } & Partial<Facts>

/** A redirect with a toast. */
export type Onward = { to: string; toast: Toast; headers?: Headers }

/** A message for the form or its fields; or a redirect to a page that explains. */
export type Refusal =
  | string
  | Onward
  | (Partial<FormReply> & Shown & { status?: 404 | 410 | 422 | 429 })

/** The response of a screen that stays. */
type Shown = { toast?: Toast | null; facts?: Record<string, unknown>; headers?: HeadersInit }

/**
 * The toast of an internal error. `text` replaces "Please try again later."; `message` is the
 * form's, `to` the redirect of a form without a screen.
 */
type Failure =
  | string
  | (Partial<Toast> & Pick<Shown, 'facts'> & { title: string; message?: string; to?: string })

type Parsed = ParsedForm<unknown>
type Reader<Read extends Parsed, Subject> = (
  form: FormData,
  subject: Subject,
  received: ReceivedForm,
) => Read | Promise<Read>
type ValueOf<Read extends Parsed> = Extract<Read, { ok: true }>['value']

/** The posted form, its parsed value, and the guard's subject. */
type Sent<Value, Subject> = {
  form: FormData
  value: Value
  subject: Subject
  received: ReceivedForm
}

type Code<Result> = Result extends { reply: FormReply }
  ? never
  : Result extends { refused: infer Refused extends string }
    ? Exclude<Refused, 'not-found'>
    : never
type RefusedAs<Result, Refused> = Result extends { refused: infer Known }
  ? Refused extends Known
    ? Result
    : never
  : never

/** One refusal for each code of `run`; `not-found` is always a 404. */
export type Refusals<Result> = {
  [Refused in Code<Result>]:
    | Refusal
    | ((refused: RefusedAs<Result, Refused>, form: FormData) => Refusal)
}

type Worded<Result> = Exclude<
  Extract<Result, { refused: string }>,
  { reply: FormReply } | { refused: 'not-found' }
>

/** On success redirects, or stays and shows `facts`. */
type Done = Onward | Response | ({ reply?: FormReply } & Shown)

type Steps<Value, Subject, Result> = {
  /** Returns the subject; throws a 404 or redirect. */
  guard: (context: Context) => Promise<Subject>
  /** Maximum bytes of each file. Files that `run` leaves in `uploads` are deleted. */
  limitBytes?: (subject: Subject) => number
  run: (sent: Sent<Value, Subject>) => Promise<Result>
  refusals:
    | Refusals<NoInfer<Result>>
    | ((refused: NoInfer<Worded<Result>>, form: FormData) => Refusal)
  /** A different reply for an invalid form. */
  unreadable?: (reply: FormReply, form: FormData) => Refusal
  /** The toast of a refusal that has none. */
  refusedToast?: (reply: FormReply) => Toast | null
  done: (result: NoInfer<Exclude<Result, { refused: string }>>, sent: Sent<Value, Subject>) => Done
  failed: Failure | ((form: FormData) => Failure)
  /** What to do instead where a second person would have to approve and nothing can be proposed. */
  needsApproval?: Refusal
  /** Headers of every response that stays on the screen. */
  headers?: HeadersInit
}

/** The guard of public forms. */
export const anyone = async () => null

export type ActionArgs<Params = Record<string, string | undefined>> = {
  request: Request
  context: Context
  params: Params
}
type Args = ActionArgs
export type ActionResponse = Response | ReturnType<typeof data<ActionReply>>

/**
 * Handles a posted form in a fixed order: guard, parse, run, refuse, toast, fault. Refusals are 422, a role that
 * does not include it 403, errors 500, all with the typed values; other thrown responses pass through.
 */
export function formAction<Schema extends z.ZodObject, Subject, const Result>(
  args: Args,
  steps: { schema: Schema } & Steps<z.output<Schema>, Subject, Result>,
): Promise<ActionResponse>
export function formAction<Read extends Parsed, Subject, const Result>(
  args: Args,
  steps: { parse: Reader<Read, Subject> } & Steps<ValueOf<Read>, Subject, Result>,
): Promise<ActionResponse>
export function formAction<Subject, const Result>(
  args: Args,
  steps: Steps<undefined, Subject, Result>,
): Promise<ActionResponse>
export async function formAction<Value, Subject, Result>(
  { request, context, params }: Args,
  steps: AnySteps<Value, Subject, Result>,
): Promise<ActionResponse> {
  const guard = async () => {
    const subject = await steps.guard(context)
    if (hasUnknownId(params)) throw notFound()
    return subject
  }
  if (!steps.limitBytes)
    return carryOut({ context, steps, guard, received: withoutFiles(await readForm(request)) })
  try {
    const subject = await guard()
    const received = await receiveForm(request, steps.limitBytes(subject))
    return await carryOut({ context, steps, guard: async () => subject, received })
  } catch (fault) {
    // The form was not read.
    return forbidden(new FormData(), fault, steps)
  }
}

type AnySteps<Value, Subject, Result> = {
  schema?: z.ZodObject
  parse?: Reader<Parsed, Subject>
} & Steps<Value, Subject, Result>

type Call<Value, Subject, Result> = {
  context: Context
  steps: AnySteps<Value, Subject, Result>
  guard: () => Promise<Subject>
  received: ReceivedForm
}

async function carryOut<Value, Subject, Result>({
  context,
  steps,
  guard,
  received,
}: Call<Value, Subject, Result>): Promise<ActionResponse> {
  const { form } = received
  try {
    const subject = await guard()
    const parsed = await (steps.schema
      ? parseForm(steps.schema, form)
      : (steps.parse?.(form, subject, received) ?? { ok: true as const, value: undefined }))
    if (!parsed.ok) {
      const why = steps.unreadable?.(parsed.reply, form) ?? parsed.reply
      return refuse(form, why, steps)
    }
    const sent = { form, value: parsed.value as Value, subject, received }
    const result = await steps.run(sent)
    if (isRefused(result)) return refuse(form, refusalOf(result, form, steps.refusals), steps)
    return answerOf(steps.done(result as Exclude<Result, { refused: string }>, sent), steps)
  } catch (fault) {
    if (needsApproval(fault)) return refuse(form, steps.needsApproval ?? approvedElsewhere, steps)
    return isForbidden(fault) ? forbidden(form, fault, steps) : fail(context, form, fault, steps)
  } finally {
    await received.discard()
  }
}

const approvedElsewhere =
  'Another person must approve this, and it cannot be proposed here. Nothing was saved.'

const withoutFiles = (form: FormData): ReceivedForm => ({
  form,
  uploads: new Map(),
  tooLarge: new Set(),
  discard: async () => undefined,
})

/** Ids in addresses are UUIDs. */
function hasUnknownId(params: Args['params']) {
  return Object.entries(params).some(
    ([name, value]) => /^id$|Id$/.test(name) && value !== undefined && !isId(value),
  )
}

type RefusedResult = { refused: string; reply?: FormReply; facts?: Record<string, unknown> }

function isRefused(result: unknown): result is RefusedResult {
  return typeof result === 'object' && result !== null && 'refused' in result
}

function isOnward(answer: unknown): answer is Onward {
  return typeof answer === 'object' && answer !== null && 'to' in answer && 'toast' in answer
}

function refusalOf(result: RefusedResult, form: FormData, refusals: unknown): Refusal {
  if (result.reply) return result.facts ? { ...result.reply, facts: result.facts } : result.reply
  if (result.refused === 'not-found') throw notFound()
  type Why = Refusal | ((refused: RefusedResult, form: FormData) => Refusal)
  const known = refusals as Record<string, Why> | Extract<Why, (...args: never) => unknown>
  const why = typeof known === 'function' ? known : known[result.refused]
  if (why === undefined) throw new Error(`an action has no words for ${result.refused}`)
  return typeof why === 'function' ? why(result, form) : why
}

type Answers = Pick<Steps<never, never, never>, 'refusedToast' | 'failed' | 'headers'>

function answerOf(done: Done, steps: Answers): ActionResponse {
  if (done instanceof Response) return done
  if (isOnward(done)) return redirectWithToast(done.to, done.toast, done.headers)
  return stay(steps, { reply: { errors: {}, values: {} }, ...done }, 200)
}

function stay({ headers }: Answers, shown: { reply: FormReply } & Shown, status: number) {
  const { reply, toast = null, facts } = shown
  const both = new Headers([...new Headers(headers), ...new Headers(shown.headers)])
  return data<ActionReply>({ reply, toast, ...facts }, { status, headers: both })
}

function refuse(form: FormData, why: Refusal, steps: Answers) {
  if (isOnward(why)) return redirectWithToast(why.to, why.toast, why.headers)
  const {
    toast,
    facts,
    headers = {},
    status = 422,
    ...sentences
  } = typeof why === 'string' ? { message: why } : why
  const reply = { ...refuseForm(form, {}), ...sentences }
  const shown = { reply, toast: toast ?? steps.refusedToast?.(reply) ?? null, headers }
  return stay(steps, facts ? { ...shown, facts } : shown, status)
}

type Thrown = Partial<ReturnType<typeof data>> | null

/** The guard's 403 for staff whose role does not include it, or no longer does. */
const isForbidden = (fault: unknown) =>
  typeof fault === 'object' && (fault as Thrown)?.init?.status === 403

/** The page stays, so that what was typed is kept. */
function forbidden(form: FormData, fault: unknown, steps: Answers) {
  if (!isForbidden(fault)) throw fault
  return stay(steps, { reply: refuseForm(form, { message: notIncluded }) }, 403)
}

const notIncluded = 'Your role does not include this. Nothing was saved.'
const tryLater = 'Please try again later.'

function fail(context: Context, form: FormData, fault: unknown, steps: Answers) {
  const failure = typeof steps.failed === 'function' ? steps.failed(form) : steps.failed
  const { to, message, facts, ...toastParts } =
    typeof failure === 'string' ? { title: failure } : failure
  const { text = tryLater } = toastParts
  const toast: Toast = { kind: 'error', ...toastParts, ...(message ? {} : { text }) }
  const reference = `Reference ${logFault(context, toast.title, fault)}`
  const after = (words: string) => `${words}${words.endsWith('.') ? '' : '.'} ${reference}`
  if (to) return redirectWithToast(to, { ...toast, text: after(text) })
  const sentence = message ?? toastParts.text ?? `${toast.title}. ${tryLater}`
  const reply = refuseForm(form, { message: after(sentence) })
  return stay(steps, facts ? { reply, toast, facts } : { reply, toast }, 500)
}
