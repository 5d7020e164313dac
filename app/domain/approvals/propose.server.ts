import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import type { ProposalLine } from './approval.ts'
import { encodeInput } from './command-input.ts'

/** Whether this command of the acting person waits with this key, or was approved with it. */
export async function isProposed(
  { tx, userId }: AdminActor,
  { command, key }: Pick<NewProposal, 'command' | 'key'>,
): Promise<boolean> {
  if (userId === null || key === undefined) return false
  const found = await tx
    .selectFrom('proposal')
    .select('id')
    .where((row) => row.and({ proposed_by: userId, command, key }))
    .where(sql<boolean>`(state = 'approved' or state = 'open' and expires_at > now())`)
    .executeTakeFirst()
  return found !== undefined
}

type NewProposal = {
  command: string
  /** The form's; without one, an equal command of the person waits once. */
  key?: string | undefined
  input: object
  title: string
  lines: readonly ProposalLine[]
}

/**
 * Keeps a command until another person approves it. The same command and key of one person wait once; after they were
 * declined, withdrawn or expired, the command waits again. `isApproved`: it was approved before, and nothing waits.
 * Refused as key-reused with another input than that of the key. Publishes proposal.changed.
 */
export async function propose(
  admin: AdminActor,
  proposal: NewProposal,
): Promise<{ proposalId: string; isApproved?: true } | { refused: 'key-reused' }> {
  const { userId } = admin
  const { command, key = randomUUID(), input, title, lines } = proposal
  if (userId === null) throw new Error('a command without an account needs no approval')
  const equal = proposal.key === undefined ? await equalProposal(admin, proposal) : undefined
  if (equal) return { proposalId: equal.id }
  const added = await admin.tx
    .insertInto('proposal')
    .values({ command, key, input: encodeInput(input), title, proposed_by: userId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) {
    const earlier = await admin.tx
      .selectFrom('proposal')
      .select(['id', 'state', sql<boolean>`state = 'open' and expires_at > now()`.as('waits')])
      .select(sql<boolean>`input = ${encodeInput(input)}::jsonb`.as('isSame'))
      .where((row) => row.and({ proposed_by: userId, command, key }))
      .executeTakeFirstOrThrow()
    if (!earlier.isSame && (earlier.waits || earlier.state === 'approved'))
      return { refused: 'key-reused' }
    if (earlier.state === 'approved') return { proposalId: earlier.id, isApproved: true }
    return earlier.waits
      ? { proposalId: earlier.id }
      : propose(admin, { ...proposal, key: randomUUID() })
  }
  const rows = lines.map((line) => ({
    proposal_id: added.id,
    act: line.act,
    subject_id: line.subjectId,
    investment_id: line.investmentId,
    project_id: line.projectId,
    amount_cents: line.amount,
    limit_cents: line.limit,
    day_cents: line.daySum,
  }))
  await admin.tx.insertInto('proposal_line').values(rows).execute()
  await publish(admin, { kind: 'proposal.changed', proposalId: added.id })
  return { proposalId: added.id }
}

/** Of equal commands in one moment one waits, because each looks under the same lock. */
async function equalProposal(
  { tx, userId }: AdminActor,
  { command, input }: NewProposal,
): Promise<{ id: string } | undefined> {
  const encoded = encodeInput(input)
  await sql`select pg_advisory_xact_lock(hashtext(${`proposal:${userId}:${command}`}))`.execute(tx)
  return tx
    .selectFrom('proposal')
    .select('id')
    .where((row) => row.and({ proposed_by: userId ?? '', command, state: 'open' }))
    .where(sql<boolean>`expires_at > now() and input = ${encoded}::jsonb`)
    .executeTakeFirst()
}
