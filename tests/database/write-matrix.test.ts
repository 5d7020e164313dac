import { expect, test } from 'vitest'
import { asSuperuser } from '../database.ts'

/** What each role may do to some row of a table, by privilege and policy; anyone who is not named may do nothing. */
const matrix: Record<string, Record<string, string>> = {
  'app.agreed_payment': {},
  'app.allocation': { admin: 'insert update' },
  'app.amendment': {},
  'app.audit_log': {},
  'app.audit_mark': {},
  'app.audit_seal': {},
  'app.bank_transaction': { admin: 'insert update' },
  'app.bank_transaction_decision': { admin: 'insert' },
  'app.bank_transaction_sighting': { admin: 'insert' },
  'app.cash_counter': {},
  'app.command_key': {
    admin: 'insert update',
    investor: 'insert update',
    system: 'delete',
    support: 'insert update',
  },
  'app.company': { admin: 'insert update' },
  'app.contact_note': { admin: 'insert' },
  'app.director': { admin: 'delete insert update' },
  'app.dismissed_offer': { investor: 'insert' },
  'app.distribution': { admin: 'insert' },
  'app.distribution_sending': { admin: 'insert' },
  'app.distribution_share': { admin: 'insert' },
  'app.distribution_void': { admin: 'insert' },
  'app.document': { admin: 'delete insert update', support: 'delete insert update' },
  'app.earlier_file': { admin: 'insert', support: 'insert' },
  'app.event': { reactions: 'insert' },
  'app.approval_limit': { admin: 'update' },
  'app.exchange_rate': { admin: 'insert' },
  'app.proposal': { admin: 'insert' },
  'app.proposal_line': { admin: 'insert' },
  'app.file_preview': { system: 'insert' },
  'app.expression_of_interest': { guest: 'insert update', system: 'delete' },
  'app.former_slug': { admin: 'delete insert' },
  'app.import_file': { admin: 'insert update', system: 'delete' },
  'app.inquiry': { admin: 'update', guest: 'insert', investor: 'insert', support: 'update' },
  'app.inquiry_acknowledgement': { guest: 'insert', system: 'delete' },
  'app.inquiry_note': { admin: 'insert', support: 'insert' },
  'app.inquiry_post': { system: 'delete' },
  'app.installation': { admin: 'insert update' },
  'app.investment': { admin: 'delete insert update' },
  'app.investment_request': { admin: 'insert update', investor: 'insert update', system: 'update' },
  'app.investor': { admin: 'delete insert update', auth: 'update' },
  'app.investor_holding': {},
  'app.known_payer': { admin: 'delete insert' },
  'app.ledger_entry': { admin: 'insert' },
  'app.legal_text': { admin: 'insert' },
  'app.logo': { admin: 'insert' },
  'app.milestone': { admin: 'delete insert update' },
  'app.milestone_picture': { admin: 'insert' },
  'app.milestone_reached': { admin: 'insert' },
  'app.milestone_void': { admin: 'insert' },
  'app.notification': {
    admin: 'delete insert update',
    reactions: 'insert',
    support: 'delete insert update',
  },
  'app.notification_recipient': {
    admin: 'delete update',
    investor: 'update',
    reactions: 'insert',
    support: 'delete update',
    system: 'insert',
  },
  'app.outbox': { admin: 'insert update', auth: 'update', reactions: 'insert', system: 'update' },
  'app.payment_account': { admin: 'insert update' },
  'app.payment_plan': { admin: 'insert' },
  'app.payment_proof': { admin: 'update', investor: 'update' },
  'app.payment_reference': {},
  'app.picture': { admin: 'delete insert' },
  'app.picture_file': { admin: 'delete insert', system: 'insert' },
  'app.mail_choice': { investor: 'insert update' },
  'app.plan_line': { admin: 'insert' },
  'app.plan_template': { admin: 'insert update' },
  'app.plan_template_line': { admin: 'delete insert' },
  'app.portal_visit': { investor: 'insert update' },
  'app.project': { admin: 'delete insert update' },
  'app.project_picture': { admin: 'delete insert update' },
  'app.project_unit': { admin: 'delete insert update' },
  'app.project_update': { admin: 'delete insert update' },
  'app.project_update_picture': { admin: 'delete insert' },
  'app.recovery_state': {},
  'app.receipt': { admin: 'insert' },
  'app.receipt_counter': { admin: 'insert update' },
  'app.reminder': { admin: 'insert', system: 'insert' },
  'app.request_draft': { investor: 'delete insert update', system: 'delete' },
  'app.sent_share': { admin: 'insert' },
  'app.statement': {},
  'app.statement_draft': { admin: 'delete insert update', system: 'delete' },
  'app.statement_file': { admin: 'insert' },
  'app.statement_line': {},
  'app.waiting_list_entry': { guest: 'delete insert update', system: 'delete update' },
  'app.withdrawn_statement': {},
  'app.stored_file': { admin: 'delete insert', support: 'delete insert' },
  'app.counter': {},
  'app.tally': {},
  'app.two_person_act': {},
  'app.unknown_code': { system: 'delete' },
  'app.verification_download': {},
  'app.verification_file': { admin: 'insert' },
  'app.verification_item': { admin: 'insert update' },
  'auth.account': { auth: 'delete insert update' },
  'auth.former_address': { auth: 'delete insert update' },
  'auth.former_approver': { auth: 'delete insert update' },
  'auth.known_device': { auth: 'delete insert update' },
  'auth.link': { auth: 'delete insert update' },
  'auth.mail_request': { auth: 'delete insert update' },
  'auth.passkey': { auth: 'delete insert update' },
  'auth.role_permission': { auth: 'delete insert update' },
  'auth.session': { auth: 'delete insert update' },
  'auth.sign_in_attempt': { auth: 'delete insert update' },
  'auth.staff_role': { auth: 'delete insert update' },
  'auth.twoFactor': { auth: 'delete insert update' },
  'auth.user': { auth: 'delete insert update' },
  'auth.verification': { auth: 'delete insert update' },
  'migrations.app_secret': {},
  'migrations.applied': {},
}

/** A privilege counts with a policy for the same verb only: row security is forced, so one without the other is none. */
const allowed = `
  select t.schemaname || '.' || t.tablename as name, r.rolname as role, v.verb
  from pg_tables t
  cross join pg_roles r
  cross join unnest(array['insert', 'update', 'delete', 'truncate', 'references', 'trigger']) v (verb)
  where t.schemaname in ('app', 'auth', 'migrations') and r.rolname like 'msingi\\_%' and r.rolname <> 'msingi_owner'
    and case when v.verb in ('insert', 'update', 'references')
      then has_any_column_privilege(r.rolname, format('%I.%I', t.schemaname, t.tablename), v.verb)
      else has_table_privilege(r.rolname, format('%I.%I', t.schemaname, t.tablename), v.verb) end
    and (v.verb not in ('insert', 'update', 'delete') or exists (
      select from pg_policies p where (p.schemaname, p.tablename) = (t.schemaname, t.tablename)
        and r.rolname = any (p.roles) and p.cmd in ('ALL', upper(v.verb))))
  order by name, role, verb`

async function look() {
  const { rows } = await asSuperuser((client) =>
    client.query<{ name: string; role: string; verb: string }>(allowed),
  )
  const { rows: tables } = await asSuperuser((client) =>
    client.query<{ name: string }>(`select schemaname || '.' || tablename as name from pg_tables
      where schemaname in ('app', 'auth', 'migrations')`),
  )
  const seen: typeof matrix = Object.fromEntries(tables.map(({ name }) => [name, {}]))
  for (const { name, role, verb } of rows) {
    const roles = seen[name] ?? {}
    const who = role.replace('msingi_', '')
    roles[who] = roles[who] ? `${roles[who]} ${verb}` : verb
  }
  return seen
}

test('every role writes to every table what the matrix says, and no table is missing from it', async () => {
  expect(await look()).toEqual(matrix)
})

test('a grant too many, with a policy, makes the matrix fail', async () => {
  await asSuperuser((client) =>
    client.query(`grant delete on app.document to msingi_investor;
      create policy mistaken on app.document for delete to msingi_investor using (true)`),
  )
  expect(await look()).not.toEqual(matrix)
})
