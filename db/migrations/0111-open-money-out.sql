-- Money out that waits: what no one explained yet, and payments that the provider took back.
create index on app.bank_transaction (occurred_at desc, id desc) where state in ('unmatched', 'suggested') and minor < 0;
create index on app.bank_transaction (currency) include (minor)
  where state = 'suggested' and minor < 0 and suggestions @> '[{"kind": "reversal"}]';
