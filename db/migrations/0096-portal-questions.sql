-- What investors ask in the portal is an inquiry of theirs.
alter table app.inquiry drop constraint inquiry_source_check,
  add constraint inquiry_source_check check (source in ('contact', 'landing', 'portal')),
  drop constraint converted_with_its_investor,
  add constraint converted_with_its_investor check (case when source = 'portal'
    then status <> 'converted' and not suspected_spam
    else investor_id is null or status = 'converted' and not suspected_spam end);
create index on app.inquiry (investor_id, received_at desc) where investor_id is not null;
