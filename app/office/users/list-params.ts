import {
  accountMarks,
  accountRoles,
  accountSorts,
  accountStatuses,
} from '../../domain/accounts/account.ts'
import { listQuery } from '../../values/list-query.ts'

export function parseListParams(url: URL) {
  const keywordOf = <Word extends string>(words: readonly Word[], name: string) =>
    words.find((word) => word === url.searchParams.get(name)) ?? null
  return {
    ...listQuery(url),
    role: keywordOf(accountRoles, 'role'),
    status: keywordOf(accountStatuses, 'status'),
    mark: keywordOf(accountMarks, 'mark'),
    sort: keywordOf(accountSorts, 'sort') ?? 'name',
  }
}
