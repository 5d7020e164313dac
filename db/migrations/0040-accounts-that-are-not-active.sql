-- A search that finds thousands of investors looks each one's account up for its status (decisions §2). Few accounts are not
-- active: an index of these alone answers, without a row of the others being read.
create index on auth."user" (id) include (status) where status <> 'active';
