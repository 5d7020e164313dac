import type { WorkerActor } from '../../platform/database/database.server.ts'
import { companyFacts } from '../company/company.server.ts'
import { MailFact, MailLayout, MailText } from '../outbox/mail-layout.tsx'
import type { AccountlessMail, ComposedMail } from '../outbox/outbox.server.ts'
import { interestCode } from './interest-code.server.ts'

/** Emails the current code of an interest; null once it is confirmed or deleted. Nothing the guest typed is in it. */
export async function composeInterestCode(
  worker: WorkerActor,
  { subjectId }: AccountlessMail,
): Promise<ComposedMail> {
  const interest = await worker.tx
    .selectFrom('expression_of_interest')
    .select(['id', 'email', 'codes_sent'])
    .where('id', '=', subjectId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  if (!interest) return null
  const { name, brand } = await companyFacts(worker)
  const code = interestCode(interest.id, interest.codes_sent)
  return {
    to: interest.email,
    subject: `${code} is your code for ${brand}`,
    body: (
      <MailLayout company={name} preview={`Your code is ${code}`} title="Confirm your email">
        <MailText>
          Enter this code on the page where you told us what you would like to invest.
        </MailText>
        <MailFact label="Code" value={code} />
        <MailText>
          It is valid for 30 minutes. If you did not ask for it, someone entered your address by
          mistake; ignore this email, and nothing happens.
        </MailText>
      </MailLayout>
    ),
  }
}
