/**
 * What the floor asks for each screen: the rows the screen shows, in one question, narrowed by hand and not by row policies.
 * The answer to a question is one row, whose columns are what the screen's own questions answer.
 */
export const floorQueries: Record<string, string> = {
  dashboard: `
    with mine as (
      select i.*, p.name, p.location, p.status as project_status, p.annual_return_bp, p.progress_percent
      from app.investment i join app.project p on p.id = i.project_id where i.investor_id = $1
    ), shares as (
      select s.distribution_id, s.investment_id, s.amount_cents, d.dated_on
      from app.distribution_share s join app.distribution d on d.id = s.distribution_id
      where s.investment_id in (select id from mine)
        and not exists (select from app.distribution_void v where v.distribution_id = d.id)
    ), copies as (
      select c.sent_at, c.read_at, n.id, n.title, n.message, n.notification_type
      from app.notification_recipient c join app.notification n on n.id = c.notification_id
      where c.investor_id = $1 order by c.sent_at desc, c.notification_id desc limit 5
    )
    select (select full_name from app.investor where id = $1) as owner,
      (select json_build_object('invested', sum(amount_cents), 'received', sum(received_cents), 'count', count(*)) from mine
        where status <> 'cancelled') as portfolio,
      (select json_agg(t) from (select * from mine order by invested_on desc, id desc limit 3) t) as investments,
      (select json_agg(t) from (select id, name, next_payment_on, next_payment_cents from mine
        where status in ('pending', 'active') and next_payment_on is not null order by next_payment_on limit 3) t) as payments,
      (select json_agg(t) from shares t) as returns,
      (select json_agg(t) from copies t) as notifications,
      (select count(*) from app.notification_recipient where investor_id = $1 and read_at is null) as unread,
      (select count(*) from app.document where status = 'active'
        and (investor_id = $1 or investor_id is null and project_id in (select project_id from mine))) as documents,
      (select json_agg(t) from (select e.id, e.kind, e.amount_cents, e.recorded_at from app.ledger_entry e
        where e.investment_id in (select id from mine) and e.recorded_at > now() - interval '30 days' limit 12) t) as news,
      (select json_agg(t) from (select date_trunc('month', e.dated_on) as month, sum(e.amount_cents) as received
        from app.ledger_entry e where e.investment_id in (select id from mine) group by 1) t) as months,
      (select json_agg(t) from (select project_id, name, sum(amount_cents) as amount from mine group by 1, 2) t) as allocation,
      (select json_agg(t) from (select id, slug, name, location, tagline from app.project
        where published and archived_at is null and status <> 'completed' order by featured_rank nulls last, name limit 1) t) as offer`,
  investment: `
    select (select row_to_json(t) from (select i.*, p.name, p.location from app.investment i
        join app.project p on p.id = i.project_id where i.id = $1) t) as investment,
      (select json_agg(t) from (select e.id, e.kind, e.method, e.amount_cents, e.dated_on, e.recorded_at, e.reference,
          r.number, v.reason as void_reason,
          sum(e.amount_cents) over (order by e.dated_on, e.recorded_at, e.id) as balance
        from app.ledger_entry e left join app.receipt r on r.entry_id = e.id left join app.ledger_entry v on v.voids_id = e.id
        where e.investment_id = $1 order by e.dated_on desc) t) as ledger,
      (select json_agg(t) from (select s.amount_cents, d.dated_on from app.distribution_share s
        join app.distribution d on d.id = s.distribution_id where s.investment_id = $1) t) as shares,
      (select json_agg(t) from (select u.* from app.project_update u join app.investment i on i.project_id = u.project_id
        where i.id = $1 order by u.dated_on desc limit 10) t) as updates,
      (select json_agg(t) from (select d.id, d.title, d.document_type, d.uploaded_at from app.document d
        join app.investment i on i.project_id = d.project_id where i.id = $1 and d.status = 'active'
        order by d.uploaded_at desc limit 4) t) as papers`,
  notifications: `
    select (select count(*) from app.notification_recipient where investor_id = $1) as total,
      (select count(*) from app.notification_recipient where investor_id = $1 and read_at is null) as unread,
      (select json_agg(t) from (select n.id, n.title, n.message, n.notification_type, c.sent_at, c.read_at
        from app.notification_recipient c join app.notification n on n.id = c.notification_id
        where c.investor_id = $1 order by c.sent_at desc, c.notification_id desc limit 20) t) as notifications`,
  first: investments(
    'select id from app.investment where archived_at is null order by invested_on desc, id desc limit 12',
  ),
  search: investments(`select id from app.investment where archived_at is null
    and (project_id = any(array(select id from app.project where name ilike $1 and name ilike $2))
      or investor_id = any(array(select id from app.investor where full_name ilike $1 and full_name ilike $2)))
    order by invested_on desc, id desc limit 12`),
  deep: investments(
    'select id from app.investment where archived_at is null order by invested_on desc, id desc limit 12 offset 11988',
  ),
}

function investments(ids: string) {
  return `select i.id, i.amount_cents, i.received_cents, i.status, i.invested_on, i.next_payment_on, i.archived_at,
      p.name as project, n.full_name as investor,
      (select json_agg(t) from (select left(kind, -8) as status, sum(count) as count, sum(amount_cents) as amount_cents,
          sum(received_cents) as received_cents from app.tally where subject = 'investment' group by 1) t) as counts
    from app.investment i join app.project p on p.id = i.project_id join app.investor n on n.id = i.investor_id
    where i.id = any(array(${ids})) order by i.invested_on desc, i.id desc`
}
