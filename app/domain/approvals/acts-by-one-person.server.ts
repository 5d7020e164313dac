import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { shownPage } from '../../values/list-query.ts'
import type { Cents } from '../../values/money.ts'
import type { TwoPersonAct } from './approval.ts'

/** An act that needed two people and was done by one, because no one else could approve it. */
export type ActByOnePerson = {
  id: string
  act: TwoPersonAct
  amount: Cents | null
  doneAt: Date
  doneBy: string | null
  /** What it was about, where that has a page. */
  investment: { id: string; investor: string; project: string } | null
  project: string | null
  /** The name of the member of staff or the payment account it changed. */
  changed: string | null
}

const pageSize = 25

/**
 * Whether the acting person may do alone what needs two people, because no one else has been able to approve for a day. A
 * change of roles or status of `affected` is not theirs to approve.
 */
export async function mayActAlone(
  { tx, userId }: AdminActor,
  affected: string | null = null,
): Promise<boolean> {
  const { rows } = await sql<{
    alone: boolean
  }>`select may_act_alone(${userId}, ${affected}) as alone`.execute(tx)
  return rows[0]?.alone ?? false
}

/** The acts that one person did alone, the latest first; a page beyond the last shows the last. */
export async function actsByOnePerson({ tx }: AdminActor, page: number) {
  const found = tx.selectFrom('two_person_act as act').where('act.by_one_person', '=', true)
  const { total } = await found
    .select((row) => row.fn.countAll<bigint>().as('total'))
    .executeTakeFirstOrThrow()
  const shown = shownPage(page, Number(total), pageSize)
  const rows = await found
    .leftJoin('ledger_entry as entry', 'entry.id', 'act.ledger_entry_id')
    .leftJoin('investment', (join) =>
      join.on((row) =>
        row('investment.id', '=', row.fn.coalesce('entry.investment_id', 'act.investment_id')),
      ),
    )
    .leftJoin('investor', 'investor.id', 'investment.investor_id')
    .leftJoin('project', (join) =>
      join.on((row) =>
        row('project.id', '=', row.fn.coalesce('investment.project_id', 'act.project_id')),
      ),
    )
    .leftJoin('auth.sign_in_account as account', 'account.id', 'act.done_by')
    .leftJoin('auth.sign_in_account as person', (join) =>
      join
        .onRef('person.id', '=', 'act.subject_id')
        .on('act.act', 'in', ['staff', 'staff-sign-in']),
    )
    .leftJoin('payment_account', (join) =>
      join.onRef('payment_account.id', '=', 'act.subject_id').on('act.act', '=', 'payment-account'),
    )
    .select((row) => row.fn.coalesce('person.name', 'payment_account.name').as('changed'))
    .select(['act.id', 'act.act', 'act.amount_cents', 'act.done_at', 'account.name as done_by'])
    .select(['investment.id as investment_id', 'investor.full_name', 'project.name as project'])
    .orderBy('act.done_at', 'desc')
    .orderBy('act.id', 'desc')
    .limit(pageSize)
    .offset((shown - 1) * pageSize)
    .$narrowType<{ act: TwoPersonAct }>()
    .execute()
  const acts = rows.map(
    (row): ActByOnePerson => ({
      id: row.id,
      act: row.act,
      amount: row.amount_cents,
      doneAt: row.done_at,
      doneBy: row.done_by,
      investment: row.investment_id
        ? { id: row.investment_id, investor: row.full_name ?? '', project: row.project ?? '' }
        : null,
      project: row.project,
      changed: row.changed,
    }),
  )
  return { acts, total: Number(total), page: shown, pageSize }
}
