-- Receipts numbered as they were issued, those of payments into an account in the later version, distributions whose shares are their totals, and documents of one small file.
create temp table issued (like app.receipt including defaults including generated);
insert into issued (id, entry_id, investor_id, year, sequence, code, amount_cents, agreed_cents, received_cents, received_on,
  investor_name, project_name, method, reference, issued_at, version, paid_minor, paid_currency, rate, rate_source, rate_on,
  account_name)
select pg_temp.id(10, turn), entry_id, investor_id, year, coalesce(last_sequence, 0) + sequence,
  upper(concat_ws('-', substr(digits, 1, 4), substr(digits, 5, 4), substr(digits, 9, 4), substr(digits, 13, 4))), amount_cents,
  greatest(agreed_cents, received_cents), received_cents, dated_on, investor_name, project_name, method, reference, recorded_at,
  case when account_name is null then 1 else 2 end, paid_minor, paid_currency, rate, rate_source, rate_on, account_name
from (
  select entry.id as entry_id, investment.investor_id, entry.amount_cents, dated_on, recorded_at, method, reference,
    paid_minor, paid_currency, rate, rate_source, rate_on, account.name || ', ' || account.number as account_name,
    investor.full_name as investor_name, project.name as project_name, investment.amount_cents as agreed_cents,
    sum(entry.amount_cents) over (partition by investment_id order by recorded_at, entry.id)::bigint as received_cents,
    extract(year from recorded_at)::integer as year,
    row_number() over (order by recorded_at, entry.id) as turn,
    row_number() over (partition by extract(year from recorded_at) order by recorded_at, entry.id) as sequence
  from app.ledger_entry entry join app.investment on investment.id = entry.investment_id
    join app.investor on investor.id = investment.investor_id join app.project on project.id = investment.project_id
    left join app.payment_account account on account.id = entry.payment_account_id
  where entry.kind = 'payment' and pg_temp.made(entry.id)
) paid left join app.receipt_counter using (year), md5('receipt ' || turn) digits;
insert into app.receipt (id, entry_id, investor_id, year, sequence, code, amount_cents, agreed_cents, received_cents,
  received_on, investor_name, project_name, method, reference, issued_at, version, paid_minor, paid_currency, rate,
  rate_source, rate_on, account_name, sha256)
select id, entry_id, investor_id, year, sequence, code, amount_cents, agreed_cents, received_cents,
  received_on, investor_name, project_name, method, reference, issued_at, version, paid_minor, paid_currency, rate,
  rate_source, rate_on, account_name, app.receipt_hash(row(issued.*)::app.receipt)
from issued;
insert into app.receipt_counter (year, last_sequence) select year, max(sequence) from app.receipt group by year
on conflict (year) do update set last_sequence = excluded.last_sequence;

create temp table payout as
select n, pg_temp.id(11, n) as id, pg_temp.id(5, (n - 1) % pg_temp.size('projects') + 1) as project_id,
  current_date - (n * 29 % 700)::integer as dated_on
from generate_series(1, pg_temp.size('distributions')) n;
insert into app.distribution_share (distribution_id, investment_id, amount_cents)
select payout.id, investment.id, investment.received_cents / 100
from payout join app.investment using (project_id)
where investment.status in ('active', 'completed') and received_cents > 0;
insert into app.distribution (id, project_id, total_cents, dated_on, recorded_by, recorded_at)
select payout.id, payout.project_id, sum(amount_cents)::bigint, payout.dated_on, admin_id, payout.dated_on + time '16:00'
from office, payout join app.distribution_share share on share.distribution_id = payout.id group by payout.id, payout.project_id, payout.dated_on, admin_id;
insert into app.distribution_sending (id, distribution_id, sent_on, method, total_cents, recorded_by, recorded_at)
select payout.id, payout.id, payout.dated_on, 'bank-transfer', total_cents, admin_id, payout.dated_on + time '16:30'
from office, payout join app.distribution using (id);
insert into app.sent_share (distribution_id, investment_id, sending_id)
select distribution_id, investment_id, distribution_id from app.distribution_share join payout on payout.id = distribution_id;
insert into app.distribution_void (distribution_id, reason, recorded_by, recorded_at)
select payout.id, 'Wrong total', admin_id, payout.dated_on + time '17:00' from office, payout join app.distribution using (id) where n % 100 = 3;

create temp table paper as
select n, pg_temp.id(12, n) as id, pg_temp.id(13, n) as file_id, md5(n::text) || left(md5('file ' || n), 8) as name
from generate_series(1, pg_temp.size('documents')) n;
insert into app.stored_file (id, storage_key, original_name, media_type, byte_size, sha256, created_at)
select file_id, left(name, 2) || '/' || name, 'statement-' || n || '.pdf', 'application/pdf', pg_temp.size('file_bytes'),
  current_setting('large.file_sha256'), now() - interval '900 days'
from paper;
insert into app.file_preview (file_id) select file_id from paper;
insert into app.document (id, title, description, document_type, project_id, investor_id, file_id, status, uploaded_by, uploaded_at)
select id, (array['Statement', 'Agreement', 'Tax certificate', 'Site report', 'Title deed'])[1 + n % 5] || ' ' || n,
  'Paper number ' || n, (array['financial', 'legal', 'tax', 'report', 'project'])[1 + n % 5],
  case when n % 3 = 0 then pg_temp.id(5, n % pg_temp.size('projects') + 1) end,
  case when n % 3 <> 0 then pg_temp.id(1, n % pg_temp.size('investors') + 1) end, file_id,
  case when n % 30 = 0 then 'archived' else 'active' end, admin_id, now() - pg_temp.chance(n, 4) * interval '900 days'
from office, paper;
