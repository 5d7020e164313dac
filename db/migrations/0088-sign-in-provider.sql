-- An account is linked with one user of the OpenID Connect provider (account.providerId 'oidc'). A session that the
-- provider opened after a second factor there asks for none here.
alter table auth.session add has_provider_factor boolean not null default false;
create unique index account_of_provider on auth.account ("userId") where "providerId" = 'oidc';
