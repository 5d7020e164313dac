import { type SqlBool, sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import type { DifferingClaim } from './described-transaction.ts'

/** Who sent in the codes of transactions, by transaction, while their proofs wait. */
export type Claims = {
  /** Names of investors whose proof agrees with the transaction, or says no amount. */
  agreeing: ReadonlyMap<string, string[]>
  differing: ReadonlyMap<string, DifferingClaim[]>
}

/** The waiting proofs with the codes of these transactions; a charge has none. */
export async function claimsOn({ tx }: AdminActor, ids: readonly string[]): Promise<Claims> {
  const rows = await tx
    .selectFrom('bank_transaction as transaction')
    .innerJoin('payment_proof as proof', (join) =>
      join.on(
        sql<SqlBool>`proof.code in (upper(transaction.mpesa_code), upper(transaction.provider_number))`,
      ),
    )
    .innerJoin('investment', 'investment.id', 'proof.investment_id')
    .innerJoin('investor', 'investor.id', 'investment.investor_id')
    .select(['transaction.id', 'investor.full_name as investor', 'proof.minor', 'proof.currency'])
    .select(
      sql<boolean>`(proof.minor, proof.currency) = (transaction.minor, transaction.currency)`.as(
        'agrees',
      ),
    )
    .distinct()
    .where('transaction.id', 'in', ids)
    .where('transaction.leg', 'like', 'payment%')
    .where('proof.decision', 'is', null)
    .orderBy('investor.full_name')
    .execute()
  const claims = rows.map(({ id, investor, minor, currency, agrees }) => {
    const differs = agrees || minor === null || currency === null ? null : { minor, currency }
    return { id, investor, differs }
  })
  return {
    agreeing: byId(
      claims.flatMap(({ id, investor, differs }) => (differs ? [] : [[id, investor]])),
    ),
    differing: byId(
      claims.flatMap(({ id, investor, differs }) =>
        differs ? [[id, { investor, ...differs }]] : [],
      ),
    ),
  }
}

function byId<Claim>(rows: [id: string, claim: Claim][]): Map<string, Claim[]> {
  const grouped = Map.groupBy(rows, ([id]) => id)
  return new Map([...grouped].map(([id, found]) => [id, found.map(([, claim]) => claim)]))
}
