-- Clears the default company texts of earlier versions where they are unchanged.
with texts(name, former, cleared) as (values
  ('brand', '"Msingi"'::jsonb, '"Property Group"'::jsonb),
  ('foundedYear', '2020', 'null'),
  ('headline', '"Own what East Africa builds next."', '""'),
  ('tagline', '"Real estate investment across Kenya and Somalia."', '""'),
  ('motto', '"Msingi means foundation."', '""'),
  ('blurb', '"We build homes and shops in Kenya and Somalia, and share the ownership with the people who fund them."', '""'),
  ('about', '"We buy land, build on it and share the ownership with the people who fund it."', '""')
), unchanged as (
  select coalesce(jsonb_object_agg(t.name, t.cleared), '{}') as facts
  from app.company c join texts t on c.facts -> t.name = t.former
)
update app.company set facts = company.facts || unchanged.facts from unchanged
  where unchanged.facts <> '{}' and not (select demo from app.installation);
