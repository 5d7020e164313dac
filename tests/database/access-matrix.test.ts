import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type Actor, type Identity, transact } from '../../app/platform/database/database.server.ts'
import { asSuperuser } from '../database.ts'
import { anAdmin, anInvestor, aStaffMember } from '../people.ts'
import { giveOneOfEverything } from './one-of-everything.ts'

/** What a role reads of a table in which two investors have one row each: nothing at all, none, their own, every row. */
type Sight = 'denied' | 'none' | 'own' | 'all'
type Row = Record<'guest' | 'investor' | 'support' | 'admin' | 'worker', Sight>

/** `support` is staff without the permission to see money, and is denied what nothing says. */
const row = (
  guest: Sight,
  investor: Sight,
  admin: Sight,
  worker: Sight,
  support: Sight = 'denied',
): Row => ({
  guest,
  investor,
  support,
  admin,
  worker,
})
const matrix: Record<string, Row> = {
  agreed_payment: row('denied', 'denied', 'all', 'denied'),
  allocation: row('denied', 'own', 'all', 'denied'),
  amendment: row('denied', 'own', 'all', 'all'),
  approval_limit: row('denied', 'denied', 'all', 'denied'),
  audit_log: row('denied', 'denied', 'all', 'all', 'own'),
  audit_mark: row('denied', 'denied', 'denied', 'denied'),
  audit_seal: row('denied', 'denied', 'denied', 'denied'),
  bank_transaction: row('denied', 'own', 'all', 'all'),
  bank_transaction_decision: row('denied', 'denied', 'all', 'denied'),
  bank_transaction_sighting: row('denied', 'denied', 'all', 'denied'),
  cash_counter: row('denied', 'denied', 'all', 'denied'),
  command_key: row('denied', 'own', 'all', 'denied', 'all'),
  company: row('all', 'all', 'all', 'all', 'all'),
  contact_note: row('denied', 'denied', 'all', 'denied'),
  director: row('all', 'all', 'all', 'all', 'all'),
  dismissed_offer: row('denied', 'own', 'denied', 'denied'),
  distribution: row('denied', 'own', 'all', 'all'),
  distribution_sending: row('denied', 'own', 'all', 'all'),
  distribution_share: row('denied', 'own', 'all', 'all'),
  distribution_void: row('denied', 'own', 'all', 'all'),
  document: row('denied', 'own', 'all', 'all', 'all'),
  earlier_file: row('denied', 'denied', 'all', 'all', 'all'),
  event: row('denied', 'denied', 'all', 'all', 'all'),
  exchange_rate: row('denied', 'all', 'all', 'all'),
  file_preview: row('denied', 'denied', 'all', 'all', 'all'),
  expression_of_interest: row('none', 'denied', 'denied', 'all'),
  former_slug: row('none', 'own', 'all', 'all', 'all'),
  import_file: row('denied', 'denied', 'all', 'all'),
  inquiry: row('denied', 'none', 'all', 'all', 'all'),
  inquiry_acknowledgement: row('denied', 'denied', 'denied', 'all'),
  inquiry_note: row('denied', 'denied', 'all', 'denied', 'all'),
  inquiry_post: row('denied', 'denied', 'denied', 'all'),
  installation: row('all', 'all', 'all', 'all', 'all'),
  investment: row('denied', 'own', 'all', 'all', 'all'),
  investment_request: row('denied', 'own', 'all', 'all'),
  investor: row('denied', 'own', 'all', 'all', 'all'),
  investor_holding: row('denied', 'denied', 'denied', 'denied'),
  known_payer: row('denied', 'denied', 'all', 'denied'),
  legal_text: row('all', 'all', 'all', 'all', 'all'),
  ledger_entry: row('denied', 'own', 'all', 'all'),
  logo: row('all', 'all', 'all', 'all', 'all'),
  mail_choice: row('denied', 'own', 'all', 'all', 'all'),
  milestone: row('none', 'own', 'all', 'all', 'all'),
  milestone_picture: row('none', 'own', 'all', 'all', 'all'),
  milestone_reached: row('none', 'own', 'all', 'all', 'all'),
  milestone_void: row('denied', 'denied', 'all', 'all', 'all'),
  notification: row('denied', 'own', 'all', 'all', 'all'),
  notification_recipient: row('denied', 'own', 'all', 'all', 'all'),
  outbox: row('denied', 'denied', 'all', 'all'),
  payment_account: row('denied', 'all', 'all', 'all'),
  payment_plan: row('denied', 'own', 'all', 'all'),
  payment_proof: row('denied', 'own', 'all', 'all'),
  payment_reference: row('denied', 'own', 'all', 'all'),
  picture: row('none', 'own', 'all', 'all', 'all'),
  picture_file: row('none', 'own', 'all', 'all', 'all'),
  plan_line: row('denied', 'own', 'all', 'all'),
  plan_template: row('none', 'own', 'all', 'all', 'all'),
  plan_template_line: row('none', 'own', 'all', 'all'),
  portal_visit: row('denied', 'own', 'denied', 'denied'),
  project: row('none', 'own', 'all', 'all', 'all'),
  project_picture: row('none', 'own', 'all', 'all', 'all'),
  project_unit: row('none', 'own', 'all', 'all', 'all'),
  project_update: row('none', 'own', 'all', 'all', 'all'),
  project_update_picture: row('none', 'own', 'all', 'all', 'all'),
  proposal: row('denied', 'denied', 'all', 'denied'),
  proposal_line: row('denied', 'denied', 'all', 'denied'),
  recovery_state: row('denied', 'denied', 'all', 'all', 'all'),
  receipt: row('denied', 'own', 'all', 'all'),
  receipt_counter: row('denied', 'denied', 'all', 'denied'),
  reminder: row('denied', 'own', 'all', 'all'),
  request_draft: row('denied', 'own', 'denied', 'denied'),
  sent_share: row('denied', 'own', 'all', 'all'),
  statement: row('denied', 'own', 'all', 'all'),
  statement_draft: row('denied', 'denied', 'all', 'all'),
  statement_file: row('denied', 'denied', 'all', 'denied'),
  waiting_list_entry: row('none', 'denied', 'all', 'all', 'all'),
  withdrawn_statement: row('denied', 'denied', 'all', 'denied'),
  statement_line: row('denied', 'own', 'all', 'all'),
  stored_file: row('none', 'own', 'all', 'all', 'all'),
  counter: row('denied', 'denied', 'all', 'denied'),
  tally: row('denied', 'denied', 'all', 'denied'),
  two_person_act: row('denied', 'denied', 'all', 'denied'),
  verification_download: row('denied', 'denied', 'all', 'denied'),
  verification_file: row('denied', 'denied', 'all', 'denied'),
  verification_item: row('none', 'own', 'all', 'all'),
  unknown_code: row('denied', 'denied', 'denied', 'all'),
}

const [admin, support, anna, ben] = await Promise.all([
  anAdmin(),
  aStaffMember(['support']),
  anInvestor('Anna Mwangi'),
  anInvestor('Ben Otieno'),
])
const identities: Record<keyof Row, Identity> = {
  guest: { role: 'guest' },
  investor: { role: 'investor', userId: anna.userId, investorId: anna.investorId },
  support: { role: 'admin', userId: support.userId },
  admin: { role: 'admin', userId: admin.userId },
  worker: { role: 'system' },
}

beforeAll(async () => {
  await giveOneOfEverything(anna, 'Anna’s house')
  await giveOneOfEverything(ben, 'Ben’s house')
})

function tables(): Promise<{ name: string; rows: number; column: string }[]> {
  return asSuperuser(async (client) => {
    const { rows } = await client.query<{ name: string; column: string }>(`
      select c.relname as name, coalesce(min(a.attname) filter (where a.attname = 'id'), min(a.attname) filter (where a.attname in
        ('id', 'act', 'only_one', 'code', 'key', 'year', 'investor_id', 'distribution_id', 'document_id', 'file_id', 'item_id', 'notification_id', 'number', 'picture_id', 'project_id', 'reached_id', 'statement_id',
         'acknowledged_on', 'bank_transaction_id', 'due_on'))) as column
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
      where c.relnamespace = 'app'::regnamespace and c.relkind = 'r' group by c.relname order by c.relname`)
    const counted = []
    for (const table of rows) {
      const { rows: count } = await client.query<{ n: number }>(
        `select count(*)::int as n from app.${table.name}`,
      )
      counted.push({ ...table, rows: count[0]?.n ?? 0 })
    }
    return counted
  })
}

/** Names one column, because some roles are granted only some. */
async function sightOf(
  identity: Identity,
  table: { name: string; rows: number; column: string },
): Promise<Sight> {
  try {
    const n = await transact(identity, async ({ tx }: Actor) => {
      const { rows } = await sql<{
        n: bigint
      }>`select count(${sql.ref(table.column)}) as n from ${sql.table(table.name)}`.execute(tx)
      return Number(rows[0]?.n ?? 0)
    })
    if (n === table.rows) return 'all'
    return n === 0 ? 'none' : 'own'
  } catch (fault) {
    if (fault instanceof Error && 'code' in fault && fault.code === '42501') return 'denied'
    throw fault
  }
}

async function look() {
  const seen: Record<string, Row> = {}
  for (const table of await tables()) {
    seen[table.name] = row(
      await sightOf(identities.guest, table),
      await sightOf(identities.investor, table),
      await sightOf(identities.admin, table),
      await sightOf(identities.worker, table),
      await sightOf(identities.support, table),
    )
  }
  return seen
}

test('every role sees of every table what the matrix says, and no table is missing from it', async () => {
  expect(await look()).toEqual(matrix)
})

test('DATA-021 (W-01) the second wall is real: without its policy, or with a laxer one, the matrix fails', async () => {
  await asSuperuser((client) => client.query('alter policy own on app.investment using (true)'))
  expect(await look()).not.toEqual(matrix)
  await asSuperuser((client) => client.query('drop policy own on app.investment'))
  expect(await look()).not.toEqual(matrix)
  await asSuperuser((client) =>
    client.query(
      'create policy own on app.investment for select to msingi_investor using (investor_id = (select app.me()))',
    ),
  )
  expect(await look()).toEqual(matrix)
})

test('every table is forced under row security, with a policy for its owner', async () => {
  const { rows } = await asSuperuser((client) =>
    client.query(`select c.oid::regclass::text as name from pg_class c
      where c.relnamespace in ('app'::regnamespace, 'auth'::regnamespace) and c.relkind = 'r' and not (
        c.relrowsecurity and c.relforcerowsecurity and exists (select from pg_policy p
          where p.polrelid = c.oid and p.polroles = array['msingi_owner'::regrole::oid] and p.polcmd = '*'))`),
  )
  expect(rows).toEqual([])
})
