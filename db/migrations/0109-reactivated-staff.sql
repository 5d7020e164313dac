-- An inactive account of staff that becomes active again can approve again, so two people decide it, as with a role.
create trigger note_reactivated after update of status on auth."user" for each row
  when (old.status = 'inactive' and new.status = 'active' and new.role = 'admin')
  execute function app.note_staff('staff');
