/** Of a project's documents, those that the investor of one investment in it may read. */
const isMine = `(d.investor_id is null and i.status in ('active', 'completed') or d.investor_id = i.investor_id)`

/** The end of the last visit, or thirty days ago. */
const since = `coalesce((select case when last_seen_at < now() - interval '30 minutes' then last_seen_at
  else former_seen_at end from app.portal_visit where investor_id = $1), now() - interval '30 days')`

/** Of the investments called `mine` and their `entries`. */
const news = `select * from (select * from (
  select kind, id, at, project, amount, null::integer as percent, 0 as documents from entries e
    where at > (select at from begin) and (kind <> 'payment' or exists (select from app.receipt r where r.entry_id = e.id))
      and not exists (select from app.ledger_entry v where v.voids_id = e.id)
  union all select case when v.recorded_at is null then 'return' else 'return-void' end, g.id,
      coalesce(v.recorded_at, g.recorded_at), min(mine.name), sum(s.amount_cents), null, 0
    from mine join app.distribution_share s on s.investment_id = mine.id
    join app.sent_share t on (t.distribution_id, t.investment_id) = (s.distribution_id, s.investment_id)
    join app.distribution_sending g on g.id = t.sending_id
    left join app.distribution_void v on v.distribution_id = s.distribution_id
    where coalesce(v.recorded_at, g.recorded_at) > (select at from begin) and s.amount_cents > 0 group by g.id, v.recorded_at
  union all select 'investment', id, created_at, name, coalesce((select a.former_amount_cents from app.amendment a
      where a.investment_id = mine.id and a.kind = 'amount' order by a.id limit 1), amount_cents), null, 0 from mine
    where created_at > (select at from begin) and status <> 'cancelled' and not exists (
      select from app.ledger_entry e left join app.receipt r on r.entry_id = e.id
      where e.investment_id = mine.id and e.kind = 'payment' and r.id is null)
  union all select a.kind, a.id, a.amended_at, mine.name, a.amount_cents, null, 0
    from app.amendment a join mine on mine.id = a.investment_id
    where a.amended_at > (select at from begin)
      and not (a.kind <> 'amount' and exists (select from app.amendment later
        where later.investment_id = a.investment_id and later.kind <> 'amount' and later.id > a.id))
  union all select 'documents', min(id::text)::uuid, max(uploaded_at), null, null, null, count(*) from papers
    where uploaded_at > (select at from begin) having count(*) > 0
  union all select 'progress', u.id, u.created_at, held.name, null, u.progress_percent, 0 from app.project_update u
    join (select distinct project_id, name from mine where status in ('active', 'completed')) held using (project_id)
    where u.created_at > (select at from begin)) news
  order by kind = 'documents' desc, kind = 'progress', at desc, id desc limit 12) latest
  order by case kind when 'documents' then 1 when 'progress' then 2 else 0 end, at desc, id desc`

/** Of the published projects, in the order in which this investor sees them, the first that still takes money. */
const offer = `
  select id, slug, name, location, project_type, tagline, price_text from (
    select id, slug, name, location, project_type, tagline, price_text from app.project where published and archived_at is null and status <> 'completed'
      and id not in (select project_id from app.dismissed_offer where investor_id = $1)
    order by id in (select project_id from mine where status <> 'cancelled') or id in (select project_id
        from app.investment_request where investor_id = $1 and status = 'pending'),
      id in (select project_id from app.request_draft where investor_id = $1) desc, featured_rank nulls last, name, id
    offset 0) told
  where app.is_taken(id) is not true limit 1`

/**
 * What the floor asks for each screen: the rows the screen shows, in one question, narrowed by hand and not by row policies.
 * The answer to a question is one row, whose columns are what the screen's own questions answer.
 */
export const floorQueries: Record<string, string> = {
  dashboard: `
    with mine as materialized (
      select i.id, i.project_id, i.status, i.amount_cents, i.received_cents, i.invested_on, i.next_payment_on,
        i.next_payment_cents, i.created_at, p.name, p.location, p.status as project_status, p.annual_return_bp, p.progress_percent
      from app.investment i join app.project p on p.id = i.project_id where i.investor_id = $1
    ), shares as materialized (
      select g.id, s.investment_id, s.amount_cents, g.sent_on
      from app.distribution_share s
      join app.sent_share t on (t.distribution_id, t.investment_id) = (s.distribution_id, s.investment_id)
      join app.distribution_sending g on g.id = t.sending_id
      where s.investment_id in (select id from mine) and s.amount_cents > 0
        and not exists (select from app.distribution_void v where v.distribution_id = s.distribution_id)
    ), entries as materialized (
      select e.id, e.kind, e.amount_cents as amount, e.recorded_at as at, e.dated_on, mine.status, mine.name as project
      from mine join app.ledger_entry e on e.investment_id = mine.id
    ), papers as materialized (
      select id, uploaded_at from app.document where status = 'active' and (investor_id = $1 or investor_id is null
        and project_id = any(array(select project_id from mine where status in ('active', 'completed'))))
    ), begin as materialized (select ${since} as at), copies as (
      select c.sent_at, c.read_at, n.id, n.title, n.message, n.notification_type
      from app.notification_recipient c join app.notification n on n.id = c.notification_id
      where c.investor_id = $1 order by c.sent_at desc, c.notification_id desc limit 5
    )
    select (select full_name from app.investor where id = $1) as owner,
      (select json_build_object('invested', sum(amount_cents), 'received', sum(received_cents), 'pending',
          count(*) filter (where status = 'pending'), 'active', count(*) filter (where status = 'active'), 'completed',
          count(*) filter (where status = 'completed')) from mine where status <> 'cancelled') as portfolio,
      (select json_agg(t) from (select * from mine order by invested_on desc, id desc limit 3) t) as investments,
      (select json_agg(t) from (select id, name, next_payment_on,
          least(next_payment_cents, amount_cents - received_cents) as amount from mine
        where status in ('pending', 'active') and next_payment_on is not null order by next_payment_on, id limit 12) t) as payments,
      (select json_agg(t) from (select id, sent_on, sum(amount_cents) as amount from shares
        group by 1, 2 order by 2 desc, 1 desc) t) as returns,
      (select json_agg(t) from copies t) as notifications,
      (select count(*) from app.notification_recipient where investor_id = $1 and read_at is null) as unread,
      (select count(*) from papers) as documents,
      (select json_agg(t) from (${news}) t) as news,
      (select json_agg(t) from (select date_trunc('month', day) as month, sum(agreed) as agreed, sum(received) as received
        from (select invested_on as day, amount_cents as agreed, 0 as received from mine where status <> 'cancelled'
          union all select day, change, 0 from mine join app.amendment a on a.investment_id = mine.id and a.kind = 'amount',
            lateral (values (invested_on, former_amount_cents - a.amount_cents), ((amended_at at time zone 'Africa/Nairobi')::date,
              a.amount_cents - former_amount_cents)) v (day, change) where status <> 'cancelled'
          union all select dated_on, 0, amount from entries where status <> 'cancelled') moved group by 1) t) as months,
      (select json_agg(t) from (select q.id, q.amount_cents, q.requested_at, q.reserved_until, p.name, p.slug
        from app.investment_request q join app.project p on p.id = q.project_id where q.investor_id = $1
          and q.status = 'pending' and q.reserved_until > now() order by q.requested_at desc, q.id desc) t) as requests,
      (select json_agg(t) from (select project_id, name, sum(amount_cents) as amount from mine
        where status <> 'cancelled' group by 1, 2 order by amount desc, name) t) as allocation,
      (select json_agg(t) from (${offer}) t) as offer`,
  investment: `
    select i.id, i.project_id, i.amount_cents, i.received_cents, i.status, i.invested_on, i.next_payment_on,
      i.next_payment_cents, i.cancelled_on, p.name, p.location, p.status as project_status, p.annual_return_bp,
      p.progress_percent, p.unit_price_cents, p.completion_text, p.completion_on,
      (select json_agg(t) from (select e.id, e.kind, e.method, e.amount_cents, e.dated_on, e.reference,
          r.number, v.reason as void_reason,
          sum(e.amount_cents) over (order by e.dated_on, e.recorded_at, e.id) as balance
        from app.ledger_entry e left join app.receipt r on r.entry_id = coalesce(e.voids_id, e.id)
        left join app.ledger_entry v on v.voids_id = e.id
        where e.investment_id = i.id order by e.dated_on desc, e.recorded_at desc, e.id desc) t) as ledger,
      (select json_agg(t) from (select d.id, s.amount_cents, d.dated_on, g.sent_on, v.reason from app.distribution_share s
        join app.distribution d on d.id = s.distribution_id
        left join app.sent_share sent on (sent.distribution_id, sent.investment_id) = (s.distribution_id, s.investment_id)
        left join app.distribution_sending g on g.id = sent.sending_id
        left join app.distribution_void v on v.distribution_id = d.id
        where s.investment_id = i.id order by d.dated_on desc, d.id desc) t) as shares,
      (select json_agg(t) from (select u.id, u.dated_on, u.progress_percent, u.body from app.project_update u
        where u.project_id = i.project_id order by u.dated_on desc, u.id desc limit 12) t) as updates,
      (select count(*) from app.project_update u where u.project_id = i.project_id) as updates_total,
      (select json_agg(t) from (select d.id, d.title, d.document_type, d.uploaded_at from app.document d
        where d.project_id = i.project_id and d.status = 'active' and ${isMine}
        order by d.uploaded_at desc, d.id desc limit 4) t) as papers,
      (select count(*) from app.document d
        where d.project_id = i.project_id and d.status = 'active' and ${isMine}) as papers_total
    from app.investment i join app.project p on p.id = i.project_id where i.id = $1`,
  notifications: `
    select count(*) as total, count(*) filter (where read_at is null) as unread,
      (select json_agg(t) from (select n.id, n.title, n.message, n.notification_type, n.edited_at, c.sent_at, c.read_at
        from app.notification_recipient c join app.notification n on n.id = c.notification_id
        where c.investor_id = $1 order by c.sent_at desc, c.notification_id desc limit 20) t) as notifications
    from app.notification_recipient where investor_id = $1`,
  first: investments({
    ids: 'select id from app.investment where archived_at is null order by invested_on desc, id desc limit 12',
  }),
  search: investments({
    found: `
    found as materialized (
      select id, status, archived_at, invested_on from app.investment
        where project_id = any(array(select id from app.project where name_search like $1 and name_search like $2))
      union select id, status, archived_at, invested_on from app.investment
        where investor_id = any(array(select id from app.investor where full_name_search like $1 and full_name_search like $2))
    ),`,
    ids: 'select id from found where archived_at is null order by invested_on desc, id desc limit 12',
    counts: `select status || case when archived_at is null then '' else ' archived' end as kind, count(*) as count
      from found group by 1`,
  }),
  deep: investments({
    ids: 'select id from app.investment where archived_at is null order by invested_on desc, id desc limit 12 offset $1',
  }),
}

/** The money above the list and the numbers next to its filters are counters; what is overdue, and what a search finds, is counted. */
function investments({
  found = '',
  ids,
  counts,
}: {
  found?: string
  ids: string
  counts?: string
}) {
  return `
    with ${found} kept as (
      select subject, kind, sum(count) as count, sum(amount_cents) as amount_cents, sum(received_cents) as received_cents
        from app.counter where subject in ('investment', 'investing') group by 1, 2
      union all select 'due', 'overdue', count(*), 0, 0 from app.investment where archived_at is null
        and status in ('pending', 'active') and next_payment_on < (now() at time zone 'Africa/Nairobi')::date
    ), page as (
      select i.id, i.amount_cents, i.received_cents, i.status, i.invested_on, i.next_payment_on, i.archived_at,
        p.name as project, n.full_name as investor
      from app.investment i join app.project p on p.id = i.project_id join app.investor n on n.id = i.investor_id
      where i.id = any(array(${ids})) order by i.invested_on desc, i.id desc
    )
    select (select json_agg(page) from page) as investments, (select json_agg(kept) from kept) as figures,
      (select json_agg(t) from (${counts ?? "select kind, count from kept where subject = 'investment'"}) t) as counts,
      (select count(*) from app.investment_request where status = 'pending') as requests`
}
