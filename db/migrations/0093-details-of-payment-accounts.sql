-- Staff with the permission `transactions` store how they read an account's statements. Its details need `settings`, because a
-- changed number redirects payments.
create function app.require_settings() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  perform app.require_permission('settings');
  return new;
end $$;
create trigger permitted before insert or update of kind, name, number, currency, how_to_pay, reference_pattern, closed_at,
  account_code on app.payment_account for each row execute function app.require_settings();
