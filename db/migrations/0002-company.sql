-- What belongs to the installation as a whole: its settings, its company, stored files and pictures.
create table app.installation (
  only_one boolean primary key default true check (only_one),
  demo boolean not null,
  upload_limit_bytes bigint not null default 26214400 check (upload_limit_bytes > 0),
  failures_per_email integer not null default 10 check (failures_per_email > 0),
  failures_per_address integer not null default 100 check (failures_per_address > 0),
  failure_window interval not null default '15 minutes',
  longest_delay interval not null default '15 minutes',
  investor_idle interval not null default '7 days',
  investor_absolute interval not null default '30 days',
  admin_idle interval not null default '30 minutes',
  admin_absolute interval not null default '12 hours',
  invitation_lifetime interval not null default '7 days',
  created_at timestamptz not null default now()
);

create table app.company (
  only_one boolean primary key default true check (only_one),
  facts jsonb not null check (jsonb_typeof(facts) = 'object'),
  updated_at timestamptz not null default now()
);

create table app.stored_file (
  id uuid primary key default app.new_id(),
  storage_key text not null unique,
  original_name text not null check (length(original_name) between 1 and 255),
  media_type text not null,
  byte_size bigint not null check (byte_size >= 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now()
);

-- An uploaded picture, decoded and encoded again; its files differ in width and format.
create table app.picture (
  id uuid primary key default app.new_id(),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  placeholder text not null,
  created_at timestamptz not null default now()
);

create table app.picture_file (
  picture_id uuid not null references app.picture on delete restrict,
  width integer not null check (width > 0),
  format text not null check (format in ('avif', 'webp')),
  storage_key text not null unique,
  byte_size bigint not null check (byte_size > 0),
  primary key (picture_id, width, format)
);
