export const accountMailTemplates = [
  'recovery',
  'confirmation',
  'email-changed',
  'password-set',
  'role-changed',
  'second-factor-reset',
  'link-made',
  'password-changed',
  'second-factor-on',
  'second-factor-off',
  'recovery-codes-renewed',
  'passkey-added',
  'passkey-removed',
  'new-device',
] as const

/** Emails without an account: about inquiries, and to the team about requests. */
export const accountlessMailTemplates = [
  'inquiry',
  'acknowledgement',
  'interest-code',
  'waiting-list-confirm',
  'waiting-list-free',
  'request-received',
  'request-withdrawn',
] as const

export const requestMailTemplates = [
  'request-sent',
  'request-approved',
  'request-declined',
  'request-expired',
] as const

export const investmentMailTemplates = ['investment-cancelled', 'investment-resumed'] as const

export const correctionMailTemplates = ['entry-voided', 'refund-recorded'] as const

export const mailTemplates = [
  'invitation',
  'receipt',
  'payment-reminder',
  'notification',
  ...correctionMailTemplates,
  ...investmentMailTemplates,
  ...requestMailTemplates,
  ...accountMailTemplates,
  ...accountlessMailTemplates,
] as const
export type MailTemplate = (typeof mailTemplates)[number]

export const mailTemplateLabels: Record<MailTemplate, string> = {
  invitation: 'Invitation',
  receipt: 'Payment receipt',
  'payment-reminder': 'Payment reminder',
  'entry-voided': 'Entry voided',
  'refund-recorded': 'Refund',
  'investment-cancelled': 'Investment cancelled',
  'investment-resumed': 'Investment resumed',
  notification: 'Notification',
  'request-sent': 'Investment request',
  'request-approved': 'Request approved',
  'request-declined': 'Request declined',
  'request-expired': 'Request expired',
  recovery: 'Password reset',
  confirmation: 'Address confirmation',
  'email-changed': 'Address changed',
  'password-set': 'Password set by an administrator',
  'role-changed': 'Role changed',
  'second-factor-reset': 'Second factor turned off by an administrator',
  'link-made': 'Link copied',
  'password-changed': 'Password changed',
  'second-factor-on': 'Second factor turned on',
  'second-factor-off': 'Second factor turned off',
  'recovery-codes-renewed': 'New recovery codes',
  'passkey-added': 'Passkey added',
  'passkey-removed': 'Passkey removed',
  'new-device': 'Sign-in on a new device',
  inquiry: 'New inquiry',
  'request-received': 'New investment request',
  'request-withdrawn': 'Request withdrawn',
  acknowledgement: 'We received your message',
  'interest-code': 'Code of a guest who would like to invest',
  'waiting-list-confirm': 'Link to join a waiting list',
  'waiting-list-free': 'Waiting list: something is available',
}

/** Whether an email carries a link to an account. */
export function carriesLink(
  template: MailTemplate,
): template is 'invitation' | 'recovery' | 'confirmation' {
  return template === 'invitation' || template === 'recovery' || template === 'confirmation'
}

/** `retrying` has failed before, `waiting` was not tried, `withdrawn` became pointless before sending. */
export const mailStates = ['failed', 'retrying', 'waiting', 'sent', 'withdrawn'] as const
export type MailState = (typeof mailStates)[number]

export const mailStateLabels: Record<MailState, string> = {
  failed: 'Not delivered',
  retrying: 'Trying again',
  waiting: 'Waiting',
  sent: 'Sent',
  withdrawn: 'Withdrawn',
}

/** The text shown where the outbox stores no address. */
export function unknownAddress({
  template,
  state,
}: {
  template: MailTemplate
  state: MailState
}): string {
  if (template === 'email-changed') return 'their former address'
  return state === 'sent' ? 'their address at that time' : 'an address that is not set'
}
