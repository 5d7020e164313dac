-- Names as the forms keep them now: no blanks or invisible characters at the ends, one space for each run of blanks.
-- A name with nothing to see in it stays as it was typed, and Manage Investors lists it.
create function app.tidy_line(p_text text) returns text immutable strict parallel safe
return regexp_replace(regexp_replace(
  regexp_replace(normalize(p_text, NFC),
    '[\u00ad\u115f\u1160\u17b4\u17b5\u180e\u200b\u2060-\u2064\u206a-\u206f\u3164\ufeff\uffa0]', '', 'g'),
  '[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u2800]+', ' ', 'g'),
  '^[\s\u0085\u034f\u061c\u180b-\u180f\u200c-\u200f\u2028-\u202e\u2065-\u2069\ufe00-\ufe0f]+|[\s\u0085\u034f\u061c\u180b-\u180f\u200c-\u200f\u2028-\u202e\u2065-\u2069\ufe00-\ufe0f]+$', '', 'g');
update app.investor set full_name = app.tidy_line(full_name)
  where app.tidy_line(full_name) not in ('', full_name);
update auth."user" set name = app.tidy_line(name) where app.tidy_line(name) not in ('', name);
update app.project set name = app.tidy_line(name) where app.tidy_line(name) not in ('', name);
update app.inquiry set name = app.tidy_line(name) where app.tidy_line(name) not in ('', name);

-- Phone numbers that are not in E.164: the start of the program reads them, and Manage Investors lists what it cannot read.
create index on app.investor (id) where phone !~ '^\+[1-9][0-9]{6,14}$';
create index on app.investor (id) where btrim(full_name_search) = '';
create index on app.inquiry (id) where phone !~ '^\+[1-9][0-9]{6,14}$';
