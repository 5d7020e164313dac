import type { AdminActor } from '../../../platform/database/database.server.ts'
import { needsApproval } from '../../../platform/database/needs-approval.ts'
import { type BatchLine, type LineFault, readBatch } from './batch-emails.ts'
import { changeEmail, type EmailRefusal } from './change-email.server.ts'

/** `oneself`: administrators change their own address separately, because that ends their session. */
export type Verdict = 'ready' | LineFault | 'unknown' | 'oneself' | 'same' | 'taken'

/** Both are null for an unknown account. */
export type CheckedLine = BatchLine & {
  name: string | null
  present: string | null
  verdict: Verdict
}

/** Predicts the outcome of every line without changing anything. */
export async function previewBatch(admin: AdminActor, text: string): Promise<CheckedLine[]> {
  const lines = readBatch(text)
  const sound = lines.filter(({ fault }) => fault === null)
  if (sound.length === 0) return lines.map((line) => judged(line))
  const emails = sound.map(({ email }) => email)
  const accounts = await admin.tx
    .selectFrom('auth.sign_in_account')
    .select(['id', 'name', 'email'])
    .where((row) =>
      row.or([
        row(
          'id',
          'in',
          sound.map(({ userId }) => userId),
        ),
        row('email', 'in', emails),
      ]),
    )
    .execute()
  const investors = await admin.tx
    .selectFrom('investor')
    .select(['user_id', 'email'])
    .where('email', 'in', emails)
    .execute()
  const owners = new Map([
    ...investors.map(({ email, user_id }) => [email, user_id] as const),
    ...accounts.map(({ email, id }) => [email, id] as const),
  ])
  const people = new Map(accounts.map((account) => [account.id, account]))
  return lines.map((line) =>
    judged(line, people.get(line.userId), owners.get(line.email), admin.userId),
  )
}

function judged(
  line: BatchLine,
  person?: { id: string; name: string; email: string },
  owner?: string | null,
  self?: string | null,
): CheckedLine {
  return {
    ...line,
    name: person?.name ?? null,
    present: person?.email ?? null,
    verdict:
      person?.id === self && person && !line.fault ? 'oneself' : verdictOf(line, person, owner),
  }
}

function verdictOf(
  { fault, email }: BatchLine,
  person: { id: string; email: string } | undefined,
  owner?: string | null,
) {
  if (fault) return fault
  if (!person) return 'unknown'
  if (person.email === email) return 'same'
  return owner === undefined || owner === person.id ? 'ready' : 'taken'
}

/** `failed` is an internal error, which was logged. */
export type LineDone = BatchLine &
  ({ former: string; left: null } | { former: null; left: SkippedBecause })
export type SkippedBecause =
  | LineFault
  | EmailRefusal
  | 'oneself'
  | 'not-chosen'
  | 'needs-approval'
  | 'failed'

type AdminCommand = <Result>(work: (admin: AdminActor) => Promise<Result>) => Promise<Result>

/** Changes each ready line in its own transaction. Idempotent per key. `onFault` receives unexpected errors. */
export async function changeEmails(
  adminCommand: AdminCommand,
  { key, text, ready }: { key: string; text: string; ready: ReadonlySet<number> },
  onFault: (fault: unknown) => void,
): Promise<LineDone[]> {
  const lines = await adminCommand((admin) => previewBatch(admin, text))
  const done: LineDone[] = []
  for (const { verdict, name: _, present: __, ...line } of lines) {
    if (line.fault === null && verdict !== 'oneself' && ready.has(line.line))
      done.push(await changeOne(adminCommand, key, line, onFault))
    else done.push({ ...line, former: null, left: verdict === 'ready' ? 'not-chosen' : verdict })
  }
  return done
}

async function changeOne(
  adminCommand: AdminCommand,
  key: string,
  line: BatchLine,
  onFault: (fault: unknown) => void,
) {
  try {
    const changed = await adminCommand((admin) =>
      changeEmail(admin, { key, userId: line.userId, email: line.email }),
    )
    if ('refused' in changed) return { ...line, former: null, left: changed.refused }
    return { ...line, former: changed.former, left: null }
  } catch (fault) {
    if (needsApproval(fault)) return { ...line, former: null, left: 'needs-approval' as const }
    onFault(fault)
    return { ...line, former: null, left: 'failed' as const }
  }
}
