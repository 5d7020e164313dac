import { config } from '../../platform/config.server.ts'
import type { WorkerActor } from '../../platform/database/database.server.ts'
import {
  accountLines,
  amountWords,
  type HowToPay,
  limitWords,
  neverChangesByMessage,
  quotesHold,
  tillNote,
} from '../../values/how-to-pay.ts'
import { MailFact, MailText } from '../outbox/mail-layout.tsx'
import { howToPayOpen, payableInvestments } from './how-to-pay.server.ts'

/** How to pay on an investment, with the name of its project. */
export type MailedInstructions = HowToPay & { project: string }

const mostInstructions = 3

/** How to pay on the open investments of a person, or on one of them; at most three, the newest first. */
export async function instructionsForMail(
  worker: WorkerActor,
  { userId, investmentId }: { userId: string | null; investmentId?: string },
): Promise<MailedInstructions[]> {
  const payable = await payableInvestments(worker, { userId })
  const chosen = payable.filter(({ id }) => investmentId === undefined || id === investmentId)
  const instructions: MailedInstructions[] = []
  for (const investment of chosen.slice(0, mostInstructions))
    instructions.push({
      project: investment.project,
      ...(await howToPayOpen(worker, investment)),
    })
  return instructions
}

/** The references, amounts and accounts of these investments; nothing without any. */
export function MailHowToPay({ instructions }: { instructions: MailedInstructions[] }) {
  const [first] = instructions
  if (!first) return null
  const limited = first.accounts.filter((account) =>
    instructions.some(({ quotes, accounts }) => limitWords(account, quotes, accounts) !== null),
  )
  return (
    <>
      <MailText>How to pay. Give the payment reference with every payment.</MailText>
      {instructions.map((each) => (
        <MailFact
          key={each.reference}
          label={`Payment reference, ${each.project}`}
          value={[each.reference, amountWords(each)].filter(Boolean).join(', ')}
        />
      ))}
      {instructions.map(
        ({ reference, project, later }) =>
          later && (
            <MailText key={reference}>
              {instructions.length > 1 ? `${project}: ${later}` : later}
            </MailText>
          ),
      )}
      {first.accounts.map((account) => (
        <MailFact
          key={account.id}
          label={`${account.name}, ${account.currency}`}
          value={accountLines(
            account,
            instructions.length === 1 ? first.reference : '(your payment reference)',
          )
            .map(([label, value]) => `${label} ${value}`)
            .concat(account.howToPay === null ? [] : [account.howToPay.replaceAll('\n', '. ')])
            .concat(account.kind === 'till' ? [tillNote.replace(/\.$/, '')] : [])
            .join(', ')}
        />
      ))}
      {instructions.flatMap((each) =>
        each.accounts.map((account) => {
          const words = limitWords(account, each.quotes, each.accounts)
          const about = [
            ...(limited.length > 1 ? [account.name] : []),
            ...(instructions.length > 1 ? [each.reference] : []),
          ].join(', ')
          return (
            words && (
              <MailText key={account.id + each.reference}>
                {about ? `${about}: ${words}` : words}
              </MailText>
            )
          )
        }),
      )}
      {instructions.some(({ quotes }) => quotes.length > 0) && <MailText>{quotesHold}</MailText>}
      <MailText>
        {neverChangesByMessage} The portal is at {config.origin.replace(/^https?:\/\//, '')}.
      </MailText>
    </>
  )
}
