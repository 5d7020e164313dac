import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import { config } from '../../platform/config.server.ts'
import type { WorkerActor } from '../../platform/database/database.server.ts'
import { addDays, type CalendarDate, formatDay, isAfter } from '../../values/calendar-date.ts'
import { cents, formatAmount } from '../../values/money.ts'
import {
  dueAmountWords,
  dueWords,
  type ReminderLine,
  reminderAmounts,
  reminderTitle,
} from '../../values/reminder.ts'
import { companyFacts } from '../company/company.server.ts'
import { contactSentence } from '../company/contact.ts'
import { MailFact, MailLayout, MailLink, MailText } from '../outbox/mail-layout.tsx'
import { findOpenAccount } from '../outbox/mail-person.server.ts'
import type { ComposedMail, QueuedMail } from '../outbox/outbox.server.ts'
import { howToPay } from '../payment-accounts/how-to-pay.server.ts'
import { MailHowToPay } from '../payment-accounts/how-to-pay-mail.server.tsx'

type ReminderFacts = {
  investment_id: string
  project: string
  reference: string
  due_on: CalendarDate
  /** The day it was to be sent. */
  for_day: CalendarDate
  /** What is due by that day or by today; amounts as text. */
  lines: (Omit<ReminderLine, 'open'> & { open: string })[]
  /** The milestones that made these lines due, and who certified them. */
  reached: { name: string; on: CalendarDate; by: string }[]
}

/** What is still due on the reminder's day, with all that is due by then or by today; null when that was paid, paused or declined since. */
async function findReminder(
  { tx }: WorkerActor,
  reminderId: string,
  today: CalendarDate,
): Promise<ReminderFacts | null> {
  const { rows } = await sql<ReminderFacts>`
    select reminder.investment_id, project.name as project, reference.code as reference, reminder.due_on,
      reminder.due_on + reminder.kind as for_day,
      jsonb_agg(jsonb_build_object('dueOn', line.due_on, 'open', line.open_cents::text, 'nearlyPaid', line.nearly_paid)) as lines,
      coalesce(jsonb_agg(distinct jsonb_build_object('name', milestone.name, 'on', reached.reached_on,
          'by', reached.certifier_name || ', ' || reached.certifier_profession))
        filter (where reached.id is not null and line.due_on = reminder.due_on), '[]') as reached
    from reminder
    join due_lines line on line.investment_id = reminder.investment_id and line.due_on <= greatest(reminder.due_on, ${today})
    join project on project.id = line.project_id
    join payment_reference reference on reference.investment_id = reminder.investment_id
    join investor on investor.id = line.investor_id and investor.reminders_paused_at is null
    left join mail_choice on mail_choice.investor_id = line.investor_id
    left join milestone on milestone.id = line.milestone_id
    left join milestone_reached reached on reached.id = milestone.reached_id
    where reminder.id = ${reminderId} and coalesce(mail_choice.reminders, true)
    group by reminder.id, project.id, reference.code
    having bool_or(line.due_on = reminder.due_on and not line.nearly_paid)`.execute(tx)
  return rows[0] ?? null
}

/** Reminds an investor of a payment. Null when it was paid since, and two days after the day it was meant for. */
export async function composeReminder(
  worker: WorkerActor,
  mail: QueuedMail,
): Promise<ComposedMail> {
  const person = await findOpenAccount(worker, mail.userId)
  const today = clock.today()
  const reminder = mail.subjectId ? await findReminder(worker, mail.subjectId, today) : null
  if (!person || !reminder || isAfter(today, addDays(reminder.for_day, 1))) return null
  const { project, reference, due_on: dueOn, reached } = reminder
  const company = await companyFacts(worker)
  const title = reminderTitle(dueOn, today)
  const lines = reminder.lines.map((line) => ({ ...line, open: cents(BigInt(line.open)) }))
  const amounts = reminderAmounts(lines, dueOn, today)
  const words = `${dueAmountWords(amounts, dueOn, today)} for ${project}`
  const instructions = await howToPay(worker, { reference, amount: amounts.toPay })
  return {
    to: person.email,
    subject: `${title}: ${words}`,
    body: (
      <MailLayout company={company.name} preview={words} title={title}>
        <MailText>
          {person.name}, {formatAmount(amounts.named, 'when-needed')} of your investment in{' '}
          {project} {isAfter(today, dueOn) ? 'was' : 'is'} due on {formatDay(dueOn)} (
          {dueWords(dueOn, today)}
          ).
        </MailText>
        <MailFact label="Project" value={project} />
        <MailFact label="Due on" value={formatDay(dueOn)} />
        <MailFact label="Amount" value={formatAmount(amounts.named, 'always')} />
        {amounts.others.map(([label, amount]) => (
          <MailFact key={label} label={label} value={formatAmount(amount, 'always')} />
        ))}
        {reached.map(({ name, on, by }) => (
          <MailFact
            key={name}
            label="Milestone"
            value={`${name}, reached on ${formatDay(on)}, certified by ${by}`}
          />
        ))}
        <MailLink
          href={`${config.origin}/investment-dashboard/investments/${reminder.investment_id}`}
        >
          See the investment
        </MailLink>
        <MailHowToPay instructions={[{ project, ...instructions }]} />
        <MailText>
          Have you already paid? Tell us on the investment’s page, and we will look for your
          payment. Reminders can be turned off in your settings.{' '}
          {contactSentence(company.supportEmail)}
        </MailText>
      </MailLayout>
    ),
  }
}
