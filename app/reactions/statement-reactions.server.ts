import type { ReissueScope } from '../domain/statements/issue-statement.server.ts'
import type { Actor } from '../platform/database/database.server.ts'
import { type Reaction, reaction } from '../platform/events.server.ts'
import { enqueue } from '../platform/jobs/jobs.server.ts'

/** Ledger changes, distributions and cancellations reissue statements; a new one updates open pages. */
export const statementReactions: Reaction[] = [
  reaction(
    [
      'payment.recorded',
      'refund.recorded',
      'adjustment.recorded',
      'entry.voided',
      'investment.cancelled',
      'investment.resumed',
    ],
    {
      read: (actor, { investorId }) => hasStatements(actor, { investorId }),
      write: async (actor, { investorId }, isStated) => {
        if (isStated) await enqueue(actor, 'restate-statements', { investorId })
      },
    },
  ),

  reaction(['distribution.sent', 'distribution.voided'], {
    read: (actor, { projectId }) => hasStatements(actor, { projectId }),
    write: async (actor, { projectId }, isStated) => {
      if (isStated) await enqueue(actor, 'restate-statements', { projectId })
    },
  }),

  reaction(['statement.issued'], {
    topics: ({ investorId }) => [`investor:${investorId}`, 'admin'],
  }),
]

async function hasStatements(actor: Actor, whose: ReissueScope): Promise<boolean> {
  const found = await actor.tx
    .selectFrom('statement')
    .select('statement.id')
    .$if('investorId' in whose, (rows) =>
      rows.where('statement.investor_id', '=', 'investorId' in whose ? whose.investorId : null),
    )
    .$if('projectId' in whose, (rows) =>
      rows.where((row) =>
        row.exists(
          row
            .selectFrom('investment')
            .select('investment.id')
            .whereRef('investment.investor_id', '=', 'statement.investor_id')
            .where('investment.project_id', '=', 'projectId' in whose ? whose.projectId : null),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
