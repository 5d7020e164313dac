import ts from 'typescript'
import { isCallOf, isMember, isTest, offsets, positions, type Rule, type Source } from './rule.ts'

/** Statements with text of their own making: the transaction helper and the migrations. */
const mayWriteRawSql = ['app/platform/database.server.ts', 'db/migrate.ts']
const mayActAlone = /^(server\/app\.ts|app\/((jobs|installation|create-admin)|platform\/session)\.server\.ts)$/
const mayQueueMail = /^app\/(domain\/(outbox|accounts|inquiries)\/|reactions\.server\.ts$)/

function insertsInto(source: Source, table: string): number[] {
  if (isTest(source.path)) return []
  const written = positions(source, (node) => {
    if (!isCallOf(node, 'insertInto')) return false
    const [into] = node.arguments
    return into !== undefined && ts.isStringLiteralLike(into) && into.text.replace(/^app\./, '') === table
  })
  return [...written, ...offsets(source.text, new RegExp(`\\binsert\\s+into\\s+(app\\.)?${table}\\b`, 'gi'))]
}

/** House rules 5, 6 and 7: SQL in sight, with its columns named, and one way to the database. */
export const databaseRules: Rule[] = [
  {
    name: 'the columns are named',
    mend: 'Name the columns: a new one must not reach a screen by itself.',
    find: (source) => [
      ...positions(source, (node) => isCallOf(node, 'selectAll') || isCallOf(node, 'returningAll')),
      // PL/pgSQL reads a whole row into a variable of the row's type.
      ...(isTest(source.path) ? [] : offsets(source.text, /\b(select|returning)\s+(\w+\.)?\*(?!\s+into\b)/gi)),
    ],
    bad: [
      { path: 'app/domain/payments/payments.server.ts', text: "tx.selectFrom('payment').selectAll()" },
      { path: 'app/domain/payments/payments.server.ts', text: "tx.insertInto('payment').values(row).returningAll()" },
      { path: 'app/domain/payments/payments.server.ts', text: 'sql`SELECT * from app.ledger_entry`' },
      { path: 'app/domain/payments/payments.access.sql', text: 'select e.* from app.ledger_entry e' },
    ],
    good: [
      { path: 'app/domain/payments/payments.server.ts', text: 'sql`select count(*) from app.ledger_entry`' },
      { path: 'db/migrations/0009-x.sql', text: 'select * into strict investment from app.investment' },
    ],
  },
  {
    name: 'SQL text is never put together by hand',
    mend: 'Pass values as parameters of sql`…`; sql.raw and sql.lit stand only in the transaction helper.',
    find: (source) => {
      if (mayWriteRawSql.includes(source.path) || isTest(source.path)) return []
      return positions(
        source,
        (node) =>
          isMember(node, 'sql', 'raw') || isMember(node, 'sql', 'lit') || isMember(node, 'CompiledQuery', 'raw'),
      )
    },
    bad: [
      { path: 'app/domain/investors/investors.server.ts', text: 'const order = sql.raw(column)' },
      { path: 'app/domain/investors/investors.server.ts', text: 'const name = sql.lit(typed)' },
      { path: 'app/domain/investors/investors.server.ts', text: "const raw = sql['raw']" },
      { path: 'app/domain/investors/investors.server.ts', text: 'tx.executeQuery(CompiledQuery.raw(typed))' },
    ],
    good: [
      { path: 'app/platform/database.server.ts', text: "await sql.raw('rollback').execute(tx)" },
      { path: 'tests/database/walls.test.ts', text: 'await sql.raw(statement).execute(tx)' },
    ],
  },
  {
    name: 'only the worker, the command line and tests act without a session',
    mend: 'Use asAdmin, asInvestor or asGuest with the context of the request.',
    find: (source) => {
      if (mayActAlone.test(source.path) || isTest(source.path)) return []
      return positions(source, (node) => {
        return ts.isImportSpecifier(node) && /^as(Worker|Command)$/.test((node.propertyName ?? node.name).text)
      })
    },
    bad: [
      { path: 'app/office/payments/route.tsx', text: "import { asCommand } from '../../platform/session.server.ts'" },
      {
        path: 'app/domain/outbox/queue.server.ts',
        text: "import { asWorker as alone } from '../../platform/session.server.ts'",
      },
    ],
    good: [
      { path: 'app/jobs.server.ts', text: "import { asWorker } from './platform/session.server.ts'" },
      { path: 'tests/people.ts', text: "import { asCommand } from '../app/platform/session.server.ts'" },
    ],
  },
  {
    name: 'a mail is queued by a reaction, accounts or inquiries',
    mend: 'Publish the event; its reaction writes the outbox row in the same transaction.',
    find: (source) => (mayQueueMail.test(source.path) ? [] : insertsInto(source, 'outbox')),
    bad: [
      { path: 'app/domain/payments/record-payment.server.ts', text: "admin.tx.insertInto('outbox').values(mail)" },
      { path: 'app/office/payments/route.tsx', text: 'sql`insert into app.outbox (template) values (1)`' },
    ],
    good: [{ path: 'app/domain/outbox/queue-mail.server.ts', text: "tx.insertInto('outbox').values(mail)" }],
  },
  {
    name: 'an event is published, never inserted',
    mend: 'Call publish(actor, event): it writes the event, runs the reactions and wakes the open pages.',
    find: (source) => (source.path === 'app/platform/events.server.ts' ? [] : insertsInto(source, 'event')),
    bad: [{ path: 'app/domain/payments/void-payment.server.ts', text: "admin.tx.insertInto('event').values(event)" }],
    good: [{ path: 'app/platform/events.server.ts', text: "actor.tx.insertInto('event').values(event)" }],
  },
  {
    name: 'a schema only reads',
    mend: 'A schema turns text into exact values and does nothing else; act in the command.',
    find: (source) => {
      if (!source.path.endsWith('-schema.ts')) return []
      return positions(source, (node) => ts.isAwaitExpression(node) || node.kind === ts.SyntaxKind.AsyncKeyword)
    },
    bad: [
      {
        path: 'app/domain/projects/project-schema.ts',
        text: 'const schema = base.transform(async (typed) => ({ key: await upload(typed.file) }))',
      },
    ],
    good: [
      { path: 'app/domain/projects/project-schema.ts', text: 'const schema = base.transform((typed) => typed.name)' },
    ],
  },
  {
    name: 'a migration stands alone',
    mend: 'Write the SQL into the migration itself: what it imports could change after it has landed.',
    find: ({ path, text }) => {
      if (!path.startsWith('db/migrations/')) return []
      const misnamed = /^db\/migrations\/\d{4}-[a-z0-9-]+\.sql$/.test(path) ? [] : [0]
      return [...misnamed, ...offsets(text, /^\s*\\(i|ir|include|include_relative|copy)\b|\bpg_read_file\b/gm)]
    },
    bad: [
      { path: 'db/migrations/0009-rates.sql', text: '\\ir rates.sql' },
      { path: 'db/migrations/rates.sql', text: 'select 1;' },
      { path: 'db/migrations/0009-rates.ts', text: 'export const up = 1' },
    ],
    good: [{ path: 'db/migrations/0009-rates.sql', text: 'alter table app.project add column rate_bp integer;' }],
  },
]
