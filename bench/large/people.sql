-- Investors, nineteen of twenty with an account, in the standings that accounts have.
create temp table person as
with words as (
  select
    string_to_array('Amina,Brian,Cynthia,David,Esther,Faith,George,Halima,Ibrahim,Joyce,Kevin,Lydia,Mary,Naomi,Omar,Peter,Queenter,Rose,Samuel,Teresia,Umi,Victor,Winnie,Xavier,Yusuf,Zainab,Abdi,Beatrice,Collins,Doreen,Edwin,Fatuma,Grace,Hodan,Isaac,Jane,Khadija,Leila,Moses,Nimo', ',') as first,
    string_to_array('Achieng,Barasa,Chebet,Deng,Ekeno,Farah,Gathoni,Hassan,Irungu,Juma,Kiplagat,Lagat,Muthoni,Njeri,Okello,Wanjala', ',') as middle,
    string_to_array('Abdullahi,Barre,Cheruiyot,Dahir,Echesa,Fundi,Gitau,Hirsi,Isse,Jelle,Kamau,Langat,Mwangi,Njoroge,Otieno,Purity,Rotich,Simiyu,Tanui,Uhuru,Wafula,Yego,Zubeir,Omondi,Onyango,Mutua,Musyoka,Kilonzo,Kariuki,Kimani,Maina,Macharia,Ndungu,Nyambura,Odhiambo,Ouma,Owino,Warsame,Wekesa,Wanyama,Ahmed,Ali,Adan,Elmi,Guled,Haji,Jama,Samatar,Yusuf,Nur', ',') as last
)
select n, pg_temp.id(1, n) as id,
  case when n % 20 <> 7 then pg_temp.id(2, n) end as user_id,
  case when n % 997 = 0 then 'محمد عبد الرحمن ' || n
    when n % 3 = 0 then first[1 + n % 40] || ' ' || last[1 + (n / 40) % 50]
    else first[1 + n % 40] || ' ' || middle[1 + (n / 2000) % 16] || ' ' || last[1 + (n / 40) % 50] end as name,
  lower(first[1 + n % 40] || '.' || last[1 + (n / 40) % 50]) || '.' || n || '@large.msingi.test' as email,
  '+2547' || lpad(((n * 48271) % 100000000)::text, 8, '0') as phone,
  case when n % 50 = 0 or n % 25 = 3 then 'inactive' when n % 10 = 1 or n % 20 = 7 then 'pending' else 'active' end as status,
  n % 50 = 0 as archived,
  current_date - 1850 - (n * 17 % 1100)::integer as joined_on
from words, generate_series(1, pg_temp.size('investors')) n;
analyze person;

insert into auth."user" (id, name, email, "emailVerified", role, status, last_signed_in_at, "createdAt", "updatedAt")
select user_id, name, email, status = 'active', 'investor', status,
  case when status = 'active' and n % 4 <> 0 then now() - pg_temp.chance(n, 1) * interval '400 days' end, joined_on, joined_on
from person where user_id is not null;

-- Anyone who signed in once has a password: the demo's.
insert into auth.account (id, "accountId", "providerId", "userId", password, "createdAt", "updatedAt")
select pg_temp.id(3, n), user_id::text, 'credential', user_id, case when status <> 'pending' then demo.password end, joined_on, joined_on
from person, (select password from auth.account where password is not null limit 1) demo where user_id is not null;

insert into app.investor (id, user_id, email, full_name, phone, own_status, joined_on, archived_at, created_at)
select id, user_id, email, name, phone, case when user_id is null then status else 'pending' end, joined_on,
  case when archived then now() - interval '40 days' end, joined_on
from person;

insert into app.inquiry (id, source, name, email, phone, subject, message, status, suspected_spam, suspicion, received_at)
select pg_temp.id(4, n), case when n % 2 = 0 then 'contact' else 'landing' end, person.name, 'inquiry.' || person.email,
  person.phone, 'Question ' || n || ' about ' || (array['prices', 'a visit', 'returns', 'documents'])[1 + n % 4],
  'Please call me back about plot ' || n || '. I would like to invest this quarter.',
  case when n % 40 = 0 then 'new' when n % 5 < 2 then 'contacted' else 'closed' end, n % 11 = 0,
  case when n % 11 = 0 then 'too-fast' end, now() - pg_temp.chance(n, 2) * interval '1000 days'
from person where n <= pg_temp.size('inquiries');
analyze app.investor, auth."user";
