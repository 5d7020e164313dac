-- The team is told of a withdrawn investment request as it was of the request: by a mail that goes to no account.
alter table app.outbox drop constraint to_an_account_or_about_something;
alter table app.outbox add constraint to_an_account_or_about_something
  check (case when template in ('inquiry', 'acknowledgement', 'request-received', 'request-withdrawn')
    then user_id is null and subject_id is not null else user_id is not null end);
