-- Statements are written by the function below only, which computes the figures, so that not even an administrator can
-- choose them.
grant select on app.statement, app.statement_line to msingi_admin, msingi_system, msingi_investor;
create policy own on app.statement for select to msingi_investor using (investor_id = (select app.me()));
create policy own on app.statement_line for select to msingi_investor
  using (exists (select from app.statement s where s.id = statement_id));

-- Issues a statement of a quarter or year, up to its end, today, or `p_through` when reissued. Voided entries are
-- marked and count until the day of their void. An unchanged current statement is returned. No row before the period
-- begins or without any entry by its end. Serialised per investor.
create or replace function app.issue_statement(p_investor uuid, p_from date, p_to date, p_through date, p_now timestamptz)
returns table (statement_id uuid, is_new boolean)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  today date := (p_now at time zone 'Africa/Nairobi')::date;
  issued app.statement;
  standing record;
  lines app.statement_line[];
begin
  if app.me() is not null and app.me() <> p_investor then return; end if;
  if p_from > today then return; end if;
  perform pg_advisory_xact_lock(hashtext('msingi statement'), hashtext(p_investor::text));
  issued.id := app.new_id();
  issued.investor_id := p_investor;
  issued.from_on := p_from;
  issued.to_on := p_to;
  issued.through_on := coalesce(p_through, least(p_to, today));
  select full_name into issued.investor_name from app.investor where id = p_investor;

  select sum(e.amount_cents) filter (where e.dated_on < p_from), sum(e.amount_cents),
      sum(e.amount_cents) filter (where i.cancelled_on <= issued.through_on)
    into issued.opening_cents, issued.closing_cents, issued.to_refund_cents
    from app.investment i join app.ledger_entry e on e.investment_id = i.id
    where i.investor_id = p_investor and e.dated_on <= issued.through_on;
  if issued.closing_cents is null then return; end if;
  issued.opening_cents := coalesce(issued.opening_cents, 0);
  issued.to_refund_cents := coalesce(issued.to_refund_cents, 0);

  select coalesce(array_agg(line order by line.place), '{}') into lines from (
    select issued.id, (row_number() over (order by is_beside, dated_on, recorded_at, source_id))::integer as place, source_id,
      kind, dated_on, project_name, receipt_number, reason, amount_cents,
      case when is_beside then null else (issued.opening_cents
        + sum(amount_cents) over (partition by is_beside order by dated_on, recorded_at, source_id))::bigint end,
      voided_on, void_reason, paid_minor, paid_currency
    from (
      select false as is_beside, e.id as source_id, e.kind, e.dated_on, e.recorded_at, p.name as project_name,
        r.number as receipt_number, e.reason, e.amount_cents, v.dated_on as voided_on, v.reason as void_reason,
        e.paid_minor, e.paid_currency
      from app.investment i join app.ledger_entry e on e.investment_id = i.id join app.project p on p.id = i.project_id
        left join app.receipt r on r.entry_id = coalesce(e.voids_id, e.id)
        left join app.ledger_entry v on v.voids_id = e.id
      where i.investor_id = p_investor and e.dated_on between p_from and issued.through_on
      union all
      select true, g.id, 'distribution', g.sent_on, g.recorded_at, p.name, null, null, sum(h.amount_cents)::bigint,
        (v.recorded_at at time zone 'Africa/Nairobi')::date, v.reason, sum(h.paid_minor)::bigint, d.paid_currency
      from app.investment i join app.sent_share t on t.investment_id = i.id
        join app.distribution_share h on (h.distribution_id, h.investment_id) = (t.distribution_id, t.investment_id)
        join app.distribution_sending g on g.id = t.sending_id
        join app.distribution d on d.id = t.distribution_id join app.project p on p.id = d.project_id
        left join app.distribution_void v on v.distribution_id = d.id
      where i.investor_id = p_investor and g.sent_on between p_from and issued.through_on and h.amount_cents > 0
        and v.is_retroactive is not true
      group by g.id, d.id, p.name, v.distribution_id
      union all
      select true, d.id, 'distribution', (v.recorded_at at time zone 'Africa/Nairobi')::date, v.recorded_at, p.name, null,
        v.reason, -sum(h.amount_cents)::bigint, null, null, -sum(h.paid_minor)::bigint, d.paid_currency
      from app.investment i join app.sent_share t on t.investment_id = i.id
        join app.distribution_share h on (h.distribution_id, h.investment_id) = (t.distribution_id, t.investment_id)
        join app.distribution d on d.id = t.distribution_id join app.project p on p.id = d.project_id
        join app.distribution_void v on v.distribution_id = d.id
      where i.investor_id = p_investor and h.amount_cents > 0 and not v.is_retroactive
        and (v.recorded_at at time zone 'Africa/Nairobi')::date between p_from and issued.through_on
      group by d.id, p.name, v.distribution_id) stated
  ) line;
  select coalesce(sum(l.amount_cents), 0) into issued.distributed_cents from unnest(lines) l where l.kind = 'distribution';
  issued.sha256 := app.statement_hash(issued, lines);

  select s.id, s.sha256 into standing from app.statement s where s.investor_id = p_investor and s.from_on = p_from and s.to_on = p_to
    and not exists (select from app.statement later where later.replaces_id = s.id);
  if standing.sha256 = issued.sha256 then
    return query select standing.id, false;
    return;
  end if;
  issued.replaces_id := standing.id;
  issued.code := app.paper_code();
  insert into app.statement (id, investor_id, from_on, to_on, through_on, replaces_id, code, investor_name, opening_cents,
      closing_cents, to_refund_cents, distributed_cents, sha256, issued_at)
    values (issued.id, p_investor, p_from, p_to, issued.through_on, issued.replaces_id, issued.code, issued.investor_name,
      issued.opening_cents, issued.closing_cents, issued.to_refund_cents, issued.distributed_cents, issued.sha256, p_now);
  insert into app.statement_line (statement_id, place, source_id, kind, dated_on, project_name, receipt_number, reason,
      amount_cents, balance_cents, voided_on, void_reason, paid_minor, paid_currency)
    select issued.id, l.place, l.source_id, l.kind, l.dated_on, l.project_name, l.receipt_number, l.reason, l.amount_cents,
      l.balance_cents, l.voided_on, l.void_reason, l.paid_minor, l.paid_currency from unnest(lines) l;
  return query select issued.id, true;
end $$;

-- Reissues every current statement of an investor that an entry, void, distribution or cancellation has changed.
create or replace function app.restate(p_investor uuid, p_now timestamptz) returns table (statement_id uuid)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  standing record;
begin
  for standing in select s.from_on, s.to_on, s.through_on from app.statement s where s.investor_id = p_investor
    and not exists (select from app.statement later where later.replaces_id = s.id) order by s.from_on loop
    return query select i.statement_id from app.issue_statement(p_investor, standing.from_on, standing.to_on,
      standing.through_on, p_now) i where i.is_new;
  end loop;
end $$;
-- What a day's balance contains that was voided later. A void counts on its own day, so earlier statements stay valid;
-- replaced ones may lack later entries and are not asked about.
create or replace function app.voided_since(p_investor uuid, p_through date) returns bigint
language sql stable set search_path = pg_catalog, pg_temp as $$
  select coalesce(sum(abs(e.amount_cents)), 0)::bigint
  from app.investment i join app.ledger_entry e on e.investment_id = i.id join app.ledger_entry v on v.voids_id = e.id
  where i.investor_id = p_investor and e.dated_on <= p_through and v.dated_on > p_through
$$;
revoke all on function app.issue_statement, app.restate, app.voided_since from public;
grant execute on function app.voided_since to msingi_investor, msingi_admin;
grant execute on function app.issue_statement to msingi_investor, msingi_admin, msingi_system;
grant execute on function app.restate to msingi_system;
