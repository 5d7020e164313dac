-- A phone number is found by its digits, however it was spaced: "0000008" in "+252 61 000 0008".
create index on app.investor using gin (regexp_replace(phone, '[^0-9]', '', 'g') app.gin_trgm_ops);
