export type NotificationType = 'general' | 'project' | 'investment' | 'document' | 'alert'

export const notificationTypes = [
  'general',
  'project',
  'investment',
  'document',
  'alert',
] as const satisfies NotificationType[]
export const notificationTypeLabels: Record<NotificationType, string> = {
  general: 'General',
  project: 'Project',
  investment: 'Investment',
  document: 'Document',
  alert: 'Alert',
}

/** Investors of a project have an active or completed investment in it. */
export type NotificationAudience = 'all' | 'active' | 'project' | 'investor'

export const audienceLabels = { all: 'All Investors', active: 'Active Investors' } as const

/** Counting stops here, because a page shows twelve notifications with possibly huge audiences. */
export const mostCopies = 2000

/** Read and total copies as far as they are counted: *12 of 40*, *2,000+ of 2,000+*. */
export function readOfAll({ copies, readCopies }: { copies: number; readCopies: number }): string {
  const counted = (count: number) => (count > mostCopies ? '2,000+' : String(count))
  return `${counted(readCopies)} of ${counted(copies)}`
}
