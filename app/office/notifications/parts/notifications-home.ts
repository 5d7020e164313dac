export const notificationsHome = '/admin-dashboard/notifications'
