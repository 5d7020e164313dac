import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type {
  AdminActor,
  InvestorActor,
  WorkerActor,
} from '../../platform/database/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import { leaveToLatest } from '../../platform/jobs/jobs.server.ts'
import { lastEndedPeriod, type StatementPeriod } from './statement-period.ts'

/** `isNew` is false for an identical current statement. */
export type StatementIssued =
  | { statementId: string; isNew: boolean }
  | { refused: 'not-begun' | 'nothing-received' }

/**
 * Issues a statement up to the period's end or today. An identical current one is returned,
 * otherwise replaced. Refused before the first entry. Publishes statement.issued.
 */
export async function issueStatement(
  actor: InvestorActor | AdminActor | WorkerActor,
  investorId: string,
  { from, to }: Pick<StatementPeriod, 'from' | 'to'>,
): Promise<StatementIssued> {
  if (from > clock.today()) return { refused: 'not-begun' }
  const { rows } = await sql<{ statement_id: string; is_new: boolean }>`select statement_id, is_new
    from issue_statement(${investorId}, ${from}, ${to}, null, ${clock.now()})`.execute(actor.tx)
  const [row] = rows
  if (!row) return { refused: 'nothing-received' }
  const { statement_id: statementId, is_new: isNew } = row
  if (isNew) await publish(actor, { kind: 'statement.issued', statementId, investorId })
  return { statementId, isNew }
}

type WorkerCommand = <Result>(work: (worker: WorkerActor) => Promise<Result>) => Promise<Result>

const atOnce = 50

/**
 * Issues missing statements of the last quarter and year, then reissues changed ones. One
 * transaction per investor; an interrupted run continues the next night.
 */
export async function issueEndedStatements(workerCommand: WorkerCommand): Promise<void> {
  for (const period of lastEndedPeriod(clock.today())) {
    for (
      let due = await workerCommand((worker) => withoutStatement(worker, period));
      due.length > 0;
    ) {
      for (const investorId of due)
        await workerCommand((worker) => issueStatement(worker, investorId, period))
      due = await workerCommand((worker) => withoutStatement(worker, period))
    }
  }
  const touched = await workerCommand(lateEntries)
  for (const investorId of touched) await workerCommand((worker) => restate(worker, investorId))
}

async function withoutStatement(
  worker: WorkerActor,
  { from, to }: StatementPeriod,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select i.id from investor i
    where exists (select from investment v join ledger_entry e on e.investment_id = v.id
        where v.investor_id = i.id and e.dated_on <= ${to})
      and not exists (select from statement s where s.investor_id = i.id
        and s.from_on = ${from} and s.to_on = ${to} and s.through_on = ${to})
    order by i.id limit ${atOnce}`.execute(worker.tx)
  return rows.map(({ id }) => id)
}

async function lateEntries(worker: WorkerActor): Promise<string[]> {
  const since = new Date(clock.now().getTime() - 2 * 24 * 3_600_000)
  const { rows } = await sql<{ id: string }>`select distinct v.investor_id as id from ledger_entry e
    join investment v on v.id = e.investment_id
    where e.recorded_at > ${since} and exists (select from statement s
      where s.investor_id = v.investor_id and s.through_on >= e.dated_on)`.execute(worker.tx)
  return rows.map(({ id }) => id)
}

/** Reissues every statement of an investor that has changed. Publishes each. */
async function restate(worker: WorkerActor, investorId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`select statement_id as id
    from restate(${investorId}, ${clock.now()})`.execute(worker.tx)
  for (const { id: statementId } of rows)
    await publish(worker, { kind: 'statement.issued', statementId, investorId })
}

/** One investor, or all with an investment in a project. */
export type ReissueScope = { investorId: string } | { projectId: string }

/** Reissues changed statements, in one transaction per investor. @internal */
export async function reissueStatements(
  whose: ReissueScope,
  workerCommand: WorkerCommand,
): Promise<void> {
  const investorIds =
    'investorId' in whose
      ? [whose.investorId]
      : await workerCommand((worker) => stated(worker, whose))
  for (const investorId of investorIds) await workerCommand((worker) => restate(worker, investorId))
}

/** Like `reissueStatements`, unless a later job waits: a burst of payments issues one statement a period. */
export async function reissueAfterBurst(
  whose: ReissueScope,
  workerCommand: WorkerCommand,
): Promise<void> {
  const isLeft = await workerCommand((worker) => leaveToLatest(worker, 'restate-statements', whose))
  if (!isLeft) await reissueStatements(whose, workerCommand)
}

async function stated(
  worker: WorkerActor,
  { projectId }: { projectId: string },
): Promise<string[]> {
  const rows = await worker.tx
    .selectFrom('statement')
    .innerJoin('investment', 'investment.investor_id', 'statement.investor_id')
    .select('statement.investor_id')
    .distinct()
    .where('investment.project_id', '=', projectId)
    .execute()
  return rows.map((row) => row.investor_id)
}
