import {
  accountMarks,
  accountRoles,
  accountSorts,
  accountStatuses,
} from '../../domain/accounts/account.ts'
import { listQuery } from '../../values/list-query.ts'

export function parseListParams(url: URL) {
  const asked = <Word extends string>(words: readonly Word[], name: string) =>
    words.find((word) => word === url.searchParams.get(name)) ?? null
  return {
    ...listQuery(url),
    role: asked(accountRoles, 'role'),
    status: asked(accountStatuses, 'status'),
    mark: asked(accountMarks, 'mark'),
    sort: asked(accountSorts, 'sort') ?? 'name',
  }
}
