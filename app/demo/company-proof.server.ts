import type { AdminActor } from '../platform/database/database.server.ts'
import { addDays, type CalendarDate } from '../values/calendar-date.ts'
import { instantOn } from './days.ts'

const directors = [
  { name: 'Halima Yusuf', role: 'Managing director (sample)', place: 1 },
  { name: 'Daniel Kiprono', role: 'Director, finance (sample)', place: 2 },
  { name: 'Abdirahman Nur', role: 'Director, construction (sample)', place: 3 },
]

const privacy = `This is a sample text of the demo.

# What we store
- Your name, email address and phone number
- Your investments, payments and documents
- When you signed in, and from which device

# Why
We need them to keep our contract with you, and the law asks us to keep records of payments for seven years.

# Your rights
You may see and correct what we store about you, and ask us to delete what we no longer need. Write to us, or to the Office of the Data Protection Commissioner of Kenya (Data Protection Act, 2019).`

const terms = `This is a sample text of the demo.

# Accounts
We open accounts for investors after a conversation. Keep your password to yourself; we never ask for it.

# Figures
Funding and progress are as of the date next to them. Expected returns are estimates and can be missed.

# Law
The laws of Kenya apply.`

/** Directors and legal texts of the demo's company, marked as samples. */
export async function addCompanyProof(admin: AdminActor, today: CalendarDate): Promise<void> {
  await admin.tx.insertInto('director').values(directors).execute()
  const published = (daysAgo: number) => instantOn(addDays(today, -daysAgo))
  await admin.tx
    .insertInto('legal_text')
    .values([
      {
        kind: 'privacy',
        version: 1,
        body: privacy.replace(', and from which device', ''),
        published_at: published(500),
      },
      { kind: 'privacy', version: 2, body: privacy, published_at: published(90) },
      { kind: 'terms', version: 1, body: terms, published_at: published(500) },
    ])
    .execute()
}
