import type { NotificationInFull } from '../../../domain/notifications/notifications.server.ts'
import type { NotificationText } from '../parts/notification-fields.tsx'

export function textOf({
  title,
  message,
  audience,
  project,
  investor,
}: NotificationInFull): NotificationText {
  return { title, message, recipients: project?.id ?? audience, investorId: investor?.id ?? '' }
}

const labels: Record<string, string> = {
  title: 'Notification Title',
  message: 'Message',
  recipients: 'Recipients',
}

export function labelOf(name: string): string {
  return labels[name] ?? name
}
