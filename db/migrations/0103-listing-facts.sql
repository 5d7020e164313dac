-- What a visitor asks before investing: risks, fees, who holds the money, refunds, payouts and the place.
alter table app.project
  add column risk_text text check (length(risk_text) between 1 and 2000),
  add column fees_text text check (length(fees_text) between 1 and 1000),
  add column custody_text text check (length(custody_text) between 1 and 1000),
  add column refund_text text check (length(refund_text) between 1 and 1000),
  add column payout_text text check (length(payout_text) between 1 and 500),
  add column latitude double precision check (latitude between -90 and 90),
  add column longitude double precision check (longitude between -180 and 180),
  add constraint project_place_check check ((latitude is null) = (longitude is null));

-- The day a photograph was taken; a drawing of what is planned has none.
alter table app.project_picture add column taken_on date check (taken_on >= '2000-01-01');

-- An update that is on the public page as well.
alter table app.project_update add column is_public boolean not null default false;

drop trigger audit on app.project;
create trigger audit after insert or update or delete on app.project for each row
  execute function app.audit('id', 'slug', 'name', 'location', 'description', 'status', 'stage_text', 'project_type',
    'total_value_cents', 'progress_percent', 'started_on', 'completion_on', 'completion_text', 'annual_return_bp',
    'tagline', 'price_text', 'minimum_cents', 'unit_price_cents', 'units', 'features', 'target_cents', 'funded_bp',
    'funded_as_of_on', 'featured_rank', 'published', 'archived_at', 'update_every', 'risk_text', 'fees_text',
    'custody_text', 'refund_text', 'payout_text', 'latitude', 'longitude');
drop trigger audit on app.project_update;
create trigger audit after insert or update or delete on app.project_update for each row
  execute function app.audit('id', 'project_id', 'dated_on', 'progress_percent', 'body', 'is_public');
drop trigger audit on app.project_picture;
create trigger audit after insert or update or delete on app.project_picture for each row
  execute function app.audit('project_id', 'picture_id', 'place', 'alt', 'taken_on');
