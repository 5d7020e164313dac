import type { ChangedField, Fields } from './audit-change.ts'
import { auditActs, subjectLabels } from './audit-words.ts'

type Act = { act: string; subject: string; before: Fields | null; after: Fields | null }

/** An entry in a few words: *Recorded a payment of $2,500*, *Changed email and phone*. */
export function sentenceOf({ act, subject, before, after }: Act, changed: ChangedField[]): string {
  const noun = nounOf(subject)
  if (act === 'insert') return ofLedger(subject, after, changed) ?? `Added ${noun}`
  if (act === 'delete')
    return subject === 'twoFactor' ? 'Removed the second factor' : `Deleted ${noun}`
  if (act === 'update') return ofUpdate(subject, before, after, changed)
  if (act === 'download') return `Downloaded ${noun}`
  if (act === 'view') return 'Opened a dashboard in view mode'
  if (act === 'export')
    return subject === 'audit_log'
      ? `Exported ${noun}`
      : `Exported the list of ${pluralOf(subject)}`
  if (act === 'import') return `Imported ${after?.list ?? 'a list'}`
  const known = Object.entries(auditActs).find(([name]) => name === act)
  return known?.[1] ?? capital(act.replaceAll('-', ' '))
}

/** The subject with its article; unknown subjects keep the log's name. */
function nounOf(subject: string): string {
  if (subject === 'company' || subject === 'installation')
    return `the ${subjectLabels[subject].word}`
  if (subject === 'audit_log') return 'the audit log'
  const word = wordOf(subject)
  return `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`
}

function pluralOf(subject: string): string {
  const word = wordOf(subject)
  return word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`
}

function wordOf(subject: string): string {
  return (
    Object.entries(subjectLabels).find(([name]) => name === subject)?.[1].word ??
    subject.replaceAll('_', ' ')
  )
}

const ledgerWords: Record<string, string> = {
  payment: 'Recorded a payment of',
  refund: 'Recorded a refund of',
  adjustment: 'Adjusted what was received by',
  void: 'Voided an entry of',
}

function ofLedger(subject: string, after: Fields | null, changed: ChangedField[]): string | null {
  const amount = changed.find(({ field }) => field === 'Amount' || field === 'Total')?.after
  if (subject === 'ledger_entry')
    return `${ledgerWords[String(after?.kind)] ?? 'Recorded'} ${amount}`
  if (subject === 'investment' && amount) return `Added an investment of ${amount}`
  if (subject === 'distribution' && amount) return `Recorded a distribution of ${amount}`
  if (subject === 'distribution_sending' && amount) return `Sent ${amount} of a distribution`
  if (subject === 'bank_transaction_decision') return decisionWords[String(after?.kind)] ?? null
  return insertWords[subject] ?? null
}

const decisionWords: Record<string, string> = {
  excluded: 'Excluded a bank transaction',
  reopened: 'Reopened a bank transaction',
  returned: 'Recorded money sent back',
  held: 'Held money for an investor',
  released: 'Released held money',
}

const proposalWords: Record<string, string> = {
  approved: 'Approved a proposal',
  declined: 'Declined a proposal',
  withdrawn: 'Withdrew a proposal',
}

const insertWords: Record<string, string> = {
  allocation: 'Matched a bank transaction',
  distribution_void: 'Voided a distribution',
  known_payer: 'Learnt a payer',
  payment_proof: 'Sent in a proof of payment',
  proposal: 'Proposed for approval',
  statement_file: 'Uploaded a bank statement',
  withdrawn_statement: 'Withdrew a bank statement',
}

/** A password set by an administrator must be replaced. */
function ofPasswordUpdate(
  subject: string,
  after: Fields | null,
  changed: ChangedField[],
): string | null {
  if (subject === 'account') return 'Changed the password'
  if (subject !== 'user' || !after) return null
  if ('password_set_at' in after) return 'Set the password'
  const isReplaced = changed.length === 1 && after.must_change_password === false
  return isReplaced ? 'Replaced the password they were given' : null
}

/** A column whose being set says what happened. */
function ofMarkUpdate(subject: string, after: Fields, changed: ChangedField[]): string | null {
  if ('archived_at' in after)
    return `${after.archived_at === null ? 'Restored' : 'Archived'} ${nounOf(subject)}`
  if (subject === 'proposal' && 'state' in after) return proposalWords[String(after.state)] ?? null
  if (subject === 'allocation' && 'released_at' in after)
    return 'Undid the match of a bank transaction'
  if (subject === 'twoFactor' && after.verified === true) return 'Set up the second factor'
  // A used recovery code shows only as a change of the stored codes.
  if (subject === 'twoFactor' && 'backupCodes' in after) return 'Used or renewed recovery codes'
  if (changed.length !== 1 || !('refused_mail_at' in after)) return null
  return after.refused_mail_at === null
    ? 'Noted that email is delivered again'
    : 'Noted that email bounces'
}

function ofUpdate(
  subject: string,
  before: Fields | null,
  after: Fields | null,
  changed: ChangedField[],
): string {
  const ofPassword = ofPasswordUpdate(subject, after, changed)
  if (ofPassword) return ofPassword
  const ofMark = ofMarkUpdate(subject, after ?? {}, changed)
  if (ofMark) return ofMark
  const [only] = changed
  if (
    changed.length === 1 &&
    only &&
    ['Status', 'Role', 'Progress'].includes(only.field) &&
    before
  ) {
    return `Set ${only.field.toLowerCase()} from ${only.before ?? 'none'} to ${only.after ?? 'none'}`
  }
  const fields = changed.map(({ field }) => field.toLowerCase())
  if (fields.length === 0) return `Changed ${nounOf(subject)}`
  if (fields.length > 3)
    return `Changed ${fields.slice(0, 2).join(', ')} and ${fields.length - 2} more`
  const last = fields.at(-1) ?? ''
  return fields.length === 1
    ? `Changed ${last}`
    : `Changed ${fields.slice(0, -1).join(', ')} and ${last}`
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
