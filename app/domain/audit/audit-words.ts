/** The log's subjects with their labels and filter kinds. */
export const subjectLabels = {
  investment: { word: 'investment', kind: 'money' },
  investment_request: { word: 'investment request', kind: 'money' },
  ledger_entry: { word: 'ledger entry', kind: 'money' },
  payment_plan: { word: 'payment plan', kind: 'money' },
  plan_template: { word: 'payment plan template', kind: 'content' },
  receipt: { word: 'receipt', kind: 'money' },
  statement: { word: 'statement', kind: 'money' },
  distribution: { word: 'distribution', kind: 'money' },
  proposal: { word: 'proposal for approval', kind: 'money' },
  two_person_act: { word: 'action that needs two people', kind: 'money' },
  approval_limit: { word: 'approval limit', kind: 'settings' },
  distribution_sending: { word: 'distribution payout', kind: 'money' },
  distribution_void: { word: 'void of a distribution', kind: 'money' },
  statement_file: { word: 'bank statement', kind: 'money' },
  withdrawn_statement: { word: 'withdrawn bank statement', kind: 'money' },
  bank_transaction: { word: 'bank transaction', kind: 'money' },
  bank_transaction_decision: { word: 'decision on a bank transaction', kind: 'money' },
  allocation: { word: 'match of a bank transaction', kind: 'money' },
  payment_proof: { word: 'proof of payment', kind: 'money' },
  known_payer: { word: 'known payer', kind: 'people' },
  receivable: { word: 'receivables', kind: 'money' },
  contact_note: { word: 'contact note', kind: 'people' },
  user: { word: 'account', kind: 'people' },
  account: { word: 'password', kind: 'people' },
  twoFactor: { word: 'second factor', kind: 'people' },
  passkey: { word: 'passkey', kind: 'people' },
  investor: { word: 'investor', kind: 'people' },
  inquiry: { word: 'inquiry', kind: 'people' },
  inquiry_note: { word: 'note on an inquiry', kind: 'people' },
  project: { word: 'project', kind: 'content' },
  project_picture: { word: 'picture', kind: 'content' },
  milestone: { word: 'milestone', kind: 'content' },
  milestone_reached: { word: 'reached milestone', kind: 'content' },
  milestone_picture: { word: 'picture of a milestone', kind: 'content' },
  project_unit: { word: 'unit', kind: 'content' },
  milestone_void: { word: 'void of a milestone', kind: 'content' },
  verification_item: { word: 'verification item', kind: 'content' },
  project_update: { word: 'progress update', kind: 'content' },
  project_update_picture: { word: 'picture of an update', kind: 'content' },
  former_slug: { word: 'former address', kind: 'content' },
  document: { word: 'document', kind: 'content' },
  notification: { word: 'notification', kind: 'content' },
  company: { word: 'company settings', kind: 'settings' },
  director: { word: 'director', kind: 'settings' },
  legal_text: { word: 'legal text', kind: 'settings' },
  payment_account: { word: 'payment account', kind: 'settings' },
  exchange_rate: { word: 'exchange rate', kind: 'settings' },
  installation: { word: 'settings', kind: 'settings' },
  outbox: { word: 'mail', kind: 'people' },
  import_file: { word: 'import', kind: 'content' },
  audit_log: { word: 'audit log', kind: 'access' },
} as const satisfies Record<string, { word: string; kind: AuditKind }>

export type AuditSubject = keyof typeof subjectLabels
export const auditSubjects = Object.keys(subjectLabels) as AuditSubject[]

/** `access` covers sign-ins, downloads, views, exports, and changes of roles and statuses (also `people`). */
export const auditKinds = ['money', 'people', 'access', 'content', 'settings'] as const
export type AuditKind = (typeof auditKinds)[number]

export const auditKindLabels: Record<AuditKind, string> = {
  money: 'Money',
  people: 'People',
  access: 'Access',
  content: 'Content',
  settings: 'Settings',
}

/** Changes by the database's audit trigger; all other acts are named by commands. */
export const changeActs = ['insert', 'update', 'delete'] as const

/** The acts that a filter offers, in its order. */
export const auditActs = {
  insert: 'Added',
  update: 'Changed',
  delete: 'Deleted',
  'sign-in': 'Signed in',
  'sign-in-refused': 'Failed to sign in',
  'confirm-refused': 'Failed to confirm their identity',
  'link-provider': 'Linked a sign-in provider',
  'sign-out': 'Signed out',
  'end-sessions': 'Ended sessions',
  view: 'Opened in view mode',
  download: 'Downloaded',
  'file-missing': 'Asked for a file that is missing',
  export: 'Exported',
  'export-everything': 'Exported an investor’s data',
  import: 'Imported',
  'by-one-person': 'Did without a second person',
  'hand-over': 'Handed over the open tasks of',
  'hand-out-link': 'Copied a link',
  'grant-role': 'Gave a role',
  'revoke-role': 'Removed a role',
  'invite-again': 'Sent an invitation again',
  'withdraw-invitation': 'Withdrew an invitation',
  'request-recovery': 'Asked for a recovery email',
  'request-confirmation': 'Asked for a confirmation email',
  'repair-email': 'Repaired an email',
  'resend-mail': 'Resent an email',
  choosemails: 'Changed email preferences',
  backup: 'Took a backup',
  restore: 'Restored a backup',
  'replace-secret': 'Replaced the lost app-secret',
} as const

/** Acts of signing in and out, and refusals. */
export const signInActs = [
  'sign-in',
  'sign-in-refused',
  'confirm-refused',
  'sign-out',
  'end-sessions',
] as const

/** Actors without an account. */
export const accountlessActors = {
  guest: 'Guest',
  link: 'Emailed link',
  worker: 'System',
  command: 'Command line',
  migration: 'Migration',
  import: 'Import',
} as const
export type AccountlessActor = keyof typeof accountlessActors

/** Columns whose own name says too little. */
const fieldWords: Record<string, string> = {
  admins_need_second_factor: 'Second factor required of administrators',
  annual_return_bp: 'Expected annual return',
  at: 'Time',
  backupCodes: 'Recovery codes',
  cleared_at: 'Archived',
  closing_minor: 'Closing balance',
  dated_on: 'Date',
  edited_at: 'Edited',
  email: 'Email',
  emailVerified: 'Email confirmed',
  entry_id: 'Ledger entry',
  facts: 'Settings',
  full_name: 'Name',
  funded_as_of_on: 'Funded share as of',
  funded_bp: 'Funded share',
  investor: 'Investor',
  invested_on: 'Investment date',
  logo_id: 'Logo',
  minor: 'Amount',
  must_change_password: 'Password must be replaced',
  next_payment_cents: 'Next payment',
  next_payment_on: 'Next payment date',
  opening_minor: 'Opening balance',
  own_status: 'Status without an account',
  password_set_at: 'Password set by an administrator',
  progress_percent: 'Progress',
  recorded_entry: 'Entry recorded with it',
  refused_mail_at: 'Email bounced since',
  repeats_reference: 'Reference recorded again',
  reserved_until: 'Reserved until',
  returned_minor: 'Amount sent back',
  sent_by_id: 'Sent back by',
  sha256: 'Fingerprint of the file',
  second_factor_roles: 'Roles that need a second factor',
  slug: 'Address',
  twoFactorEnabled: 'Second factor',
  verified: 'In use',
  voids_id: 'Voids',
}

/** A column's label: `amount_cents` is *Amount*. */
export function fieldLabel(column: string): string {
  const known = Object.hasOwn(fieldWords, column) ? fieldWords[column] : undefined
  if (known) return known
  const words = column
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_-]/g, ' ')
    .replace(/ (cents|on|at|id|bp)$/, '')
    .trim()
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
