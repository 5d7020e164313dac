-- The unit or offered share that a guest has chosen, up to the inquiry. It reserves nothing before there is a request.
alter table app.expression_of_interest
  add column unit_id uuid,
  add constraint unit_of_project foreign key (unit_id, project_id) references app.project_unit (id, project_id)
    on delete set null (unit_id);
create index on app.expression_of_interest (unit_id) where unit_id is not null;

alter table app.inquiry
  add column unit_id uuid,
  add constraint unit_of_project foreign key (unit_id, project_id) references app.project_unit (id, project_id)
    on delete set null (unit_id),
  add constraint unit_with_amount check (unit_id is null or amount_cents is not null);
create index on app.inquiry (unit_id) where unit_id is not null;

-- When a file was first missed in the store, for the office's dashboard; nothing else of it changes.
alter table app.verification_file add column missed_at timestamptz;
drop trigger never_changes on app.verification_file;
create trigger never_changes before delete or update of item_id, number, file_id, uploaded_by, uploaded_at
  on app.verification_file for each row execute function app.never_changes();

create function app.note_missed_verification(p_key text) returns void language sql
security definer set search_path = pg_catalog, pg_temp as $$
  update app.verification_file v set missed_at = now()
  from app.stored_file f where f.id = v.file_id and f.storage_key = p_key and v.missed_at is null
$$;
revoke all on function app.note_missed_verification from public;
