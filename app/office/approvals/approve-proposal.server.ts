import {
  actsWithoutApproval,
  decideProposal,
  findProposal,
} from '../../domain/approvals/proposals.server.ts'
import { adminCommand, type Context } from '../../platform/session/session.server.ts'
import { runCommand } from './commands.server.ts'

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
