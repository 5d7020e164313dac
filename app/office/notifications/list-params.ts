import { notificationTypes } from '../../domain/notifications/notification.ts'
import { listQuery } from '../../values/list-query.ts'

export function parseListParams(url: URL) {
  return {
    ...listQuery(url),
    type: notificationTypes.find((known) => known === url.searchParams.get('type')) ?? null,
  }
}
