-- The address a mail went to, once a server took it: the account may have another one by the time the outbox is read. Of
-- what was sent before, only what cannot be wrong is filled in: nobody changed the address since, as far as is kept.
alter table app.outbox add sent_to text;
update app.outbox o set sent_to = u.email from auth."user" u
  where u.id = o.user_id and o.state = 'sent' and o.template <> 'email-changed'
    and o.sent_at > now() - interval '60 days'
    and not exists (select from auth.former_address f where f.user_id = u.id and f.replaced_at >= o.attempted_at);
update app.outbox o set sent_to = f.email from auth.former_address f
  where f.id = o.subject_id and o.state = 'sent' and o.template = 'email-changed';
update app.outbox o set sent_to = i.email from app.inquiry i
  where i.id = o.subject_id and o.state = 'sent' and o.template = 'acknowledgement';
