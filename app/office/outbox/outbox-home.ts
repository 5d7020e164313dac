export const outboxHome = '/admin-dashboard/outbox'
