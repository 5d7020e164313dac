import {
  actsWithoutApproval,
  decideProposal,
  findProposal,
  proposedSince,
} from '../../domain/approvals/proposals.server.ts'
import { adminCommand, adminQuery, type Context } from '../../platform/session/session.server.ts'
import { approvable } from './approvable.server.ts'
import { type CommandName, type InputOf, runCommand } from './commands.server.ts'

/**
 * Approves a proposal and runs its command in the same transaction, recorded by who proposed it. Refused for what a decision
 * is refused for, and `not-now` for what the command is refused for; then the proposal stays open.
 */
export function approveProposal(context: Context, proposalId: string) {
  return adminCommand(context, async (admin) => {
    const proposal = await findProposal(admin, proposalId)
    if (!proposal) return { refused: 'not-found' as const }
    const decided = await decideProposal(admin, { proposalId, state: 'approved' })
    if ('refused' in decided) return decided
    const answer = await runCommand(admin, proposal.command, proposal.input)
    if ('refused' in answer) return { refused: 'not-now' as const, why: String(answer.refused) }
    const { lines } = await actsWithoutApproval(admin)
    if (lines.length > 0) return { refused: 'not-now' as const, why: 'limits' }
    return { title: proposal.title }
  })
}

/**
 * Sends the command of your own withdrawn or expired proposal again, as its form would: it waits again, or is carried out
 * where it no longer needs a second person. Refused as `again` for other proposals and those that were proposed again.
 */
export async function proposeAgain(context: Context, proposalId: string, to: string) {
  const proposal = await adminQuery(context, async (admin) => {
    const found = await findProposal(admin, proposalId)
    const owner = found?.handedTo ?? found?.proposedBy
    const isOver = found?.state === 'withdrawn' || found?.state === 'expired'
    const mayPropose = isOver && owner?.id === admin.userId
    return mayPropose && !(await proposedSince(admin, proposalId)) ? found : null
  })
  if (!proposal) return { refused: 'again' as const }
  const { command, input } = proposal
  const proposing = { command: command as CommandName, input: input as InputOf<CommandName>, to }
  const answer = await approvable(context, proposing, (admin) => runCommand(admin, command, input))
  return 'refused' in answer
    ? { refused: 'not-proposed' as const, why: String(answer.refused) }
    : { done: true as const }
}
