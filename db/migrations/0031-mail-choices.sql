-- Which notices an investor wants by mail besides the portal (W-39). Who never chose has no row: messages come, news of
-- documents and progress do not. Receipts and what concerns the sign-in are no matter of choice.
create table app.mail_choice (
  investor_id uuid primary key references app.investor on delete cascade,
  messages boolean not null,
  news boolean not null
);
