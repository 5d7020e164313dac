import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import type { OpenProposal } from './approval.ts'

const openProposals = ({ tx }: AdminActor) =>
  tx
    .selectFrom('proposal')
    .select(['proposal.id', 'proposal.title'])
    .where('proposal.state', '=', 'open')
    .where('proposal.expires_at', '>', sql<Date>`now()`)
    .orderBy('proposal.proposed_at')
    .orderBy('proposal.id')

/** The open proposals about these bank transactions, the oldest first. */
export async function openProposalsOfTransactions(
  admin: AdminActor,
  ids: readonly string[],
): Promise<Map<string, OpenProposal[]>> {
  if (ids.length === 0) return new Map()
  const named = sql<string>`coalesce(input ->> 'transactionId', input ->> 'reversalId')`
  const rows = await openProposals(admin)
    .select(named.as('transactionId'))
    .where(named, 'in', ids)
    .execute()
  const grouped = Map.groupBy(rows, ({ transactionId }) => transactionId)
  return new Map(
    [...grouped].map(([id, found]) => [id, found.map(({ id, title }) => ({ id, title }))]),
  )
}

/** The open proposals that would import this file, the oldest first. */
export function openProposalsOfImport(
  admin: AdminActor,
  importId: string,
): Promise<OpenProposal[]> {
  return openProposals(admin)
    .where('proposal.command', '=', 'confirm-import')
    .where(sql<string>`input ->> 'importId'`, '=', importId)
    .execute()
}

/** The open proposals that would book something on an investment, the oldest first. */
export function openProposalsOfInvestment(
  admin: AdminActor,
  investmentId: string,
): Promise<OpenProposal[]> {
  return openProposals(admin)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('proposal_line as line')
          .select('line.id')
          .whereRef('line.proposal_id', '=', 'proposal.id')
          .where('line.investment_id', '=', investmentId),
      ),
    )
    .execute()
}

/** How many proposals wait for this person: those of others that they may approve, not about themselves. */
export async function countWaiting({ tx }: AdminActor): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`select waiting_proposals() as waiting`.execute(tx)
  return rows[0]?.waiting ?? 0
}
