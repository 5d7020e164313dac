/** What a notification is about (W-36); it picks the icon. */
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

/** Who gets it (decisions §6). "Investors of a project" are those with an active or completed investment in it. */
export type NotificationAudience = 'all' | 'active' | 'project' | 'investor'

/** The two audiences that need no name (MNO-005); a project or a person is shown by its own. */
export const audienceLabels = { all: 'All Investors', active: 'Active Investors' } as const
