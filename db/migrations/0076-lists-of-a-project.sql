-- Investments by what remains, and the money of one project's investments without reading their rows.
create index on app.investment
  ((case when status = 'cancelled' then 0 else amount_cents - received_cents end) desc, id desc)
  where archived_at is null;
create index on app.investment (project_id, status) include (archived_at, amount_cents, received_cents);
create index on app.investment (project_id, invested_on desc, id desc) where archived_at is null;
