-- What a payer types as the account number: one code per investment, made with it and never given again, also not after
-- the investment was deleted. M, five characters of Crockford's base 32, and a check character that finds every wrong
-- character and every two that changed places.
create function app.reference_check_character(p_characters text) returns text language plpgsql immutable parallel safe
set search_path = pg_catalog, pg_temp as $$
declare
  alphabet constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  factors constant integer[] := array[7, 8, 9, 4, 2];
  total integer := 0;
  power integer;
begin
  -- A sum of products in the field of 32 elements, modulo x^5 + x^2 + 1.
  for place in 1..5 loop
    power := strpos(alphabet, substr(p_characters, place, 1)) - 1;
    for bit in 0..3 loop
      if factors[place] & (1 << bit) <> 0 then total := total # power; end if;
      power := (power << 1) # (case when power & 16 <> 0 then 37 else 0 end);
    end loop;
  end loop;
  return substr(alphabet, total + 1, 1);
end $$;

create function app.random_reference() returns text language sql volatile set search_path = pg_catalog, pg_temp as $$
  select 'M' || five || app.reference_check_character(five)
  from (select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (byte & 31), 1), '') as five
        from (select get_byte(uuid_send(gen_random_uuid()), place) as byte from generate_series(0, 4) place) drawn) code
$$;

create table app.payment_reference (
  code text primary key
    check (code ~ '^M[0-9A-HJKMNP-TV-Z]{6}$' and right(code, 1) = app.reference_check_character(substr(code, 2, 5))),
  investment_id uuid unique references app.investment on delete set null,
  created_at timestamptz not null default now()
);

create function app.add_payment_reference(p_investment_id uuid) returns void language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  loop
    insert into app.payment_reference (code, investment_id) values (app.random_reference(), p_investment_id)
      on conflict (code) do nothing;
    exit when found;
  end loop;
end $$;

create function app.give_payment_reference() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  perform app.add_payment_reference(new.id);
  return null;
end $$;
create trigger give_payment_reference after insert on app.investment for each row
  execute function app.give_payment_reference();

do $$
begin
  perform app.add_payment_reference(id) from app.investment;
end $$;
revoke all on function app.reference_check_character, app.random_reference, app.add_payment_reference,
  app.give_payment_reference from public;
