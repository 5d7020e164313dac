import type { TransactionMatched } from '../../../domain/bank-transactions/match-transaction.server.ts'
import type { ActionReply } from '../../../platform/http/form-action.server.ts'

type Same = Extract<TransactionMatched, { refused: 'same-reference' }>['same']
/** The payment that has this number already. */
export type MatchReply = ActionReply<{ same: Same }>
