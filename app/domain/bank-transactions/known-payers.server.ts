import { type SqlBool, sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { containingPattern, matching } from '../../platform/database/search.server.ts'
import { publish } from '../../platform/events.server.ts'
import { isId } from '../../values/id.ts'
import { shownPage } from '../../values/list-query.ts'
import type { BankTransaction } from './bank-transaction.ts'

type Payer = Pick<BankTransaction, 'payerName' | 'payerNumber' | 'phone'>

const columnsOf = ({ payerName, payerNumber, phone }: Payer) => ({
  payer_number: payerNumber ?? phone,
  payer_name: payerName,
})

/** Remembers who paid for an investor, as the statement has it. A payer without name and number is not learnt. */
export async function learnPayer(
  admin: AdminActor,
  payer: Payer,
  investorId: string,
): Promise<void> {
  const columns = columnsOf(payer)
  if (columns.payer_name === null && columns.payer_number === null) return
  await admin.tx
    .insertInto('known_payer')
    .values({ investor_id: investorId, learnt_by: admin.userId, ...columns })
    .onConflict((same) => same.doNothing())
    .execute()
}

/** Forgets a payer whose last match by a person on this investor was undone. */
export async function forgetUndonePayer(
  admin: AdminActor,
  payer: Payer,
  investorId: string,
): Promise<void> {
  const { payer_number, payer_name } = columnsOf(payer)
  await admin.tx
    .deleteFrom('known_payer')
    .where('investor_id', '=', investorId)
    .where('payer_number', 'is not distinct from', payer_number)
    .where('payer_name', 'is not distinct from', payer_name)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('allocation')
            .innerJoin('bank_transaction as other', 'other.id', 'allocation.bank_transaction_id')
            .innerJoin('ledger_entry as entry', 'entry.id', 'allocation.ledger_entry_id')
            .innerJoin('investment', 'investment.id', 'entry.investment_id')
            .select('allocation.id')
            .where('allocation.released_at', 'is', null)
            .where('allocation.automatic', 'is', null)
            .where('investment.investor_id', '=', investorId)
            .where('other.payer_name', 'is not distinct from', payer_name)
            .where(
              (row) => row.fn.coalesce('other.payer_number', 'other.phone'),
              'is not distinct from',
              payer_number,
            ),
        ),
      ),
    )
    .execute()
}

/** A payer whom a person matched to an investor. */
export type KnownPayerOfInvestor = {
  id: string
  payerNumber: string | null
  payerName: string | null
  investorId: string
  investor: string
  learntBy: string | null
  learntAt: Date
}

const pageSize = 50

/** Known payers, the latest first, by words of their name, their number or their investor; a page beyond the last shows the last. */
export async function listKnownPayers(
  { tx }: AdminActor,
  { q, page: wanted }: { q: string; page: number },
): Promise<{ payers: KnownPayerOfInvestor[]; total: number; page: number; pageSize: number }> {
  const found = () =>
    tx.selectFrom('known_payer').$if(q.trim() !== '', (payers) => payers.where(matchingPayers(q)))
  const { total } = await found()
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  const page = shownPage(wanted, total, pageSize)
  const ids = found()
    .select('known_payer.id')
    .orderBy('learnt_at', 'desc')
    .orderBy('known_payer.id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  const payers = await tx
    .selectFrom('known_payer')
    .innerJoin('investor', 'investor.id', 'known_payer.investor_id')
    .leftJoin('auth.sign_in_account as person', 'person.id', 'known_payer.learnt_by')
    .select(['known_payer.id', 'payer_number as payerNumber', 'payer_name as payerName'])
    .select(['investor_id as investorId', 'investor.full_name as investor'])
    .select(['person.name as learntBy', 'learnt_at as learntAt'])
    .where(sql<SqlBool>`known_payer.id = any(array(${ids}))`)
    .orderBy('learnt_at', 'desc')
    .orderBy('known_payer.id')
    .execute()
  return { payers, total, page, pageSize }
}

function matchingPayers(q: string) {
  const pattern = containingPattern(q.trim())
  return sql<SqlBool>`(known_payer.payer_name ilike ${pattern} or known_payer.payer_number like ${pattern}
    or known_payer.investor_id = any(array(select investor.id from investor
      where ${matching(q, ['investor.full_name', 'investor.email'])})))`
}

/** Forgets a payer, so that it is suggested no more. Publishes payer.forgotten. */
export async function forgetPayer(
  admin: AdminActor,
  payerId: string,
): Promise<{ forgotten: true } | { refused: 'not-found' }> {
  if (!isId(payerId)) return { refused: 'not-found' }
  const forgotten = await admin.tx
    .deleteFrom('known_payer')
    .where('id', '=', payerId)
    .returning('investor_id')
    .executeTakeFirst()
  if (!forgotten) return { refused: 'not-found' }
  await publish(admin, { kind: 'payer.forgotten', investorId: forgotten.investor_id })
  return { forgotten: true }
}
