-- An account is linked with one user of the OpenID Connect provider (account.providerId 'oidc'). A session that the
-- provider opened with a second factor of its own needs no other.
alter table auth.session add has_provider_factor boolean not null default false;
create unique index account_of_provider on auth.account ("userId") where "providerId" = 'oidc';
