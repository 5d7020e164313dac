/** One import, from file to file or to a package; `rule` is the zone that refuses it. `back`: `to` imports `from` too. */
export type BadImport = { from: string; to: string; rule: string; back?: true }

const events = 'app/platform/events.server.ts'
const database = 'app/platform/database/database.server.ts'
const unattended = 'app/platform/session/unattended.server.ts'
const money = 'app/values/money.ts'
const card = 'app/ui/card.ts'
const payments = 'app/domain/payments/payments.server.ts'
const domains =
  'company outbox exchange-rates payment-accounts accounts approvals investors projects investments investment-requests receipts payments investment-changes payment-plans payment-reminders receivables distributions statements documents verification notifications inquiries imports bank-statements bank-matching payment-proofs bank-transactions audit reports'

/** From left to right: each domain must not see the next; the last must not see an area. */
const betweenDomains = domains.split(' ').map((domain, position, all) => {
  const next = all[position + 1]
  const to =
    next === undefined ? 'app/office/audit/parts.ts' : `app/domain/${next}/${next}.server.ts`
  return { from: `app/domain/${domain}/${domain}.server.ts`, to, rule: `domain-${domain}` }
})

export const badImports: BadImport[] = [
  ...betweenDomains,
  { from: 'app/values/total.ts', to: card, rule: 'values' },
  { from: 'app/platform/files/files.server.ts', to: payments, rule: 'platform' },
  { from: 'app/platform/config.server.ts', to: 'server/start.ts', rule: 'platform' },
  { from: card, to: payments, rule: 'ui' },
  { from: card, to: events, rule: 'ui-in-the-browser' },
  { from: 'app/domain/payments/payments.server.ts', to: card, rule: 'domain-payments' },
  { from: payments, to: 'app/domain/tenants/tenants.server.ts', rule: 'domain-named' },
  { from: 'app/domain/payments/payment.ts', to: payments, rule: 'server-code-says-so' },
  { from: 'app/domain/payments/payment-schema.ts', to: payments, rule: 'schema-in-the-browser' },
  { from: 'app/site/contact/route.ts', to: 'app/office/investors/parts.ts', rule: 'area-site' },
  { from: 'app/sign-in/login/route.ts', to: 'app/portal/dashboard/parts.ts', rule: 'area-sign-in' },
  { from: 'app/portal/dashboard/route.ts', to: database, rule: 'area-portal' },
  {
    from: 'app/office/payments/route.ts',
    to: 'app/platform/jobs/jobs.server.ts',
    rule: 'area-office',
  },
  { from: 'app/office/payments/route.ts', to: 'config/config.ts', rule: 'area-office' },
  { from: 'app/office/payments/route.ts', to: 'kysely', rule: 'database-driver' },
  { from: card, to: 'pg', rule: 'database-driver' },
  { from: 'app/root.tsx', to: database, rule: 'frame' },
  { from: 'app/routes.ts', to: card, rule: 'url-map' },
  { from: 'app/program/jobs.server.ts', to: card, rule: 'program' },
  {
    from: 'app/reactions/reactions.server.ts',
    to: 'app/office/payments/route.ts',
    rule: 'reactions',
  },
  { from: 'app/program/installation.server.ts', to: card, rule: 'program' },
  {
    from: 'app/demo/load-demo.server.ts',
    to: 'app/office/payments/route.ts',
    rule: 'program',
  },
  { from: 'app/tenants/tenants.ts', to: money, rule: 'a-place-in-the-table' },
  { from: 'server/app.ts', to: 'config/config.ts', rule: 'app-entry' },
  { from: 'server/start.ts', to: database, rule: 'server' },
  { from: 'server/start.ts', to: 'server/app.ts', rule: 'server' },
  { from: 'db/migrate.ts', to: database, rule: 'db' },
  { from: 'app/office/payments/route.ts', to: unattended, rule: 'without-a-session' },
  { from: 'app/reactions/reactions.server.ts', to: unattended, rule: 'without-a-session' },
  { from: payments, to: unattended, rule: 'domain-payments' },
  { from: payments, to: 'app/platform/session/session.server.ts', rule: 'domain-payments' },
  {
    from: 'app/domain/payments/record-payment.server.ts',
    to: 'app/platform/email/mail.server.ts',
    rule: 'mail-transport',
  },
  { from: 'app/domain/accounts/invite.server.ts', to: 'nodemailer', rule: 'mail-transport' },
  {
    from: 'app/domain/projects/left.ts',
    to: 'app/domain/projects/right.ts',
    rule: 'no-circle',
    back: true,
  },
  {
    from: 'app/domain/projects/projects.server.ts',
    to: 'tests/people.ts',
    rule: 'tests-stay-in-tests',
  },
  {
    from: 'app/domain/projects/projects.server.ts',
    to: 'app/values/money.test.ts',
    rule: 'tests-stay-in-tests',
  },
]

/** What the table allows must pass, or the fence would stand in the way. */
export const goodImports: { from: string; to: string }[] = [
  { from: payments, to: money },
  { from: payments, to: events },
  { from: payments, to: 'kysely' },
  { from: payments, to: 'app/domain/company/company.server.ts' },
  { from: 'app/domain/outbox/send-mail.server.ts', to: 'app/platform/email/mail.server.ts' },
  { from: 'app/domain/payments/payment-schema.ts', to: money },
  { from: 'app/platform/config.server.ts', to: 'config/config.ts' },
  { from: card, to: money },
  { from: 'app/office/payments/route.ts', to: payments },
  { from: 'app/office/payments/route.ts', to: 'app/platform/session/session.server.ts' },
  { from: 'app/office/payments/route.ts', to: events },
  { from: 'app/office/payments/route.ts', to: card },
  { from: 'app/office/payments/route.test.ts', to: 'tests/people.ts' },
  { from: 'app/office/payments/route.test.ts', to: database },
  { from: 'app/routes.ts', to: 'app/office/routes.ts' },
  { from: 'app/program/jobs.server.ts', to: 'app/platform/jobs/jobs.server.ts' },
  { from: 'app/program/jobs.server.ts', to: unattended },
  { from: 'app/program/jobs.test.ts', to: unattended },
  { from: 'server/app.ts', to: 'app/program/jobs.server.ts' },
  { from: 'app/program/installation.server.ts', to: 'app/demo/load-demo.server.ts' },
  { from: 'server/start.ts', to: 'db/migrate.ts' },
  { from: 'db/migrate.ts', to: 'config/config.ts' },
]
