/** Where the outbox stands. */
export const outboxHome = '/admin-dashboard/outbox'
