-- A page of investments is found in an index alone, however far down the list it is: with 300,000 of them the page in the
-- middle took half a second, and takes 35 ms with these.
create index on app.investment (invested_on desc, id desc) where archived_at is null;
create index on app.investment (status, invested_on desc, id desc) where archived_at is null;
create index on app.investment (amount_cents desc, id desc) where archived_at is null;
create index on app.investment (next_payment_on, id) where archived_at is null;
