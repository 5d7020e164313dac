import { expect, test } from 'vitest'
import { changedFields } from './audit-change.ts'
import { auditCsvHead, auditCsvLine } from './audit-csv.ts'
import { sentenceOf } from './audit-sentence.ts'

const projectId = '01900000-0000-7000-8000-000000000001'
const names = new Map([[projectId, 'Twin Towers Muthaiga']])
const fields = (before: Record<string, unknown> | null, after: Record<string, unknown> | null) =>
  changedFields(before, after, names).map(({ field, before: was, after: is }) => [field, was, is])

test('a change is told field by field, in the words and units of people', () => {
  const before = {
    phone: null,
    amount_cents: 250_000,
    invested_on: '2026-02-01',
    own_status: 'active',
    funded_bp: 6_250,
  }
  const after = {
    phone: '+254 700',
    amount_cents: 250_050,
    invested_on: '2026-03-31',
    own_status: 'inactive',
    funded_bp: null,
  }
  expect(fields(before, after)).toEqual([
    ['Phone', null, '+254 700'],
    ['Amount', '$2,500', '$2,500.50'],
    ['Investment date', '1 Feb 2026', '31 Mar 2026'],
    ['Status without an account', 'active', 'inactive'],
    ['Funded share', '62.50%', null],
  ])
})

test.each(['2026-13-45T99:99:99Z', '9999-12-31T00:00:00Z', '0000-01-01T00:00:00+00:00'])(
  'a name that reads %s is a name, and holds up no page of the log',
  (name) => {
    expect(fields(null, { name, archived_at: '2026-11-18T08:04:00Z' })).toEqual([
      ['Name', null, name],
      ['Archived', null, '18 Nov 2026, 11:04'],
    ])
  },
)

test('ids read as the names behind them, instants and lengths of time as people write them', () => {
  const after = {
    project_id: projectId,
    archived_at: '2026-11-18T08:04:00.123+00:00',
    admin_idle: '00:30:00',
    published: true,
  }
  expect(fields(null, after)).toEqual([
    ['Project', null, 'Twin Towers Muthaiga'],
    ['Archived', null, '18 Nov 2026, 11:04'],
    ['Admin idle', null, '30 min'],
    ['Published', null, 'Yes'],
  ])
  expect(changedFields(null, after, names)[0]?.id).toBe(projectId)
})

test('of settings that are stored as one value only what differs is told', () => {
  const before = { facts: { name: 'Msingi', offices: [{ city: 'Nairobi', address: 'A' }] } }
  const after = {
    facts: {
      name: 'Msingi',
      offices: [
        { city: 'Nairobi', address: 'B' },
        { city: 'Mogadishu', address: 'C' },
      ],
    },
  }
  expect(fields(before, after)).toEqual([
    ['Settings, offices, 1, address', 'A', 'B'],
    ['Settings, offices, 2, city', null, 'Mogadishu'],
    ['Settings, offices, 2, address', null, 'C'],
  ])
})

test('what the log keeps no value of is said to have changed, and not what it was', () => {
  expect(fields({}, { password: 'changed', version: 'changed' })).toEqual([
    ['Password', null, 'Changed (not shown)'],
  ])
})

const acts: [
  what: string,
  act: string,
  subject: string,
  before: Record<string, unknown> | null,
  after: object,
][] = [
  [
    'Recorded a payment of $2,500',
    'insert',
    'ledger_entry',
    null,
    { kind: 'payment', amount_cents: 250_000 },
  ],
  [
    'Voided an entry of -$2,500',
    'insert',
    'ledger_entry',
    null,
    { kind: 'void', amount_cents: -250_000 },
  ],
  ['Added an investor', 'insert', 'investor', null, { full_name: 'Asha' }],
  [
    'Changed email and phone',
    'update',
    'investor',
    { email: 'a', phone: null },
    { email: 'b', phone: '1' },
  ],
  [
    'Set status from active to inactive',
    'update',
    'user',
    { status: 'active' },
    { status: 'inactive' },
  ],
  ['Set role from investor to admin', 'update', 'user', { role: 'investor' }, { role: 'admin' }],
  [
    'Archived a project',
    'update',
    'project',
    { archived_at: null },
    { archived_at: '2026-11-18T08:04:00+00:00' },
  ],
  [
    'Restored a project',
    'update',
    'project',
    { archived_at: '2026-11-18T08:04:00+00:00' },
    { archived_at: null },
  ],
  ['Changed the password', 'update', 'account', {}, { password: 'changed' }],
  [
    'Set the password',
    'update',
    'user',
    { must_change_password: false },
    { must_change_password: true, password_set_at: 'changed' },
  ],
  [
    'Replaced the password they were given',
    'update',
    'user',
    { must_change_password: true },
    { must_change_password: false },
  ],
  ['Signed in', 'sign-in', 'user', null, { proof: 'password' }],
  ['Opened a dashboard in view mode', 'view', 'investor', null, {}],
  ['Downloaded a document', 'download', 'document', null, {}],
  ['Exported the audit log', 'export', 'audit_log', null, {}],
  ['Exported the list of inquiries', 'export', 'inquiry', null, {}],
  ['Exported the list of investors', 'export', 'investor', null, {}],
  ['Something new', 'something-new', 'constructor', null, {}],
]
test.each(acts)('an act reads: %s', (sentence, act, subject, before, after) => {
  const entry = { act, subject, before, after: { ...after } }
  expect(sentenceOf(entry, changedFields(before, entry.after, names))).toBe(sentence)
})

test('the file begins with a byte order mark, quotes what it must, and keeps formulas from being computed', () => {
  const entry = {
    id: '7',
    at: new Date('2026-11-18T08:04:00Z'),
    who: { name: '=HYPERLINK("https://evil.example")', id: null },
    clientAddress: '10.0.0.1',
    act: 'update',
    sentence: 'Changed phone',
    on: { name: 'Yusuf, Amina', subject: 'investor', id: projectId },
    changed: [{ field: 'Phone', before: null, after: '+254 700', id: null }],
  }
  expect(auditCsvHead.startsWith('\uFEFFChange,Time (UTC),Who,')).toBe(true)
  expect(auditCsvLine(entry)).toBe(
    `7,2026-11-18T08:04:00.000Z,"'=HYPERLINK(""https://evil.example"")",,10.0.0.1,update,Changed phone,"Yusuf, Amina",investor,${projectId},,Phone: +254 700\r\n`,
  )
  const negative = auditCsvLine({
    ...entry,
    who: { name: '@cmd', id: null },
    on: { ...entry.on, name: '-2+3' },
  })
  expect(negative).toContain(`,"'@cmd",`)
  expect(negative).toContain(`,"'-2+3",`)
})

test.each([
  ['user', { refused_mail_at: '2026-11-18T08:04:00Z' }, 'Noted that email bounces'],
  ['user', { refused_mail_at: null }, 'Noted that email is delivered again'],
  ['user', { email: 'new@example.com', email_changed_at: '2026-11-18T08:04:00Z' }, 'Changed email'],
  [
    'user',
    { email: 'new@example.com', refused_mail_at: null },
    'Changed email and email bounced since',
  ],
  ['investor', { full_name: 'A', email: 'b', phone: 'c' }, 'Changed name, email and phone'],
  [
    'investor',
    { full_name: 'A', email: 'b', phone: 'c', archived_on: 'd' },
    'Changed name, email and 2 more',
  ],
  ['twoFactor', { verified: true }, 'Set up the second factor'],
  [
    'proposal',
    { state: 'declined', reason: 'No', decided_by: projectId, decided_at: 'x', decided_in: '7' },
    'Declined a proposal',
  ],
  ['twoFactor', { backupCodes: 'changed' }, 'Used or renewed recovery codes'],
  [
    'installation',
    { second_factor_roles: ['owner', 'manager'] },
    'Changed roles that need a second factor',
  ],
  [
    'installation',
    { admins_need_second_factor: true },
    'Changed second factor required of administrators',
  ],
])('an update of %s with %o reads as people say it', (subject, after, sentence) => {
  const before = Object.fromEntries(Object.keys(after).map((column) => [column, 'another value']))
  const changed = changedFields(before, after, names)
  expect(sentenceOf({ act: 'update', subject, before, after }, changed)).toBe(sentence)
})
