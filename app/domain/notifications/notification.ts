/** What a notification is about (W-36); it picks the icon. */
export type NotificationType = 'general' | 'project' | 'investment' | 'document' | 'alert'
