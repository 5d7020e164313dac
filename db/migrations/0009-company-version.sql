-- Two admins may edit the company at once: who began with an older version is told. The audit log names the version of
-- each change, so that it can say what the company was when somebody began.
alter table app.company add version integer not null default 1;

drop trigger audit on app.company;
create trigger audit after insert or update or delete on app.company for each row
  execute function app.audit('facts', 'version');
