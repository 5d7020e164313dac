-- Each investor has a number, which banks find on receipts and statements. It never changes.
alter table app.investor add column holder_number integer generated always as identity (start with 1001);
alter table app.investor add constraint holder_number_is_unique unique (holder_number);
