import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { openProposalsOfTransactions } from '../../domain/approvals/open-proposals.server.ts'
import { claimsOn } from '../../domain/bank-transactions/claims.server.ts'
import { reopenTransaction } from '../../domain/bank-transactions/decide-transaction.server.ts'
import { hasWrongCodeDay } from '../../domain/bank-transactions/described-transaction.ts'
import { findTransaction } from '../../domain/bank-transactions/find-transaction.server.ts'
import { linkEntry } from '../../domain/bank-transactions/link-entry.server.ts'
import {
  type MatchInput,
  matchTransaction,
} from '../../domain/bank-transactions/match-transaction.server.ts'
import { undoMatch } from '../../domain/bank-transactions/undo-match.server.ts'
import { formAction } from '../../platform/http/form-action.server.ts'
import { adminCommand, type Context, requireAdmin } from '../../platform/session/session.server.ts'
import { counted } from '../../values/counted.ts'
import { type ParsedForm, refuseForm } from '../../values/form.ts'
import type { Toast } from '../../values/toast.ts'
import { adminCommandOrProposal } from '../approvals/approvable.server.ts'
import { receiptNames } from './receipt-names.ts'
import { refusalWords, type TransactionRefused } from './refusal-words.ts'
import { matchedByMistake } from './transaction-schema.ts'

/** What one button of the list does: a transaction, and for a proposal its kind and what it names. */
const ActSchema = z.object({
  key: z.uuid().catch(() => randomUUID()),
  act: z.enum(['investment', 'entry', 'undo', 'reopen']),
  transactionId: z.uuid(),
  targetId: z.uuid().nullable(),
})
type Act = z.output<typeof ActSchema>

const mostAtOnce = 100

/** Reads the acts of a form. Several selected proposals come as `chosen`, each `transaction kind target`. */
function parseActs(form: FormData): ParsedForm<Act[]> {
  const chosen = form.getAll('chosen').slice(0, mostAtOnce).map(String)
  const read = (fields: Record<string, unknown>) => ActSchema.safeParse(fields)
  const acts =
    form.get('act') === 'selected'
      ? chosen.map((text) => {
          const [transactionId, act, targetId] = text.split(' ')
          return read({ key: randomUUID(), act, transactionId, targetId: targetId ?? null })
        })
      : [
          read({
            key: form.get('key'),
            act: form.get('act'),
            transactionId: form.get('transactionId'),
            targetId: form.get('targetId') || null,
          }),
        ]
  const wellRead = acts.flatMap((act) => (act.success ? [act.data] : []))
  if (wellRead.length === 0 || wellRead.length < acts.length)
    return { ok: false, reply: refuseForm(form, { message: 'Select at least one suggestion.' }) }
  return { ok: true, value: wellRead }
}

/** One outcome: what was done, what waits for a second person, or why not. */
type Outcome = { id: string } & ({ done: string } | { waits: string } | { refused: string })

type Acted = { outcomes: Outcome[] } | { refused: 'nothing-done'; outcomes: Outcome[] }

/** Does each act in its own transaction, so that one refusal leaves the others. */
export function actOnTransactions(args: Parameters<typeof formAction>[0] & { context: Context }) {
  return formAction(args, {
    guard: requireAdmin,
    parse: parseActs,
    run: async ({ value }): Promise<Acted> => {
      const outcomes: Outcome[] = []
      for (const act of value) outcomes.push(await outcomeOf(args.context, act))
      return outcomes.some((outcome) => !('refused' in outcome))
        ? { outcomes }
        : { refused: 'nothing-done', outcomes }
    },
    refusals: ({ outcomes }) => {
      const [first] = refusedOf(outcomes)
      const title = outcomes.length === 1 ? 'Not changed' : 'Nothing was matched'
      return {
        message: first?.refused ?? title,
        toast: { kind: 'error', title, text: first?.refused ?? '', seconds: 8 },
        facts: { refused: refusedOf(outcomes) },
      }
    },
    done: ({ outcomes }) => ({ toast: toastOf(outcomes), facts: { refused: refusedOf(outcomes) } }),
    failed: 'The transaction was not changed',
  })
}

const refusedOf = (outcomes: Outcome[]) =>
  outcomes.flatMap((outcome) => ('refused' in outcome ? [outcome] : []))

function toastOf(outcomes: Outcome[]): Toast {
  const done = outcomes.flatMap((outcome) => ('done' in outcome ? [outcome.done] : []))
  const waiting = outcomes.flatMap((outcome) => ('waits' in outcome ? [outcome.waits] : []))
  if (outcomes.length === 1 && waiting.length === 1)
    return { kind: 'warning', title: 'Waiting for approval', text: waiting[0] ?? '', seconds: 10 }
  if (outcomes.length === 1) return { kind: 'success', title: done[0] ?? '' }
  const left = outcomes.length - done.length - waiting.length
  const text = [
    ...(waiting.length > 0
      ? [`${waiting.length} waiting for another person under Approvals.`]
      : []),
    ...(left > 0 ? [`${left} not matched. See their lines for the reason.`] : []),
  ].join(' ')
  return {
    kind: text === '' ? 'success' : 'warning',
    title: `${counted(done.length, 'transaction')} matched`,
    ...(text === '' ? {} : { text }),
  }
}

async function outcomeOf(context: Context, act: Act): Promise<Outcome> {
  const { transactionId: id } = act
  const done = await perform(context, act)
  if ('waiting' in done) return { id, waits: `${done.waiting.title}. ${done.waiting.why}` }
  const answer = 'refused' in done ? done : done.result
  return 'refused' in answer ? { id, refused: refusalWords(answer) } : { id, done: answer.done }
}

type Admin = Parameters<typeof matchTransaction>[0]
type Performed = { done: string } | TransactionRefused

function perform(context: Context, { key, act, transactionId, targetId }: Act) {
  if (act === 'undo') {
    const input = { key, transactionId, reason: matchedByMistake }
    const proposing = { command: 'undo-match' as const, input, key }
    return adminCommandOrProposal(context, proposing, async (admin): Promise<Performed> => {
      if (await waits(admin, transactionId)) return { refused: 'waits' }
      if (await hasSeveralParts(admin, transactionId)) return { refused: 'several-parts' }
      const answer = await undoMatch(admin, input)
      return 'refused' in answer ? answer : { done: 'Match undone' }
    })
  }
  if (act === 'investment' && targetId !== null) {
    const parts = [{ investmentId: targetId, minor: null }]
    const input = { key, transactionId, parts }
    const proposing = { command: 'match-transaction' as const, input, key }
    return adminCommandOrProposal(context, proposing, (admin) => match(admin, input))
  }
  return adminCommand(context, async (admin) => {
    const result = await reopenOrLink(admin, { act, transactionId, targetId })
    return 'refused' in result ? { refused: result.refused, result } : { result }
  })
}

async function reopenOrLink(
  admin: Admin,
  { act, transactionId, targetId }: Omit<Act, 'key'>,
): Promise<Performed> {
  if (act === 'reopen') {
    const answer = await reopenTransaction(admin, { transactionId, reason: null })
    return 'refused' in answer ? answer : { done: 'Transaction reopened' }
  }
  if (targetId === null) return { refused: 'not-found' }
  const answer = await linkEntry(admin, { transactionId, entryId: targetId })
  return 'refused' in answer ? answer : { done: 'Transaction matched' }
}

const waits = async (admin: Admin, transactionId: string): Promise<boolean> =>
  (await openProposalsOfTransactions(admin, [transactionId])).size > 0

/** With several payments the dialog names each receipt before they are voided. */
const hasSeveralParts = async ({ tx }: Admin, transactionId: string): Promise<boolean> =>
  (
    await tx
      .selectFrom('allocation')
      .select('id')
      .where('bank_transaction_id', '=', transactionId)
      .where('released_at', 'is', null)
      .limit(2)
      .execute()
  ).length > 1

/** Whether a part is for an investment of another investor. */
async function isOfOther({ tx }: Admin, { parts }: MatchInput, investorId: string) {
  const ids = parts.map((part) => part.investmentId)
  const investments = tx.selectFrom('investment').select('id').where('id', 'in', ids)
  return (await investments.where('investor_id', '<>', investorId).execute()).length > 0
}

async function match(admin: Admin, input: MatchInput): Promise<Performed> {
  const before = await findTransaction(admin, input.transactionId)
  if (before && hasWrongCodeDay(before)) return { refused: 'code-day' }
  const { differing } = await claimsOn(admin, [input.transactionId])
  if (differing.size > 0) return { refused: 'other-amount' }
  if (await waits(admin, input.transactionId)) return { refused: 'waits' }
  if (before?.heldForId && (await isOfOther(admin, input, before.heldForId)))
    return { refused: 'held-for-other' }
  const answer = await matchTransaction(admin, input)
  if ('refused' in answer) return answer
  const payer = before?.payerName ? ` of ${before.payerName}` : ''
  const held = answer.isRestHeld ? ' The rest is held for the investor.' : ''
  return { done: `Payment${payer} matched, ${receiptNames(answer.receipts)}.${held}` }
}
