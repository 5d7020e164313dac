-- A void counts in the month of its own day, as in ledgers and statements: a month that is over keeps its figures.
create or replace function app.tally_entry() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  perform app.add_to_tally('month',
    to_char(new.dated_on, 'YYYY-MM') || case new.kind when 'payment' then ' payment' else ' correction' end,
    1, new.amount_cents);
  return null;
end $$;

create or replace function app.counted() returns table (subject text, kind text, count bigint, amount_cents bigint, received_cents bigint)
language sql stable set search_path = pg_catalog, pg_temp as $$
  select 'investment', app.kind_of_investment(i), count(*), sum(i.amount_cents)::bigint, sum(i.received_cents)::bigint
    from app.investment i group by 2
  union all select 'due', app.due_of_investment(i), count(*), sum(app.due_amount(i))::bigint, 0
    from app.investment i where app.due_of_investment(i) is not null group by 2
  union all select 'investing', 'all', count(distinct investor_id), 0, 0 from app.investment where status <> 'cancelled'
  union all select 'investor', coalesce(u.status, i.own_status) || case when i.archived_at is null then '' else ' archived' end
      || ' ' || app.shelf_of_name(i.full_name), count(*), 0, 0
    from app.investor i left join auth."user" u on u.id = i.user_id group by 2
  union all select 'account', u.role || ' ' || u.status || ' ' || marked.mark, count(*), 0, 0
    from auth."user" u cross join lateral (values ('all ' || app.shelf_of_name(u.name), true),
      ('never', u.last_signed_in_at is null), ('unverified', not u."emailVerified"),
      ('refused', u.refused_mail_at is not null)) marked (mark, holds)
    where marked.holds group by 2
  union all select 'mail', template || ' ' || state, count(*), 0, 0 from app.outbox group by 2
  union all select 'month', to_char(e.dated_on, 'YYYY-MM') || case e.kind when 'payment' then ' payment' else ' correction' end,
      count(*), sum(e.amount_cents)::bigint, 0
    from app.ledger_entry e group by 2
  union all select 'document', document_type || ' ' || status, count(*), 0, 0 from app.document group by 2
  union all select 'notification', notification_type, count(*), 0, 0 from app.notification group by 2
$$;
delete from app.tally where subject = 'month';
insert into app.tally (subject, kind, count, amount_cents, received_cents)
  select subject, kind, count, amount_cents, received_cents from app.counted() where subject = 'month';

-- What was agreed to come in next stays due until what was received since reaches its amount. An investment shows the first
-- that is still due, with what is left of it; the others are kept here, because a void or a refund makes them due again.
-- `until_cents` is what must have been received in all for one to be met; without an amount any payment meets it.
create table app.agreed_payment (
  investment_id uuid not null references app.investment on delete cascade,
  due_on date not null,
  amount_cents bigint check (amount_cents > 0),
  until_cents bigint,
  primary key (investment_id, due_on),
  constraint amount_says_until_when check ((amount_cents is null) = (until_cents is null))
);

create function app.note_agreed_payment(i app.investment) returns void language sql security definer
set search_path = pg_catalog, pg_temp as $$
  insert into app.agreed_payment (investment_id, due_on, amount_cents, until_cents)
    select i.id, i.next_payment_on, i.next_payment_cents, i.received_cents + i.next_payment_cents
    where i.next_payment_on is not null
    on conflict do nothing
$$;

create function app.follow_agreed_payments() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  due app.agreed_payment;
begin
  -- Another one is named: it takes the place of what was still due.
  if (new.next_payment_on, new.next_payment_cents) is distinct from (old.next_payment_on, old.next_payment_cents) then
    delete from app.agreed_payment where investment_id = old.id
      and (until_cents is null or until_cents > new.received_cents or due_on = new.next_payment_on);
    return new;
  end if;
  perform app.note_agreed_payment(old);
  select * into due from app.agreed_payment
    where investment_id = old.id and (until_cents is null or until_cents > new.received_cents)
    order by until_cents nulls last, due_on limit 1;
  if found then
    new.next_payment_on := due.due_on;
    new.next_payment_cents := least(due.amount_cents, due.until_cents - new.received_cents);
  elsif old.next_payment_cents is not null then
    new.next_payment_on := null;
    new.next_payment_cents := null;
  end if;
  return new;
end $$;
create trigger follow_agreed_payments before update on app.investment for each row
  when ((old.received_cents, old.next_payment_on, old.next_payment_cents)
    is distinct from (new.received_cents, new.next_payment_on, new.next_payment_cents))
  execute function app.follow_agreed_payments();

-- Imported payments are of the past: they meet nothing, and their voids make nothing due.
create function app.keep_agreed_payments() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  if not coalesce(new.imported or (select imported from app.ledger_entry where id = new.voids_id), false) then
    return new;
  end if;
  perform app.note_agreed_payment(i) from app.investment i where i.id = new.investment_id;
  update app.agreed_payment set until_cents = until_cents + new.amount_cents where investment_id = new.investment_id;
  return new;
end $$;
create trigger keep_agreed_payments before insert on app.ledger_entry for each row
  when (new.imported or new.kind = 'void') execute function app.keep_agreed_payments();

-- Names the payment that follows those which are still due.
create function app.add_agreed_payment(p_investment_id uuid, p_due_on date, p_amount bigint) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into app.agreed_payment (investment_id, due_on, amount_cents, until_cents)
    select i.id, p_due_on, p_amount, p_amount + greatest(i.received_cents,
      (select max(a.until_cents) from app.agreed_payment a where a.investment_id = i.id))
    from app.investment i where i.id = p_investment_id
    on conflict (investment_id, due_on) do update set amount_cents = excluded.amount_cents, until_cents = excluded.until_cents
$$;
revoke all on function app.note_agreed_payment, app.follow_agreed_payments, app.keep_agreed_payments,
  app.add_agreed_payment from public;
grant execute on function app.add_agreed_payment to msingi_admin;
