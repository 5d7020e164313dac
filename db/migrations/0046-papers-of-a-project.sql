-- All papers of a project are counted before it is removed, archived ones too, and those of 0004 are the active ones: where
-- there are 20,000 papers all were read for it.
create index on app.document (project_id) where project_id is not null;
