/** What a notification is about; it picks the icon. */
export type NotificationType = 'general' | 'project' | 'investment' | 'document' | 'alert'

/** Every type there is, in the order of a filter, with its word. */
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

/** Who gets it. "Investors of a project" are those with an active or completed investment in it. */
export type NotificationAudience = 'all' | 'active' | 'project' | 'investor'

/** The two audiences that need no name; a project or a person is shown by its own. */
export const audienceLabels = { all: 'All Investors', active: 'Active Investors' } as const

/** Copies of a notification are counted so far and no further: twelve are on a page, each for as many as there are investors. */
export const mostCopies = 2000

/** How many have read of how many, as far as they are counted: *12 of 40*, *2,000+ of 2,000+*. */
export function readOfAll({ copies, readCopies }: { copies: number; readCopies: number }): string {
  const counted = (count: number) => (count > mostCopies ? '2,000+' : String(count))
  return `${counted(readCopies)} of ${counted(copies)}`
}
