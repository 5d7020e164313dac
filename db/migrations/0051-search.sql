-- A search finds a name however it is written. `app.folded` is what is compared: without accents, case, apostrophes, the
-- hamza of an alef, vowel signs and invisible characters. app/values/folded.ts is its twin, and a test compares the two.
create collation app.name_order (provider = icu, locale = 'und');
create function app.folded(p_text text) returns text immutable strict parallel safe
return replace(replace(replace(regexp_replace(
  translate(
    regexp_replace(lower(normalize(translate(p_text, '´', ''), NFKD) collate app.name_order),
      '[\u0027\u0060\u00ad\u02b9-\u02bf\u02c8\u02ee\u0300-\u036f\u0483-\u0489\u055a\u0591-\u05c7\u05f3\u0610-\u061c\u0621\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u115f\u1160\u17b4\u17b5\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u2018-\u201b\u202a-\u202e\u2032\u2035\u2060-\u206f\u20d0-\u20ff\ua78b\ua78c\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]',
      '', 'g'),
    'øłđħıðɓɗƙƴςٱىةکیہھە٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹‐‒–—―−',
    'oldhidbdkyσايهكيههه01234567890123456789------'),
  '[ \t\n\v\f\r\u0085\u1680\u2028\u2029\u2800]+', ' ', 'g'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');

-- The digits of a phone number, and again as it is dialled at home: `254712000000 0712000000`.
create function app.phone_digits(p_phone text) returns text immutable strict parallel safe
return regexp_replace(app.folded(p_phone), '[^0-9]', '', 'g') || coalesce(' 0' || substring(
  regexp_replace(app.folded(p_phone), '[^0-9+]', '', 'g') from
  '^\+(?:1|7|20|27|2[1-689]\d|3[0-469]|3[578]\d|4[013-9]|42\d|5[1-8]|5[09]\d|6[0-6]|6[7-9]\d|8[1246]|8[035789]\d|9[0-58]|9[679]\d)(\d+)$'), '');

-- What a trigger copies of a row into the audit log leaves these columns out: they follow from others.
create or replace function app.audit() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  now_is jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  before_values jsonb := '{}';
  after_values jsonb := '{}';
  column_name text;
begin
  for column_name in select jsonb_object_keys(coalesce(now_is, was)) loop
    continue when tg_op = 'UPDATE' and was -> column_name is not distinct from now_is -> column_name;
    if column_name = any (tg_argv) then
      before_values := before_values || jsonb_build_object(column_name, was -> column_name);
      after_values := after_values || jsonb_build_object(column_name, now_is -> column_name);
    elsif tg_op = 'UPDATE' and column_name not in ('updatedAt', 'updated_at', 'last_signed_in_at')
      and column_name not like '%\_search' then
      after_values := after_values || jsonb_build_object(column_name, 'changed');
    end if;
  end loop;
  if tg_op = 'UPDATE' and after_values = '{}' then return null; end if;
  insert into app.audit_log (actor, actor_id, client_address, act, subject, subject_id, before, after)
  values (
    coalesce(nullif(current_setting('app.actor', true), ''), 'nobody'),
    nullif(current_setting('app.user_id', true), '')::uuid,
    nullif(current_setting('app.client_address', true), ''),
    lower(tg_op), tg_table_name,
    coalesce(now_is ->> 'id', was ->> 'id', now_is ->> 'project_id', now_is ->> 'distribution_id'),
    case when tg_op <> 'INSERT' then before_values end,
    case when tg_op <> 'DELETE' then after_values end);
  return null;
end $$;

-- The old indexes go first, so that adding the columns does not build them again.
drop index app.investor_full_name_idx, app.investor_email_idx, app.investor_phone_idx, app.investor_regexp_replace_idx,
  app.investor_to_tsvector_to_tsvector1_idx, app.investor_full_name_id_idx, app.investor_full_name_id_user_id_own_status_idx,
  app.project_name_idx, app.project_to_tsvector_idx,
  app.inquiry_name_email_subject_message_idx, app.inquiry_to_tsvector_to_tsvector1_to_tsvector2_idx,
  app.document_title_idx, app.document_description_idx, app.document_to_tsvector_to_tsvector1_idx,
  app.notification_title_message_idx, app.notification_to_tsvector_idx,
  app.distribution_note_idx, app.distribution_to_tsvector_idx,
  auth.user_name_id_idx, auth.user_name_email_idx, auth.user_name_idx, auth.user_to_tsvector_to_tsvector1_idx,
  app.outbox_sent_to_idx, app.outbox_to_tsvector_idx;

alter table app.investor
  add column full_name_search text generated always as (app.folded(full_name)) stored,
  add column email_search text generated always as (app.folded(email)) stored,
  add column phone_search text generated always as (app.phone_digits(phone)) stored;
alter table app.project add column name_search text generated always as (app.folded(name)) stored;
alter table app.document
  add column title_search text generated always as (app.folded(title)) stored,
  add column description_search text generated always as (app.folded(description)) stored;
alter table app.notification
  add column title_search text generated always as (app.folded(title)) stored,
  add column message_search text generated always as (app.folded(message)) stored;
alter table app.inquiry
  add column name_search text generated always as (app.folded(name)) stored,
  add column email_search text generated always as (app.folded(email)) stored,
  add column phone_search text generated always as (app.phone_digits(phone)) stored,
  add column subject_search text generated always as (app.folded(subject)) stored,
  add column message_search text generated always as (app.folded(message)) stored;
alter table app.distribution add column note_search text generated always as (app.folded(note)) stored;
alter table auth."user"
  add column name_search text generated always as (app.folded(name)) stored,
  add column email_search text generated always as (app.folded(email)) stored;
alter table app.outbox add column sent_to_search text generated always as (app.folded(sent_to)) stored;

create index on app.investor using gin (full_name_search app.gin_trgm_ops, email_search app.gin_trgm_ops,
  phone_search app.gin_trgm_ops);
create index on app.investor using gin (to_tsvector('simple', full_name_search), to_tsvector('simple', email_search));
create index on app.investor (full_name_search);
create index on app.project using gin (name_search app.gin_trgm_ops);
create index on app.project using gin (to_tsvector('simple', name_search));
create index on app.document using gin (title_search app.gin_trgm_ops, description_search app.gin_trgm_ops);
create index on app.document using gin (to_tsvector('simple', title_search), to_tsvector('simple', description_search));
create index on app.notification using gin (title_search app.gin_trgm_ops, message_search app.gin_trgm_ops);
create index on app.notification using gin (to_tsvector('simple', title_search));
create index on app.inquiry using gin (name_search app.gin_trgm_ops, email_search app.gin_trgm_ops,
  phone_search app.gin_trgm_ops, subject_search app.gin_trgm_ops, message_search app.gin_trgm_ops);
create index on app.inquiry using gin (to_tsvector('simple', name_search), to_tsvector('simple', email_search),
  to_tsvector('simple', subject_search));
create index on app.distribution using gin (note_search app.gin_trgm_ops);
create index on app.distribution using gin (to_tsvector('simple', note_search));
create index on auth."user" using gin (name_search app.gin_trgm_ops, email_search app.gin_trgm_ops);
create index on auth."user" using gin (to_tsvector('simple', name_search), to_tsvector('simple', email_search));
create index on auth."user" (name_search);
create index on app.outbox using gin (sent_to_search app.gin_trgm_ops);
create index on app.outbox using gin (to_tsvector('simple', sent_to_search));

-- A payment is found by its reference and by its amount.
create index on app.ledger_entry using gin (app.folded(reference) app.gin_trgm_ops) where reference is not null;
create index on app.ledger_entry (amount_cents, dated_on desc, id desc) where kind = 'payment';

-- Names are listed as people sort them, and not by the bytes of their letters.
create index on app.investor (full_name collate app.name_order, id) include (user_id, own_status) where archived_at is null;
create index on auth."user" (name collate app.name_order, id);
create index on auth."user" (name collate app.name_order) where role = 'admin';
do $$
begin
  execute format('create or replace function app.name_shelves() returns text[] language sql immutable parallel safe
    as %L', format('select %L::text[]', (
      select array_agg(beginning order by beginning collate app.name_order) from (
        select chr(97 + first) || chr(97 + second) from generate_series(0, 25) first, generate_series(0, 25) second
        union all select chr(letter) from generate_series(1575, 1610) letter where letter not between 1595 and 1600
      ) beginnings (beginning))));
end $$;
create or replace function app.shelf_of_name(p_name text) returns integer language sql immutable parallel safe as $$
  select pg_catalog.width_bucket(p_name collate app.name_order, app.name_shelves())
$$;
create or replace function app.first_of_shelf(p_shelf integer) returns text language sql stable security definer
set search_path = pg_catalog, pg_temp as $$
  select (app.name_shelves())[p_shelf]
$$;
select app.recount();
analyze app.investor, app.project, app.document, app.notification, app.inquiry, app.distribution, auth."user", app.outbox,
  app.ledger_entry;
