import { randomUUID } from 'node:crypto'
import { latestFormerAddress } from '../app/domain/accounts/recovery/former-address.server.ts'
import { sendNotification } from '../app/domain/notifications/send-notification.server.ts'
import type { MailTemplate } from '../app/domain/outbox/mail.ts'
import type {
  AccountlessMail,
  QueuedMail,
  RequestMail,
} from '../app/domain/outbox/outbox.server.ts'
import { recordPayment } from '../app/domain/payments/record-payment.server.ts'
import { recordRefund } from '../app/domain/payments/record-refund.server.ts'
import { voidEntry } from '../app/domain/payments/void-entry.server.ts'
import { clock } from '../app/platform/clock.server.ts'
import { addDays } from '../app/values/calendar-date.ts'
import { usd } from '../app/values/money.ts'
import { change } from './database.ts'
import { aHolding } from './ledger.ts'
import { aPlan } from './payment-plans.ts'
import { anAdmin, anInvestment, anInvestor, anOffer, aProject, as, day } from './people.ts'

/** Anyone who chose this name wants to be seen as markup. */
export const name = 'Hodan <img src="https://evil.example/x.png"> & <b>Ali</b>'

export const toAccount = async (
  template: QueuedMail['template'],
  status = 'active',
): Promise<QueuedMail> => {
  const { userId } = await anInvestor(name, status)
  return { template, userId, subjectId: null }
}

/** What each email is about. A template that is missing here does not compile, and fails below. */
export const occasions: Record<MailTemplate, () => Promise<QueuedMail | AccountlessMail>> = {
  invitation: () => toAccount('invitation', 'pending'),
  receipt: aReceipt,
  'payment-reminder': aReminder,
  'entry-voided': async () => {
    const { userId, subjectId } = await aReceipt()
    const taken = {
      entryId: subjectId ?? '',
      reason: '<i>Bounced</i>',
      voidedOn: day('2026-04-01'),
    }
    const answer = await as(await anAdmin(), (admin) =>
      voidEntry(admin, { key: randomUUID(), ...taken }),
    )
    if (!('voidId' in answer)) throw new Error(answer.refused)
    return { template: 'entry-voided', userId, subjectId: answer.voidId }
  },
  'refund-recorded': aRefund,
  'investment-cancelled': () => anInvestmentMail('investment-cancelled', 'cancelled'),
  'investment-resumed': () => anInvestmentMail('investment-resumed', 'active'),
  notification: aNotification,
  'request-sent': () => aRequest('request-sent'),
  'request-approved': () => aRequest('request-approved'),
  'request-declined': () => aRequest('request-declined'),
  'request-expired': () => aRequest('request-expired'),
  recovery: () => toAccount('recovery'),
  confirmation: async () => {
    const mail = await toAccount('confirmation')
    await change('update auth."user" set "emailVerified" = false where id = $1', [mail.userId])
    return mail
  },
  'email-changed': async () => {
    const mail = await toAccount('email-changed')
    await change(`update auth."user" set email = 'new.' || email where id = $1`, [mail.userId])
    return {
      ...mail,
      subjectId: await as(await anAdmin(), (admin) => latestFormerAddress(admin, mail.userId)),
    }
  },
  'password-set': () => toAccount('password-set'),
  'role-changed': () => toAccount('role-changed'),
  'second-factor-reset': () => toAccount('second-factor-reset'),
  'link-made': () => toAccount('link-made'),
  'password-changed': () => toAccount('password-changed'),
  'second-factor-on': () => toAccount('second-factor-on'),
  'second-factor-off': () => toAccount('second-factor-off'),
  'recovery-codes-renewed': () => toAccount('recovery-codes-renewed'),
  'passkey-added': () => toAccount('passkey-added'),
  'passkey-removed': () => toAccount('passkey-removed'),
  'new-device': async () => {
    const mail = await toAccount('new-device')
    const { rows } = await change<{ id: string }>(
      `insert into auth.known_device (device_hash, user_id, name, last_signed_in_at)
       values (gen_random_uuid()::text, $1, 'Firefox on Windows', now()) returning id`,
      [mail.userId],
    )
    return { ...mail, subjectId: rows[0]?.id ?? '' }
  },
  inquiry: () => anInquiry('inquiry'),
  acknowledgement: () => anInquiry('acknowledgement'),
  'interest-code': anInterest,
  'waiting-list-confirm': () => aWaitingEntry('waiting-list-confirm'),
  'waiting-list-free': () => aWaitingEntry('waiting-list-free'),
  'request-received': async () => {
    const { subjectId } = await aRequest('request-sent')
    return { template: 'request-received', userId: null, subjectId: subjectId ?? '' }
  },
  'request-withdrawn': async () => {
    const { subjectId } = await aRequest('request-sent')
    await change(
      `update app.investment_request set status = 'withdrawn', decided_at = now() where id = $1`,
      [subjectId],
    )
    return { template: 'request-withdrawn', userId: null, subjectId: subjectId ?? '' }
  },
}

export async function aNotification(): Promise<QueuedMail> {
  const { userId, investorId } = await anInvestor(name)
  const message = {
    title: '<i>Water</i> is off',
    message: 'On 2 December.\n<script>alert(1)</script>',
  }
  const form = { ...message, key: randomUUID(), recipients: 'investor', investorId, byEmail: true }
  const sent = await as(await anAdmin(), (admin) => sendNotification(admin, form))
  if ('refused' in sent) throw new Error(sent.refused)
  return { template: 'notification', userId, subjectId: sent.notificationId }
}

export async function aReceipt(): Promise<QueuedMail> {
  const { userId, investorId } = await anInvestor(name)
  const investmentId = await anInvestment(
    investorId,
    await aProject('Towers <script>alert(1)</script>'),
    usd('1,000'),
  )
  const wish = {
    method: null,
    reference: null,
    note: null,
    nextPaymentOn: null,
    nextPaymentAmount: null,
  }
  const payment = {
    ...wish,
    key: randomUUID(),
    amount: usd('250.50'),
    receivedOn: day('2026-03-31'),
  }
  const recorded = await as(await anAdmin(), (admin) => recordPayment(admin, investmentId, payment))
  if (!('paymentId' in recorded)) throw new Error(recorded.refused)
  return { template: 'receipt', userId, subjectId: recorded.paymentId }
}

export async function anInvestmentMail(
  template: 'investment-cancelled' | 'investment-resumed',
  status: string,
) {
  const { userId, investorId } = await anInvestor(name)
  const subjectId = await anInvestment(
    investorId,
    await aProject('Acacia <i>Towers</i>'),
    usd('5,000'),
  )
  await change(
    `update app.investment set status = $2, cancelled_on = case $2 when 'cancelled' then invested_on end where id = $1`,
    [subjectId, status],
  )
  return { template, userId, subjectId }
}

export async function aRefund(): Promise<QueuedMail> {
  const { userId, subjectId } = await aReceipt()
  const { rows } = await change<{ id: string }>(
    'select investment_id as id from app.ledger_entry where id = $1',
    [subjectId],
  )
  const given = {
    key: randomUUID(),
    amount: usd('50'),
    refundedOn: day('2026-04-01'),
    method: 'cash' as const,
  }
  const refund = { ...given, reference: null, reason: '<i>Paid too much</i>' }
  const answer = await as(await anAdmin(), (admin) =>
    recordRefund(admin, rows[0]?.id ?? '', refund),
  )
  if (!('entryId' in answer)) throw new Error(answer.refused)
  return { template: 'refund-recorded', userId, subjectId: answer.entryId }
}

export async function aRequest(template: RequestMail): Promise<QueuedMail> {
  const { userId, investorId } = await anInvestor(name)
  const { projectId } = await anOffer({ target: usd('20,000') }, 'Towers <script>alert(1)</script>')
  const { rows } = await change(
    `insert into app.investment_request (investor_id, project_id, amount_cents, understood_at)
     values ($1, $2, 25050, now()) returning id`,
    [investorId, projectId],
  )
  return { template, userId, subjectId: rows[0]?.id ?? '' }
}

async function aWaitingEntry(
  template: 'waiting-list-confirm' | 'waiting-list-free',
): Promise<AccountlessMail> {
  const { projectId } = await anOffer({ target: usd('20,000') }, name)
  const { rows } = await change<{ id: string }>(
    `insert into app.waiting_list_entry (id, project_id, email)
     values (gen_random_uuid(), $1, 'hodan@example.com') returning id`,
    [projectId],
  )
  return { template, userId: null, subjectId: rows[0]?.id ?? '' }
}

async function anInterest(): Promise<AccountlessMail> {
  const { slug } = await anOffer({ target: usd('20,000') }, name)
  const { rows } = await change<{ id: string }>(
    `insert into app.expression_of_interest (id, project_id, amount_cents, name, email, understood_at, code_sent_at)
     select gen_random_uuid(), id, 1000000, $2, 'hodan@example.com', now(), now() from app.project where slug = $1
     returning id`,
    [slug, name],
  )
  return { template: 'interest-code', userId: null, subjectId: rows[0]?.id ?? '' }
}

export async function anInquiry(template: 'inquiry' | 'acknowledgement'): Promise<AccountlessMail> {
  const { rows } = await change(
    `insert into app.inquiry (source, name, email, subject, message, received_at)
     values ('contact', $1, 'hodan@example.com', '<i>Hello</i>', '<script>alert(1)</script>', now()) returning id`,
    [name],
  )
  return { template, userId: null, subjectId: rows[0]?.id ?? '' }
}

/** Two days before the payment of an investor is due, of which a part is overdue. */
async function aReminder(): Promise<QueuedMail> {
  const { investor, investmentId } = await aHolding(name)
  const today = clock.today()
  await aPlan(investmentId, [
    { amount: usd('400'), dueOn: addDays(today, -20) },
    { amount: usd('600'), dueOn: addDays(today, 1) },
  ])
  const { rows } = await change<{ id: string }>(
    'insert into app.reminder (investment_id, due_on, kind) values ($1, $2, -1) returning id',
    [investmentId, addDays(today, 1)],
  )
  return { template: 'payment-reminder', userId: investor.userId, subjectId: rows[0]?.id ?? null }
}
