import { notificationTypes } from '../../domain/notifications/notification.ts'
import { listQuery } from '../../values/list-query.ts'

/** What the address asks of Manage Notifications, the list and its file. */
export function parseListParams(url: URL) {
  return {
    ...listQuery(url),
    type: notificationTypes.find((one) => one === url.searchParams.get('type')) ?? null,
  }
}
