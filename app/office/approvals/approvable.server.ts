import { actLabels, type ProposalLine, proposalDays } from '../../domain/approvals/approval.ts'
import { actsWithoutApproval } from '../../domain/approvals/proposals.server.ts'
import { isProposed, propose } from '../../domain/approvals/propose.server.ts'
import { redirectWithToast } from '../../platform/http/toast.server.ts'
import {
  type AdminWork,
  adminCommand,
  type Context,
} from '../../platform/session/session.server.ts'
import { counted } from '../../values/counted.ts'
import { formatAmount } from '../../values/money.ts'
import { type CommandName, describeCommand, type InputOf } from './commands.server.ts'

type Proposing<Name extends CommandName> = {
  command: Name
  input: InputOf<Name>
  /** The form's idempotency key, where it has one. */
  key?: string | undefined
}

/** A command that was not carried out and waits; `why` is a sentence. `isApproved`: sent again after its approval. */
export type Waiting = { proposalId: string; title: string; why: string; isApproved: boolean }

/**
 * Runs `work` like `adminCommand`. When the database says that what it did needs a second person, nothing of it is kept, and
 * the command becomes a proposal with which another person can run it.
 */
export async function adminCommandOrProposal<Name extends CommandName, Result>(
  context: Context,
  { command, input, key }: Proposing<Name>,
  work: AdminWork<Result>,
): Promise<{ result: Result } | { waiting: Waiting } | { refused: 'key-reused' }> {
  const found: { lines: ProposalLine[]; isProposed: boolean } = { lines: [], isProposed: false }
  const done = await adminCommand(context, async (admin) => {
    const result = await work(admin)
    if (isRefusal(result)) return { refused: 'by-command' as const, result }
    found.lines = (await actsWithoutApproval(admin)).lines
    // Its limit may have been raised since.
    found.isProposed = await isProposed(admin, { command, key })
    const mayRun = found.lines.length === 0 && !found.isProposed
    return mayRun ? { result } : { refused: 'needs-approval' as const, result }
  })
  const { lines } = found
  if (lines.length === 0 && !found.isProposed) return { result: done.result }
  return adminCommand(context, async (admin) => {
    const { title } = await describeCommand(admin, command, input)
    const proposal = { command, key, input, title: title.slice(0, 300), lines }
    const proposed = await propose(admin, proposal)
    if ('refused' in proposed) return proposed
    const { proposalId, isApproved = false } = proposed
    const why = isApproved
      ? 'It was already approved and was not carried out again.'
      : inShort(lines)
    return { waiting: { proposalId, title, why, isApproved } }
  })
}

const isRefusal = (result: unknown) =>
  typeof result === 'object' && result !== null && 'refused' in result

/** As `adminCommandOrProposal`; a proposal leads to `to` with a message. */
export async function approvable<Name extends CommandName, Result>(
  context: Context,
  { to, ...proposing }: Proposing<Name> & { to: string },
  work: AdminWork<Result>,
): Promise<Result> {
  const done = await adminCommandOrProposal(context, proposing, work)
  if ('result' in done) return done.result
  if ('refused' in done)
    throw redirectWithToast(to, {
      kind: 'warning',
      title: 'Not proposed',
      text: 'This form was sent before with other values. Look under Approvals, or open the form again.',
      seconds: 10,
    })
  const { title, why, isApproved } = done.waiting
  if (isApproved)
    throw redirectWithToast(to, {
      kind: 'info',
      title: 'Already approved',
      text: `${title}. ${why}`,
    })
  throw redirectWithToast(to, {
    kind: 'warning',
    title: 'Waiting for approval',
    text: `${title}. ${why} Another person must approve it under Approvals within ${proposalDays} days.`,
    seconds: 10,
  })
}

function inShort(lines: readonly ProposalLine[]): string {
  const [first = '', ...others] = approvalReasons(lines)
  if (first === '') return 'It was already proposed.'
  return others.length === 0 ? first : `${first} And ${counted(others.length, 'more reason')}.`
}

/** Why lines need a second person: a sentence for each, equal ones once. */
export function approvalReasons(lines: readonly ProposalLine[]): string[] {
  return [...new Set(lines.map(reasonOf))]
}

function reasonOf({ act, limit, daySum, amount }: ProposalLine): string {
  if (limit === null) return `${actLabels[act]}: a change always needs two people.`
  const above = `above the limit of ${formatAmount(limit, 'when-needed')}`
  if (daySum !== null && amount !== null && daySum > amount)
    return `${actLabels[act]}: together with others today, it comes to ${formatAmount(daySum, 'when-needed')}, ${above}.`
  const sum = amount === null ? '' : ` of ${formatAmount(amount, 'when-needed')},`
  return `${actLabels[act]}${sum} ${above}.`
}
