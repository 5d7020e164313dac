-- Statements of each month, whose lines became the payments by M-Pesa, transfer and cheque: three of five without a
-- person. The rest are charges, transfers between own accounts, and in the last weeks one of fifty that waits.
create temp table paid as
select row_number() over (order by entry.id) as n, entry.id as entry_id, entry.dated_on, entry.recorded_at,
  coalesce(entry.paid_minor, entry.amount_cents) as minor, coalesce(entry.paid_currency, 'USD') as currency,
  entry.payment_account_id as account_id, entry.reference as number, investment.investor_id, investor.full_name as name,
  investor.phone, void.recorded_at as voided_at, payment_reference.code
from app.ledger_entry entry join app.investment on investment.id = entry.investment_id
  join app.investor on investor.id = investment.investor_id join app.payment_reference using (investment_id)
  left join app.ledger_entry void on void.voids_id = entry.id
where pg_temp.made(entry.id) and entry.payment_account_id is not null and (void.id is null or entry.amount_cents % 4 = 0);

create temp table line (leg text, day date, minor bigint, currency text, account_id uuid, number text, name text, phone text,
  typed text, narrative text, exclusion text, kind text, source bigint);
insert into line
select 'payment', dated_on, minor, currency, account_id, number,
  upper(case when n % 4 = 0 then relative else name end),
  case when currency = 'KES' then substr(phone, 2, 5) || '****' || right(phone, 3) end,
  case when n % 5 < 3 then code when n % 5 = 3 then lower(split_part(name, ' ', 1)) end,
  case currency when 'KES' then 'Pay Bill Online' else 'RTGS' end || ' ' || upper(name), null, 'paid', n
from paid join (select n as person_n, name as relative from person) other on person_n = 1 + paid.n % pg_temp.size('investors');
insert into line
select 'charge', dated_on, -(100 + n % 108) * 50, currency, account_id, number, null, null, null, 'Pay Bill Charge', 'charge', 'charge', n
from paid where currency = 'KES';

-- Held, returned, excluded by hand and taken back are one of fifty each; of the others three of four are suggested.
insert into line
select 'payment', current_date - 1 - (n * 7 % 60)::integer, (10 + n * 37 % 490) * case when n % 3 = 0 then 1000000 else 10000 end,
  case when n % 3 = 0 then 'KES' else 'USD' end, pg_temp.id(17, 1 + n % 3),
  case when n % 3 = 0 then pg_temp.mpesa_code(current_date - 1 - (n * 7 % 60)::integer, 200000000 + n) else 'FT' || n end,
  case when n % 4 > 0 then upper(name) end,
  case when n % 3 = 0 then substr(phone, 2, 5) || '****' || right(phone, 3) end,
  case when n % 4 = 0 then 'other' when n % 4 = 1 then overlay(code placing translate(right(code, 1), '0123456789ABCDEFGHJKMNPQRSTVWXYZ', '123456789ABCDEFGHJKMNPQRSTVWXYZ0') from 7) else name end,
  case when n % 3 = 0 then 'Pay Bill Online' else 'RTGS' end,
  case when n % 50 in (17, 18) then 'reversal-pair' when n % 50 = 19 then 'other' end, 'open', n
from generate_series(1, pg_temp.size('transactions') / 50) n
  join (select n as person_n, name, phone from person) payer on person_n = 1 + n * 977 % pg_temp.size('investors')
  join app.payment_reference on investment_id = pg_temp.id(6, person_n);
insert into line
select 'reversal', day, -minor, currency, account_id, 'R' || number, name, phone, null, 'Reversal of ' || number, 'reversal-pair', 'reversal', source
from line where kind = 'open' and exclusion = 'reversal-pair';
insert into line
select 'other', current_date - (n * 13 % 1800)::integer, -(10 + n % 900) * 10000, 'USD', pg_temp.id(17, 2 + n % 2), 'OWN' || n, null, null, null,
  'Transfer to own account ' || n, 'own-transfer', 'other', n
from generate_series(1, pg_temp.size('transactions') - (select count(*) from line)) n;

create temp table stated as
select row_number() over (order by occurred_at, minor desc, number, leg) as n, *,
  sum(minor) over (partition by account_id order by occurred_at, minor desc, number, leg) as balance
from (select *, date_trunc('month', day)::date as month,
  day + time '07:00' + (source * 37 % 43200) * interval '1 second' as occurred_at from line) timed;
create index on stated (kind, source);
analyze stated;

create temp table file as
select row_number() over (order by month, account_id) as n, account_id, month, count(*) as lines,
  (array_agg(balance - minor order by stated.n))[1] as opening, (array_agg(balance order by stated.n desc))[1] as closing
from stated group by account_id, month;
insert into app.statement_file (id, payment_account_id, name, sha256, profile, from_on, to_on, opening_minor, closing_minor,
  lines, new_lines, uploaded_by, uploaded_at)
select pg_temp.id(18, n), account_id, 'statement-' || to_char(month, 'YYYY-MM') || '.csv', encode(sha256(n::text::bytea), 'hex'),
  account.statement_profile, month, least((month + interval '1 month')::date - 1, current_date - 1), opening, closing, lines, lines,
  admin_id, least(month + interval '1 month 8 hours', now())
from office, file join app.payment_account account on account.id = account_id;

insert into app.bank_transaction (id, payment_account_id, statement_file_id, line_number, provider_number, leg, occurred_at,
  value_on, minor, currency, balance_minor, payer_name, payer_number, typed_reference, mpesa_code, narrative, reversal_of, raw,
  created_at, exclusion, allocated_minor, returned_minor, held_for_id, suggestions)
select pg_temp.id(19, stated.n), account_id, pg_temp.id(18, file.n), row_number() over (partition by file.n order by stated.n),
  number, leg, occurred_at, day, stated.minor, currency, balance, stated.name, stated.phone, typed,
  case when currency = 'KES' and kind <> 'reversal' then number end, narrative, case kind when 'reversal' then substr(number, 2) end, narrative,
  least(file.month + interval '1 month 8 hours', now()), stated.exclusion,
  case when kind = 'paid' and not is_voided then stated.minor else 0 end,
  case when kind = 'open' and source % 50 = 15 then stated.minor when kind = 'open' and source % 50 = 16 then stated.minor / 2 else 0 end,
  case when kind = 'open' and source % 50 = 14 then person.id end,
  case when kind = 'open' and source % 4 > 0 and source % 50 not between 14 and 19 then jsonb_build_array(jsonb_build_object(
    'kind', 'investment', 'investmentId', pg_temp.id(6, person.n), 'score', 70 + source % 30,
    'reason', 'the name typed is like the investor’s; the payer’s name is like the investor’s')) else '[]' end
from stated join file using (account_id, month)
  left join person on kind = 'open' and person.n = 1 + source * 977 % pg_temp.size('investors')
  left join (select n, voided_at is not null as is_voided from paid) matched on kind = 'paid' and matched.n = source;

insert into app.allocation (id, bank_transaction_id, ledger_entry_id, minor, recorded_entry, automatic, allocated_by, allocated_at,
  released_by, released_at)
select pg_temp.id(20, paid.n), pg_temp.id(19, stated.n), entry_id, paid.minor, true, case when paid.n % 5 < 3 then 'reference' end,
  case when paid.n % 5 >= 3 then admin_id end, recorded_at, case when voided_at is not null then admin_id end, voided_at
from office, paid join stated on kind = 'paid' and source = paid.n;
insert into app.bank_transaction_decision (id, bank_transaction_id, kind, exclusion, reason, returned_minor, returned_on,
  held_for_id, decided_by, decided_at)
select pg_temp.id(21, stated.n), pg_temp.id(19, stated.n), case when exclusion is not null then 'excluded' when source % 50 = 14 then 'held'
    else 'returned' end, exclusion, case when exclusion = 'other' or source % 50 in (15, 16) then 'Not for an investment' end,
  case source % 50 when 15 then minor when 16 then minor / 2 end, case when source % 50 in (15, 16) then day end,
  case when source % 50 = 14 then person.id end, case when exclusion is distinct from 'reversal-pair' then admin_id end, now() - interval '1 hour'
from office, stated join person on person.n = 1 + source * 977 % pg_temp.size('investors')
where kind = 'open' and source % 50 between 14 and 19 or kind = 'reversal';
insert into app.known_payer (id, investor_id, payer_number, payer_name, learnt_by, learnt_at)
select pg_temp.id(22, row_number() over ()), investor_id, phone, name, admin_id, learnt_at
from office, (select investor_id, stated.phone, stated.name, min(recorded_at) as learnt_at
  from paid join stated on kind = 'paid' and source = paid.n where paid.n % 5 >= 3 group by 1, 2, 3) payer;
analyze app.bank_transaction, app.allocation, app.bank_transaction_decision, app.known_payer, app.statement_file;
