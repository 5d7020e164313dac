-- The team is told of each new investment request by a mail that goes to no account: the company knows the address.
alter table app.outbox drop constraint to_an_account_or_about_an_inquiry;
alter table app.outbox add constraint to_an_account_or_about_something
  check (case when template in ('inquiry', 'acknowledgement', 'request-received')
    then user_id is null and subject_id is not null else user_id is not null end);
