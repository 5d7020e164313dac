import type pg from 'pg'
import { attempt } from './database.ts'

/** Each query finds rows that contradict its sentence; none in a sound database. */
export type Checks = Record<string, string>

/** Compares each column with the log's last value; deleted rows are skipped. */
const asLogged = (
  table: string,
  columns: string[],
) => `select '${table} ' || coalesce(t.id::text, a.subject_id) as named
  from app.${table} t full join (
    select subject_id, (array_agg(act order by id desc))[1] as act,
      jsonb_object_agg(c.name, after -> c.name order by id) filter (where after ? c.name) as last
    from app.audit_log, unnest(array[${columns.map((column) => `'${column}'`).join(', ')}]) c (name)
    where subject = '${table}' and act in ('insert', 'update', 'delete') group by 1) a on a.subject_id = t.id::text
  where case when t.id is null then a.act <> 'delete' else (to_jsonb(t) @> a.last) is not true end`

export const ledgerChecks: Checks = {
  'the received amount is the sum of the ledger': `select 'investment ' || i.id as named from app.investment i
    left join (select investment_id, sum(amount_cents) as cents from app.ledger_entry group by 1) e on e.investment_id = i.id
    where i.received_cents <> coalesce(e.cents, 0)`,
  'the status follows from the ledger': `select 'investment ' || id as named from app.investment
    where status = 'completed' and received_cents <> amount_cents or status = 'pending' and received_cents <> 0
      or status = 'active' and received_cents = amount_cents`,
  'no entry is older than its investment': `select 'entry ' || e.id as named from app.ledger_entry e
    join app.investment i on i.id = e.investment_id where e.dated_on < i.invested_on`,
  'the received amount is never below zero': `select distinct 'investment ' || investment_id as named from (
    select e.investment_id, sum(e.amount_cents) over (partition by e.investment_id order by e.dated_on
      range unbounded preceding) as cents
    from app.ledger_entry e
    where e.kind <> 'void' and not exists (select from app.ledger_entry v where v.voids_id = e.id)) so_far where cents < 0`,
  'a void reverses one entry of the same investment': `select 'entry ' || v.id as named from app.ledger_entry v
    join app.ledger_entry e on e.id = v.voids_id
    where v.investment_id <> e.investment_id or v.amount_cents <> -e.amount_cents or e.kind = 'void'`,
  'every payment has its receipt, unless it was imported': `select 'entry ' || e.id as named from app.ledger_entry e
    where e.kind = 'payment' and not e.imported and not exists (select from app.receipt r where r.entry_id = e.id)`,
  'every receipt has the amount of its payment': `select 'receipt ' || r.number as named from app.receipt r
    left join app.ledger_entry e on e.id = r.entry_id
    where (e.kind, e.amount_cents) is distinct from ('payment', r.amount_cents)`,
  'every receipt has the date, method and currency of its payment': `select 'receipt ' || r.number as named
    from app.receipt r join app.ledger_entry e on e.id = r.entry_id
    where (e.dated_on, e.method, e.reference) is distinct from (r.received_on, r.method, r.reference)
      or r.version > 1 and (e.paid_minor, e.paid_currency, e.rate, e.rate_source, e.rate_on, e.payer_name)
        is distinct from (r.paid_minor, r.paid_currency, r.rate, r.rate_source, r.rate_on, r.payer_name)`,
  'every investment has a payment reference': `select 'investment ' || i.id as named from app.investment i
    where not exists (select from app.payment_reference p where p.investment_id = i.id)`,
  // The demo records for another person and day.
  'every ledger entry agrees with the audit log': `select 'entry ' || coalesce(e.id::text, a.subject_id) as named
    from app.ledger_entry e full join (select subject_id, after, actor, actor_id, at from app.audit_log
      where subject = 'ledger_entry' and act = 'insert') a on a.subject_id = e.id::text
    where (to_jsonb(e) @> a.after and (a.actor not in ('admin', 'import') or (e.recorded_by, e.recorded_at) is not distinct from (a.actor_id, a.at)))
      is not true`,
  'investor, project, date and amount of every investment agree with the audit log': asLogged(
    'investment',
    ['investor_id', 'project_id', 'invested_on', 'amount_cents'],
  ),
  'every receipt names the investor of its investment': `select 'receipt ' || r.number as named from app.receipt r
    join app.ledger_entry e on e.id = r.entry_id join app.investment i on i.id = e.investment_id
    where r.investor_id <> i.investor_id`,
  'an exchange rate difference is voided with its payment': `select 'entry ' || c.id as named from app.ledger_entry c
    join app.ledger_entry v on v.voids_id = c.rounds_id
    where not exists (select from app.ledger_entry o where o.voids_id = c.id)`,
  'every receipt matches its hash': `select 'receipt ' || r.number as named from app.receipt r
    where r.sha256 <> app.receipt_hash(r)`,
  'receipt numbers have no gap': `select 'the year ' || year as named from (
    select year, count(*) as issued, max(sequence) as last from app.receipt group by year) r
    full join app.receipt_counter c using (year)
    where (issued, last) is distinct from (last_sequence::bigint, last_sequence)`,
  'every statement matches its hash': `select 'statement ' || s.code as named from app.statement s
    where s.sha256 <> app.statement_hash(s, (select coalesce(array_agg(l order by l.place), '{}')
      from app.statement_line l where l.statement_id = s.id))`,
  'the shares of a distribution add up to its total': `select 'distribution ' || d.id as named from app.distribution d
    left join (select distribution_id, sum(amount_cents) as cents, sum(paid_minor) as minor
      from app.distribution_share group by 1) s on s.distribution_id = d.id
    where (d.total_cents, d.paid_minor) is distinct from (s.cents, s.minor)`,
}

export const bankChecks: Checks = {
  'every matched part agrees with its ledger entry': `select 'allocation ' || a.id as named from app.allocation a
    join app.bank_transaction t on t.id = a.bank_transaction_id join app.ledger_entry e on e.id = a.ledger_entry_id
    where a.minor <> coalesce(e.paid_minor, e.amount_cents) or t.currency <> coalesce(e.paid_currency, 'USD')
      or e.kind <> (case when t.minor > 0 then 'payment' else 'refund' end) or e.payment_account_id <> t.payment_account_id`,
  'no matched part belongs to a voided entry': `select 'allocation ' || a.id as named from app.allocation a
    where a.released_at is null and exists (select from app.ledger_entry v where v.voids_id = a.ledger_entry_id)`,
  'the matched amount of a transaction is the sum of its parts': `select 'transaction ' || t.id as named
    from app.bank_transaction t left join (select bank_transaction_id, sum(minor) as minor from app.allocation
      where released_at is null group by 1) a on a.bank_transaction_id = t.id
    where t.allocated_minor <> coalesce(a.minor, 0)`,
  'returned and excluded amounts agree with the decisions': `select 'transaction ' || t.id as named
    from app.bank_transaction t join (select bank_transaction_id,
        sum(returned_minor) filter (where decided_at > coalesce(reopened_at, '-infinity')) as returned,
        (array_agg(coalesce(exclusion, '') order by decided_at desc, id desc) filter (where kind in ('excluded', 'reopened')))[1]
          as exclusion
      from (select bank_transaction_id, returned_minor, exclusion, kind, decided_at, id, max(decided_at) filter (where kind = 'reopened') over (partition by bank_transaction_id) as reopened_at
        from app.bank_transaction_decision d) d group by 1) d on d.bank_transaction_id = t.id
    where t.returned_minor <> coalesce(d.returned, 0) or coalesce(t.exclusion, '') <> d.exclusion`,
}

export const logChecks: Checks = {
  'investor, project and file of every document agree with the audit log': asLogged('document', [
    'investor_id',
    'project_id',
    'file_id',
  ]),
  // Not covered by seals: ids count from 1, and a seal does not know the century.
  'every row of the audit log has a valid number and time': `select id as named from app.audit_log
    where id < 1 or at not between '2000-01-01Z' and now() + interval '1 day'`,
}

export const totalsChecks: Checks = {
  'the counters agree with the rows': `select format('%s %s', subject, kind) as named from app.counted() c
    full join (select subject, kind, sum(count) as count, sum(amount_cents) as amount, sum(received_cents) as received
      from app.counter group by 1, 2) k using (subject, kind)
    where (coalesce(c.count, 0), coalesce(c.amount_cents, 0), coalesce(c.received_cents, 0))
      is distinct from (coalesce(k.count, 0)::bigint, coalesce(k.amount, 0)::bigint, coalesce(k.received, 0)::bigint)`,
  'the cash counters agree with plans and ledger': `select format('%s %s', coalesce(c.project_id, k.project_id), coalesce(coalesce(c.month, k.month)::text, 'without a date')) as named
    from app.counted_cash() c
    full join (select project_id, month, sum(scheduled_cents) as scheduled, sum(open_cents) as open, sum(received_cents) as received
      from app.cash_counter group by 1, 2) k
      on (c.project_id, coalesce(c.month, '-infinity')) = (k.project_id, coalesce(k.month, '-infinity'))
    where (coalesce(c.scheduled_cents, 0), coalesce(c.open_cents, 0), coalesce(c.received_cents, 0))
      is distinct from (coalesce(k.scheduled, 0)::bigint, coalesce(k.open, 0)::bigint, coalesce(k.received, 0)::bigint)`,
  'the lines of payment plans name investor and project of their investment': `select 'plan ' || l.plan_id as named
    from app.plan_line l join app.investment i on i.id = l.investment_id
    where (l.investor_id, l.project_id) is distinct from (i.investor_id, i.project_id)`,
  'the holdings of investors agree with their investments': `select 'investor ' || investor_id as named from app.investor_holding h
    full join (select investor_id, count(*) as investments from app.investment where status <> 'cancelled' group by 1) i
      using (investor_id)
    where coalesce(h.investments, 0) <> coalesce(i.investments, 0)`,
}

/** A check for every single-column foreign key. */
export async function referenceChecks(client: pg.Client): Promise<Checks> {
  const { rows } = await client.query<{ sentence: string; query: string }>(
    `select format('%s refers from %s to %s', c.conname, c.conrelid::regclass, c.confrelid::regclass) as sentence,
       format('select %L || t.%I as named from %s t where t.%I is not null and not exists (select from %s o where o.%I = t.%I)',
         f.attname || ' ', f.attname, c.conrelid::regclass, f.attname, c.confrelid::regclass, o.attname, f.attname) as query
     from pg_constraint c
     join pg_attribute f on f.attrelid = c.conrelid and f.attnum = c.conkey[1]
     join pg_attribute o on o.attrelid = c.confrelid and o.attnum = c.confkey[1]
     where c.contype = 'f' and c.connamespace in ('app'::regnamespace, 'auth'::regnamespace) and cardinality(c.conkey) = 1`,
  )
  return Object.fromEntries(rows.map(({ sentence, query }) => [sentence, query]))
}

/** Reports contradictions with counts and up to three examples, and queries that could not run. */
export async function findInconsistencies(client: pg.Client, checks: Checks): Promise<string[]> {
  const found: string[] = []
  for (const [sentence, query] of Object.entries(checks)) {
    const unknown = (message: string) => `not checked: ${sentence}: ${message}`
    const finding = await attempt(client, () => findContradiction(client, sentence, query), unknown)
    if (finding !== null) found.push(finding)
  }
  return found
}

async function findContradiction(
  client: pg.Client,
  sentence: string,
  query: string,
): Promise<string | null> {
  const { rows } = await client.query<{ times: number; some: string[] }>(
    `select count(*)::integer as times, (array_agg(named::text order by named::text))[1:3] as some from (${query}) found`,
  )
  const [{ times, some } = { times: 0, some: [] }] = rows
  if (times === 0) return null
  const often = times === 1 ? '1 violation' : `${times} violations`
  return `${often}: ${sentence} (${some.join(', ')}${times > 3 ? ', …' : ''})`
}
