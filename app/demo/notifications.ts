import { addDays, type CalendarDate, formatDay } from '../values/calendar-date.ts'
import { daysAgo, type Quarter, type Report } from './days.ts'
import type { ProjectKey } from './projects.ts'

/** Messages to many; those about payments follow from the ledger. */
export type Announcement = {
  title: string
  message: string
  audience: 'all' | 'active' | ProjectKey
  sentOn: CalendarDate
}

type Occasions = { today: CalendarDate; quarters: Quarter[]; reports: Report[] }

export function announcements({ today, quarters, reports }: Occasions): Announcement[] {
  return [
    {
      title: 'Welcome to the investor portal',
      message:
        'Your investments, receipts and documents are now in one place. Write to us if something is missing or unclear.',
      audience: 'all',
      sentOn: daysAgo(today, 505),
    },
    {
      title: 'Receipts are numbered',
      message:
        'Every payment now has a receipt with a number and a code. It is shown next to the payment.',
      audience: 'active',
      sentOn: daysAgo(today, 300),
    },
    {
      title: 'The Mogadishu office has moved',
      message:
        'You will find us in Hodan District, two doors from the bank. Opening hours and phone number stay the same.',
      audience: 'all',
      sentOn: daysAgo(today, 60),
    },
    ...quarters.map((quarter) => ({
      title: `Rent for ${quarter.name} paid out`,
      message: `The rent of Corner Plaza for ${quarter.name} was paid out on ${formatDay(quarter.paidOn)}. Your share is listed under your returns.`,
      audience: 'cornerPlaza' as const,
      sentOn: quarter.paidOn,
    })),
    ...reports.map((report) => ({
      title: 'Building progress updated',
      message: `The progress report of Twin Towers Muthaiga for ${report.month} is in your documents.`,
      audience: 'twinTowers' as const,
      sentOn: report.reportedOn,
    })),
    {
      title: 'Site visit at Twin Towers Muthaiga',
      message: `Join us on site on ${formatDay(addDays(today, 9))} at 10:00. Hard hats are provided. Please reply by ${formatDay(addDays(today, 5))}, so that we can arrange transport.`,
      audience: 'twinTowers',
      sentOn: daysAgo(today, 1),
    },
    {
      title: 'Office hours on the next holiday',
      message: 'Both offices are closed on the next public holiday. The portal works as usual.',
      audience: 'all',
      sentOn: daysAgo(today, 3),
    },
  ]
}
