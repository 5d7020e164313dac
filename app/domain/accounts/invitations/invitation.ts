/**
 * `held` waits for a mail server to be configured, `trying` is being retried, `undelivered` has
 * failed for good, `none` was never sent (imported), `moved` went to a former address.
 */
export const invitationStates = [
  'none',
  'sending',
  'held',
  'trying',
  'undelivered',
  'sent',
  'expired',
  'moved',
  'withdrawn',
] as const
export type InvitationState = (typeof invitationStates)[number]

/** `at` is when it was last sent or requested. */
export type InvitationStatus = { state: InvitationState; at: Date | null }
