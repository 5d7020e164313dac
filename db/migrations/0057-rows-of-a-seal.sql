-- A seal also keeps a short hash of each of its rows, so that the row that was altered can be named, and not only its seal.
-- Seals from before have none.
alter table app.audit_seal add column row_ids bigint[], add column row_hashes bigint[],
  add check (cardinality(row_ids) = row_count and cardinality(row_hashes) = row_count);

create function app.note_sealed_rows() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  select array_agg(a.id order by a.id), array_agg(
      ('x' || left(encode(sha256(convert_to(app.audit_row_text(a), 'UTF8')), 'hex'), 16))::bit(64)::bigint order by a.id)
    into new.row_ids, new.row_hashes
    from app.audit_log a where a.id between new.first_id and new.last_id;
  -- A restore brings seals that may not fit the rows that are there.
  if cardinality(new.row_ids) is distinct from new.row_count then
    new.row_ids := null;
    new.row_hashes := null;
  end if;
  return new;
end $$;
revoke all on function app.note_sealed_rows from public;
create trigger note_rows before insert on app.audit_seal for each row when (new.row_ids is null)
  execute function app.note_sealed_rows();
