import { config } from '../../platform/config.server.ts'
import type { WorkerActor } from '../../platform/database/database.server.ts'
import { formatDay } from '../../values/calendar-date.ts'
import { formatExchange, formatPaid } from '../../values/exchange-rate.ts'
import { heldSentence } from '../../values/held-money.ts'
import { formatAmount, isPositive } from '../../values/money.ts'
import { companyFacts } from '../company/company.server.ts'
import { contactSentence } from '../company/contact.ts'
import { closedSentence } from '../exchange-rates/left-by-rate.ts'
import { MailFact, MailLayout, MailLink, MailText } from '../outbox/mail-layout.tsx'
import { findOpenAccount } from '../outbox/mail-person.server.ts'
import type { ComposedMail, QueuedMail } from '../outbox/outbox.server.ts'
import { instructionsForMail, MailHowToPay } from '../payment-accounts/how-to-pay-mail.server.tsx'
import { heldMoney } from './held-money.server.ts'
import { findReceivedPayment } from './received-payment.server.ts'

/** Emails an investor about a payment. Null when the payment was voided or the account closed. */
export async function composeReceipt(worker: WorkerActor, mail: QueuedMail): Promise<ComposedMail> {
  const person = await findOpenAccount(worker, mail.userId)
  const payment = mail.subjectId ? await findReceivedPayment(worker, mail.subjectId) : null
  if (!person || !payment) return null
  const company = await companyFacts(worker)
  const { investmentId, investorId } = payment
  const held = heldSentence(await heldMoney(worker, investorId))
  const next = await instructionsForMail(worker, { userId: mail.userId, investmentId })
  const amount = formatPaid(payment.amount, payment.paid)
  return {
    to: person.email,
    subject: `Payment received: ${amount} for ${payment.project}`,
    body: (
      <MailLayout company={company.name} preview={`We received ${amount}`} title="Payment received">
        <MailText>
          {person.name}, your payment of {amount} for the {payment.project} project has been
          received.
        </MailText>
        <MailFact label="Receipt" value={payment.receiptNumber ?? '–'} />
        <MailFact label="Amount" value={formatAmount(payment.amount, 'always')} />
        {payment.paid && <MailFact label="Paid" value={formatExchange(payment.paid)} />}
        {isPositive(payment.closed) && (
          <MailFact
            label="Exchange rate difference"
            value={formatAmount(payment.closed, 'always')}
          />
        )}
        <MailFact label="Received on" value={formatDay(payment.receivedOn)} />
        {isPositive(payment.closed) && <MailText>{closedSentence(payment.closed)}</MailText>}
        {held && <MailText>{held}</MailText>}
        <MailLink href={`${config.origin}/investment-dashboard/investments`}>
          See my investments
        </MailLink>
        <MailHowToPay instructions={next} />
        <MailText>Is something wrong? {contactSentence(company.supportEmail)}</MailText>
      </MailLayout>
    ),
  }
}
