-- A page of investors, and how many there are in each status, come from indexes alone: with 100,000 investors the counts
-- took 200 ms and the page in the middle of a status 400, because each joined every account and sorted every name.
drop index app.investor_full_name_id_idx1, app.investor_joined_on_id_idx;
create index on app.investor (full_name, id) include (user_id, own_status) where archived_at is null;
create index on app.investor (joined_on desc, id desc) include (user_id, own_status) where archived_at is null;
create index on app.investor (user_id) include (own_status) where archived_at is null;
create index on app.investor (id) where archived_at is not null;
-- Most accounts are active: a status is found by the few that are not.
create index on auth."user" (status, id) where status <> 'active';
