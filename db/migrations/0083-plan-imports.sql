-- Payment plans are imported from a file too.
alter table app.import_file drop constraint import_file_list_check, add constraint import_file_list_check
  check (list in ('investors', 'projects', 'investments', 'payments', 'payment-plans', 'exchange-rates'));
