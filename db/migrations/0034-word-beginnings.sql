-- What one or two letters are looked up in, where trigrams say nothing: the words of a text, by their beginnings. Messages
-- are left out: nearly every one has a word with any letter.
create index on app.investor using gin (to_tsvector('simple', full_name), to_tsvector('simple', email));
create index on app.project using gin (to_tsvector('simple', name));
create index on app.document using gin (to_tsvector('simple', title), to_tsvector('simple', description));
create index on app.notification using gin (to_tsvector('simple', title));
create index on app.inquiry using gin (to_tsvector('simple', name), to_tsvector('simple', email),
  to_tsvector('simple', subject));
create index on app.distribution using gin (to_tsvector('simple', note));
create index on app.distribution using gin (note app.gin_trgm_ops);
create index on auth."user" using gin (to_tsvector('simple', name), to_tsvector('simple', email));
create index on app.outbox using gin (to_tsvector('simple', sent_to));
-- So that it is known from the start how many words begin alike.
analyze app.investor, app.project, app.document, app.notification, app.inquiry, app.distribution, auth."user", app.outbox;
