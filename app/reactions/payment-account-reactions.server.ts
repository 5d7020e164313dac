import { recipientsOfAudience } from '../domain/notifications/deliver-notification.server.ts'
import { type Message, notifyOfNews } from '../domain/notifications/notify.server.ts'
import {
  findPaymentAccountForNotice,
  type PaymentAccountNotice,
} from '../domain/payment-accounts/payment-accounts.server.ts'
import { clock } from '../platform/clock.server.ts'
import { type Reaction, reaction } from '../platform/events.server.ts'
import { type CalendarDate, formatDay } from '../values/calendar-date.ts'
import type { PaymentAccountNews } from '../values/event.ts'
import { neverChangesByMessage } from '../values/how-to-pay.ts'
import { accountKindWords } from '../values/payment-account.ts'

/** Without the number: it is read in the portal only, because the same text goes out by email. */
function messageOf(
  { kind, name }: PaymentAccountNotice,
  news: PaymentAccountNews,
  today: CalendarDate,
): Message {
  const [account, day] = [`${name} (${accountKindWords({ kind, name })})`, formatDay(today)]
  const [title, sentence] = {
    opened: ['New payment account', `Since ${day} you can pay to ${account}.`],
    changed: ['Payment account changed', `The details of ${account} changed on ${day}.`],
    closed: ['Payment account closed', `${account} was closed on ${day}. Do not pay into it.`],
  }[news] as [string, string]
  const message = `${sentence} See How to pay in your portal. ${neverChangesByMessage}`
  return { title, message, notificationType: 'alert' }
}

export const paymentAccountReactions: Reaction[] = [
  reaction(['payment-accounts.changed'], {
    read: async (actor, { accountId, news }) => {
      const account = news && (await findPaymentAccountForNotice(actor, accountId))
      if (!account) return null
      const everyone = { audience: 'all' as const, projectId: null, investorId: null }
      return { account, told: await recipientsOfAudience(actor, everyone) }
    },
    write: async (actor, { news }, found) => {
      if (found && news)
        await notifyOfNews(actor, messageOf(found.account, news, clock.today()), found.told)
    },
    topics: () => ['admin', 'all'],
  }),
]
