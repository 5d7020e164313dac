import { isId } from '../../values/id.ts'
import { listQuery } from '../../values/list-query.ts'
import { type TransactionState, transactionStates } from './bank-transaction.ts'

/** The filters of the list; null narrows nothing. `automatic` leaves what was matched without a person in the last day. */
export type TransactionSearch = {
  q: string
  state: TransactionState | null
  accountId: string | null
  statementFileId: string | null
  automatic: boolean
  page: number
}

/** The filters in an address; unknown values narrow nothing. */
export function transactionSearch(url: URL): TransactionSearch {
  const { searchParams: params } = url
  const idIn = (name: string) => {
    const id = params.get(name)
    return id !== null && isId(id) ? id : null
  }
  return {
    ...listQuery(url),
    state: transactionStates.find((state) => state === params.get('state')) ?? null,
    accountId: idIn('account'),
    statementFileId: idIn('statement'),
    automatic: params.get('state') === 'automatic',
  }
}
