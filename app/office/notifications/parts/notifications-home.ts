/** Where the notifications are; their dialogs stand below it. */
export const notificationsHome = '/admin-dashboard/notifications'
