/**
 * How the invitation of a pending account stands. `sending` waits for its first try, `held` for
 * a mail server to be set up at all, `trying` was not taken and is tried
 * again, `undelivered` is given up; `none` was never sent one, as after an import;
 * `moved` was sent one at an address they have no more, whose change ended it.
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

/** An invitation in a list; `at` is when it was last sent, or asked for. */
export type InvitationStatus = { state: InvitationState; at: Date | null }
