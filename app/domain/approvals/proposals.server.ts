import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import { isId } from '../../values/id.ts'
import { shownPage } from '../../values/list-query.ts'
import type { Cents } from '../../values/money.ts'
import type { OpenProposal, ProposalLine, ProposalState, TwoPersonAct } from './approval.ts'
import { decodeInput } from './command-input.ts'

/** `isOwnStatement`: a payment was matched by who uploaded the statement, which no approval makes good. */
export type UnapprovedActs = { lines: ProposalLine[]; isOwnStatement: boolean }

/**
 * What this transaction has done so far that needs a second person and that no one has approved. Acts that one person may
 * do alone are marked so. Call it last: the database asks the same question when the transaction commits.
 */
export async function actsWithoutApproval({ tx }: AdminActor): Promise<UnapprovedActs> {
  const { rows } = await sql<{
    act: TwoPersonAct
    subject_id: string | null
    investment_id: string | null
    project_id: string | null
    amount_cents: Cents | null
    limit_cents: Cents | null
    day_cents: Cents | null
    is_own_statement: boolean
  }>`select act, subject_id, investment_id, project_id, amount_cents, limit_cents, day_cents, is_own_statement
    from acts_without_approval()`.execute(tx)
  const lines = rows.map((row) => ({
    act: row.act,
    subjectId: row.subject_id,
    investmentId: row.investment_id,
    projectId: row.project_id,
    amount: row.amount_cents,
    limit: row.limit_cents,
    daySum: row.day_cents,
  }))
  return { lines, isOwnStatement: rows.some((row) => row.is_own_statement) }
}

export type ProposalDecided =
  | { decided: true }
  | {
      refused:
        | 'not-found'
        | 'already-decided'
        | 'expired'
        | 'not-allowed'
        | 'not-yours'
        | 'own'
        | 'about-you'
        | 'own-investor'
    }

type Decision = {
  proposalId: string
  state: 'approved' | 'declined' | 'withdrawn'
  reason?: string | null
}

/**
 * Approves, declines or withdraws a proposal, once. An approval holds for this transaction, in which the caller then runs the
 * command. The database refuses people who may not decide it. Publishes proposal.changed.
 */
export async function decideProposal(
  admin: AdminActor,
  { proposalId, state, reason = null }: Decision,
): Promise<ProposalDecided> {
  if (!isId(proposalId)) return { refused: 'not-found' }
  type Outcome = Extract<ProposalDecided, { refused: string }>['refused'] | 'decided'
  const { rows } = await sql<{ outcome: Outcome }>`
    select decide_proposal(${proposalId}, ${state}, ${reason}) as outcome`.execute(admin.tx)
  const outcome = rows[0]?.outcome ?? 'not-found'
  if (outcome !== 'decided') return { refused: outcome }
  await publish(admin, { kind: 'proposal.changed', proposalId })
  return { decided: true }
}

export type ListedProposal = {
  id: string
  title: string
  state: ProposalState
  /** `isActive`: whether the account may still sign in. */
  proposedBy: { id: string; name: string; isActive: boolean }
  /** Who took it over from a proposer who left. */
  handedTo: { id: string; name: string } | null
  proposedAt: Date
  expiresAt: Date
  decidedBy: string | null
  decidedAt: Date | null
  reason: string | null
}

const pageSize = 25

/** `open` waits for a decision; `decided` is the rest, the latest first. */
export async function listProposals(
  admin: AdminActor,
  { state, page }: { state: 'open' | 'decided'; page: number },
) {
  const isOpen = sql<boolean>`proposal.state = 'open' and proposal.expires_at > now()`
  const found = admin.tx
    .selectFrom('proposal')
    .where(state === 'open' ? isOpen : sql<boolean>`not (${isOpen})`)
  const { total } = await found
    .select((row) => row.fn.countAll<bigint>().as('total'))
    .executeTakeFirstOrThrow()
  const shown = shownPage(page, Number(total), pageSize)
  const order = state === 'open' ? 'asc' : 'desc'
  const rows = await withPeople(found)
    .orderBy('proposal.proposed_at', order)
    .orderBy('proposal.id', order)
    .limit(pageSize)
    .offset((shown - 1) * pageSize)
    .execute()
  return { proposals: rows.map(listed), total: Number(total), page: shown, pageSize }
}

const proposals = ({ tx }: AdminActor) => tx.selectFrom('proposal')

const withPeople = (query: ReturnType<typeof proposals>) =>
  query
    .leftJoin('auth.sign_in_account as proposer', 'proposer.id', 'proposal.proposed_by')
    .leftJoin('auth.sign_in_account as decider', 'decider.id', 'proposal.decided_by')
    .leftJoin('auth.sign_in_account as successor', 'successor.id', 'proposal.handed_to')
    .select(['proposal.id', 'proposal.title', 'proposal.proposed_by', 'proposal.proposed_at'])
    .select(['proposal.expires_at', 'proposal.decided_at', 'proposal.reason'])
    .select([
      'proposer.name as proposer_name',
      'proposer.status as proposer_status',
      'decider.name as decider_name',
    ])
    .select(['proposal.handed_to', 'successor.name as successor_name'])
    .select(
      sql<ProposalState>`case when proposal.state = 'open' and proposal.expires_at <= now() then 'expired'
        else proposal.state end`.as('state'),
    )

type ListedRow = Awaited<ReturnType<ReturnType<typeof withPeople>['execute']>>[number]

const listed = (row: ListedRow): ListedProposal => ({
  id: row.id,
  title: row.title,
  state: row.state,
  proposedBy: {
    id: row.proposed_by,
    name: row.proposer_name ?? '',
    isActive: row.proposer_status === 'active',
  },
  handedTo: row.handed_to === null ? null : { id: row.handed_to, name: row.successor_name ?? '' },
  proposedAt: row.proposed_at,
  expiresAt: row.expires_at,
  decidedBy: row.decider_name,
  decidedAt: row.decided_at,
  reason: row.reason,
})

export type Proposal = ListedProposal & {
  command: string
  input: unknown
  lines: ProposalLine[]
  /** Whether the acting person may approve it: as a second person, or alone because no one else can. */
  approval: 'second-person' | 'alone' | 'not-yet-alone' | null
}

/** A proposal with its command; null for an unknown id. */
export async function findProposal(
  admin: AdminActor,
  proposalId: string,
): Promise<Proposal | null> {
  if (!isId(proposalId)) return null
  const row = await withPeople(proposals(admin))
    .select(['proposal.command', 'proposal.input'])
    .where('proposal.id', '=', proposalId)
    .executeTakeFirst()
  if (!row) return null
  const lines = await admin.tx
    .selectFrom('proposal_line')
    .select(['act', 'subject_id as subjectId', 'investment_id as investmentId'])
    .select(['project_id as projectId', 'amount_cents as amount', 'limit_cents as limit'])
    .select('day_cents as daySum')
    .where('proposal_id', '=', proposalId)
    .orderBy('id')
    .$narrowType<{ act: TwoPersonAct }>()
    .execute()
  const affected = lines.find(({ act }) => act === 'staff')?.subjectId ?? null
  return {
    ...listed(row),
    command: row.command,
    input: decodeInput(row.input),
    lines,
    approval: (await isOnOwnInvestment(admin, proposalId))
      ? null
      : await approvalBy(admin, row.proposed_by, affected),
  }
}

/** A later proposal of the same command with the same input that waits or was approved; null without one. */
export async function proposedSince(
  { tx }: AdminActor,
  proposalId: string,
): Promise<OpenProposal | null> {
  const later = await tx
    .selectFrom('proposal as later')
    .innerJoin('proposal as earlier', (join) =>
      join
        .onRef('earlier.command', '=', 'later.command')
        .onRef('earlier.input', '=', 'later.input')
        .onRef('earlier.proposed_at', '<', 'later.proposed_at'),
    )
    .select(['later.id', 'later.title'])
    .where('earlier.id', '=', proposalId)
    .where(
      sql<boolean>`(later.state = 'approved' or later.state = 'open' and later.expires_at > now())`,
    )
    .orderBy('later.proposed_at', 'desc')
    .executeTakeFirst()
  return later ?? null
}

async function approvalBy(
  { tx, userId }: AdminActor,
  proposedBy: string,
  affected: string | null,
): Promise<Proposal['approval']> {
  const { rows } = await sql<{ approver: boolean; alone: boolean; others: boolean }>`
    select is_approver(${userId}) as approver, may_act_alone(${userId}, ${affected}) as alone,
      exists (select from auth.staff join auth.sign_in_account account on account.id = staff.user_id
        where staff.user_id <> ${userId} and staff.user_id is distinct from ${affected}
          and is_approver(staff.user_id)) as others`.execute(tx)
  const [row] = rows
  if (!row?.approver || affected === userId) return null
  if (proposedBy !== userId) return 'second-person'
  if (row.alone) return 'alone'
  return row.others ? null : 'not-yet-alone'
}

/** Whether it is about an investment of the acting person, who then does not decide it. */
async function isOnOwnInvestment({ tx }: AdminActor, proposalId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('proposal_line as line')
    .innerJoin('investment', 'investment.id', 'line.investment_id')
    .select('line.id')
    .where('line.proposal_id', '=', proposalId)
    .where(sql<boolean>`is_own_investor(investment.investor_id)`)
    .executeTakeFirst()
  return row !== undefined
}
