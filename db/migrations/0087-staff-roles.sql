-- What each member of staff may do. The account's role stays `admin`; these are sets of permissions, several to a person.
create table auth.staff_role (
  user_id uuid not null references auth."user" on delete cascade,
  role text not null check (role in ('owner', 'manager', 'cashier', 'support', 'auditor')),
  granted_by uuid references auth."user" on delete set null,
  granted_at timestamptz not null default now(),
  primary key (user_id, role)
);
create index on auth.staff_role (granted_by);

create table auth.role_permission (
  role text not null,
  permission text not null check (permission in ('read-money', 'read-all', 'users', 'settings', 'projects',
    'distributions', 'approvals', 'requests', 'transactions', 'payments', 'investors', 'documents', 'notifications',
    'inquiries')),
  primary key (role, permission)
);
insert into auth.role_permission (role, permission)
  select 'owner', unnest(array['read-money', 'read-all', 'users', 'settings', 'projects', 'distributions', 'approvals',
    'requests', 'transactions', 'payments', 'investors', 'documents', 'notifications', 'inquiries'])
  union all select 'manager', unnest(array['read-money', 'read-all', 'projects', 'distributions', 'approvals', 'requests'])
  union all select 'cashier', unnest(array['read-money', 'transactions', 'payments', 'investors', 'requests'])
  union all select 'support', unnest(array['documents', 'notifications', 'inquiries'])
  union all select 'auditor', unnest(array['read-money', 'read-all']);

insert into auth.staff_role (user_id, role) select id, 'owner' from auth."user" where role = 'admin';

create function app.audit_staff_role() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op in ('UPDATE', 'DELETE') then
    perform app.audit_act('revoke-role', 'user', old.user_id::text, jsonb_build_object('role', old.role));
  end if;
  if tg_op in ('INSERT', 'UPDATE') then
    perform app.audit_act('grant-role', 'user', new.user_id::text, jsonb_build_object('role', new.role));
  end if;
  return null;
end $$;
create trigger audit after insert or update or delete on auth.staff_role for each row
  execute function app.audit_staff_role();

-- The function that withdraws a statement runs as the owner of the tables, past the policies of staff.
create function app.require_transactions() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  perform app.require_permission('transactions');
  return new;
end $$;
create trigger permitted before insert on app.withdrawn_statement for each row
  execute function app.require_transactions();
