import { sql } from 'kysely'
import type { z } from 'zod'
import { clock } from '../../platform/clock.server.ts'
import type { InvestorActor, InvestorReader } from '../../platform/database/database.server.ts'
import { exactlyOnce } from '../../platform/database/exactly-once.server.ts'
import { publish } from '../../platform/events.server.ts'
import { ownedText } from '../investments/owned.server.ts'
import type { InquiryStatus } from './inquiry.ts'
import type { QuestionSchema } from './question-schema.ts'

/** Questions of one investor in 24 hours. */
const mostADay = 10

export type QuestionAsked =
  | { inquiryId: string }
  | { refused: 'not-found' | 'too-many' | 'key-reused' }

/**
 * Stores an investor's question as an inquiry of theirs, with their own name, email and phone. Refused for an investment
 * that is not theirs, and above ten in 24 hours. Publishes inquiry.received.
 */
export function askQuestion(
  investor: InvestorActor,
  { key, investmentId, message }: z.output<typeof QuestionSchema>,
): Promise<QuestionAsked> {
  return exactlyOnce(investor, 'ask-question', key, { investmentId, message }, async () => {
    const subject = investmentId === null ? null : await subjectOf(investor, investmentId)
    if (investmentId !== null && subject === null) return { refused: 'not-found' }
    if (await hasAskedEnough(investor)) return { refused: 'too-many' }
    const self = await investor.tx
      .selectFrom('investor')
      .select(['full_name', 'email', 'phone'])
      .where('id', '=', investor.investorId)
      .executeTakeFirstOrThrow()
    const { id: inquiryId } = await investor.tx
      .insertInto('inquiry')
      .values({
        source: 'portal',
        name: self.full_name,
        email: self.email,
        phone: self.phone,
        subject: subject?.words ?? null,
        project_id: subject?.projectId ?? null,
        message,
        investor_id: investor.investorId,
        received_at: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const mail = { suspected: false, acknowledged: false }
    await publish(investor, { kind: 'inquiry.received', inquiryId, ...mail })
    return { inquiryId }
  })
}

async function subjectOf({ tx }: InvestorActor, investmentId: string) {
  const row = await tx
    .selectFrom('investment')
    .innerJoin('project', 'project.id', 'investment.project_id')
    .select(['project.id', 'project.name', ownedText('investment').as('owned')])
    .where('investment.id', '=', investmentId)
    .executeTakeFirst()
  if (!row) return null
  const { id: projectId, name, owned } = row
  return { words: `About: ${owned === null ? name : `${name}, ${owned}`}`, projectId }
}

/** The questions of one investor are counted one after another. */
async function hasAskedEnough({ tx, investorId }: InvestorActor): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('portal question'), hashtext(${investorId}))`.execute(
    tx,
  )
  const { asked } = await tx
    .selectFrom('inquiry')
    .select((row) => row.fn.countAll<bigint>().as('asked'))
    .where('received_at', '>', new Date(clock.now().getTime() - 24 * 60 * 60 * 1000))
    .executeTakeFirstOrThrow()
  return Number(asked) >= mostADay
}

export type AskedQuestion = {
  id: string
  subject: string | null
  message: string
  status: InquiryStatus
  askedAt: Date
}

/** The investor's latest questions, newest first. */
export async function myQuestions({ tx }: InvestorReader, count: number): Promise<AskedQuestion[]> {
  return tx
    .selectFrom('inquiry')
    .select(['id', 'subject', 'message', 'status', 'received_at as askedAt'])
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute()
}
