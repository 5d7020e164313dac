import type pg from 'pg'

/** Each counts what contradicts it, so that a sound database answers 0 to all of them. */
const checks: Record<string, string> = {
  'received is the sum of the ledger': `select count(*) from app.investment i
    left join (select investment_id, sum(amount_cents) as cents from app.ledger_entry group by 1) e on e.investment_id = i.id
    where i.received_cents <> coalesce(e.cents, 0)`,
  'the status follows from the ledger': `select count(*) from app.investment
    where status = 'completed' and received_cents <> amount_cents or status = 'pending' and received_cents <> 0
      or status = 'active' and received_cents = amount_cents`,
  'no entry is older than its investment': `select count(*) from app.ledger_entry e
    join app.investment i on i.id = e.investment_id where e.dated_on < i.invested_on`,
  'on no day is less than nothing received': `select count(*) from (
    select sum(amount_cents) over (partition by investment_id order by dated_on range unbounded preceding) as cents
    from app.ledger_entry) so_far where cents < 0`,
  'a void takes back one entry of its own investment': `select count(*) from app.ledger_entry v
    join app.ledger_entry e on e.id = v.voids_id
    where v.investment_id <> e.investment_id or v.amount_cents <> -e.amount_cents or e.kind = 'void'`,
  'every payment has its receipt, of its amount': `select count(*) from app.ledger_entry e
    full join app.receipt r on r.entry_id = e.id
    where (e.kind = 'payment') and r.amount_cents is distinct from e.amount_cents or e.id is null`,
  'every receipt is what its hash says': 'select count(*) from app.receipt r where sha256 <> app.receipt_hash(r)',
  'receipts are numbered without a gap': `select count(*) from (
    select year, count(*) as issued, max(sequence) as last from app.receipt group by year) r
    full join app.receipt_counter c using (year) where (issued, last) is distinct from (last_sequence::bigint, last_sequence)`,
  'the shares of a distribution are its total': `select count(*) from app.distribution d
    left join (select distribution_id, sum(amount_cents) as cents from app.distribution_share group by 1) s
      on s.distribution_id = d.id
    where d.total_cents is distinct from s.cents`,
  'what is kept of the lists is what there is': `select count(*) from app.counted() c
    full join (select subject, kind, sum(count) as count, sum(amount_cents) as amount, sum(received_cents) as received
      from app.tally group by 1, 2) k using (subject, kind)
    where (coalesce(c.count, 0), coalesce(c.amount_cents, 0), coalesce(c.received_cents, 0))
      is distinct from (coalesce(k.count, 0)::bigint, coalesce(k.amount, 0)::bigint, coalesce(k.received, 0)::bigint)`,
  'an archived investor holds no active investment': `select count(*) from app.investor p
    join app.investment i on i.investor_id = p.id where p.archived_at is not null and i.status = 'active'`,
}

/** Says what contradicts itself in this database: nothing in a sound one. Foreign keys are looked at as well. */
export async function findContradictions(client: pg.Client): Promise<string[]> {
  const found: string[] = []
  for (const [name, query] of Object.entries({ ...checks, ...(await foreignKeys(client)) })) {
    const { rows } = await client.query<{ count: string }>(query)
    if (rows[0]?.count !== '0') found.push(`${rows[0]?.count} times not so: ${name}`)
  }
  return found
}

async function foreignKeys(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; query: string }>(
    `select format('%s leads from %s to %s', c.conname, c.conrelid::regclass, c.confrelid::regclass) as name,
       format('select count(*) from %s t where t.%I is not null and not exists (select from %s o where o.%I = t.%I)',
         c.conrelid::regclass, f.attname, c.confrelid::regclass, o.attname, f.attname) as query
     from pg_constraint c
     join pg_attribute f on f.attrelid = c.conrelid and f.attnum = c.conkey[1]
     join pg_attribute o on o.attrelid = c.confrelid and o.attnum = c.confkey[1]
     where c.contype = 'f' and c.connamespace in ('app'::regnamespace, 'auth'::regnamespace) and cardinality(c.conkey) = 1`,
  )
  return Object.fromEntries(rows.map(({ name, query }) => [name, query]))
}
