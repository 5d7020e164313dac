import { type ImportList, importNouns } from '../../domain/imports/import-list.ts'
import { counted } from '../../values/counted.ts'
import { grouped } from '../../values/grouped.ts'
import type { Cents } from '../../values/money.ts'
import { formatAmount } from '../../values/money.ts'

const home = '/admin-dashboard'

export const listPlaces: Record<
  ImportList,
  { title: string; to: string; label: string; note: string }
> = {
  investors: {
    title: 'Import investors',
    to: `${home}/investors`,
    label: 'Manage Investors',
    note: 'They get no account and no email. Send their invitations later, from the import or from Manage Investors.',
  },
  projects: {
    title: 'Import projects',
    to: `${home}/projects`,
    label: 'Manage Projects',
    note: 'They are not published: a project needs a cover picture first.',
  },
  investments: {
    title: 'Import investments',
    to: `${home}/investments`,
    label: 'Manage Investments',
    note: 'No one is notified. A completed one gets a payment of its whole amount on the day it was fully paid.',
  },
  payments: {
    title: 'Import payments',
    to: `${home}/investments`,
    label: 'Manage Investments',
    note: 'They are added to the ledgers as imported, without receipt, notification or email. Next payments stay as they are.',
  },
  'payment-plans': {
    title: 'Import payment plans',
    to: `${home}/investments`,
    label: 'Manage Investments',
    note: 'A row for each line of a plan. A plan of an investment that has one is a new version with a reason. No one is notified.',
  },
  'exchange-rates': {
    title: 'Import exchange rates',
    to: `${home}/exchange-rates`,
    label: 'Exchange Rates',
    note: 'Rates of the company or of the Central Bank of Kenya. Payments recorded afterwards use them.',
  },
}

/** Like `counted`, with grouped digits: `100,000 rows`. */
export function howMany(count: number, noun: string): string {
  return counted(count, noun).replace(String(count), grouped(count))
}

/** Such as `3 payments, $1,250 in total`. */
export function addedWords(list: ImportList, count: number, total: Cents | null): string {
  const entries = howMany(count, importNouns[list])
  return total === null ? entries : `${entries}, ${formatAmount(total, 'when-needed')} in total`
}

const names = ['File', 'Check', 'Import'] as const

export function Steps({ now }: { now: (typeof names)[number] }) {
  const at = names.indexOf(now)
  return (
    <ol aria-label="Steps" className="mb-5 grid grid-cols-3 gap-2 text-xs">
      {names.map((name, place) => (
        <li
          key={name}
          aria-current={name === now ? 'step' : undefined}
          className={`border-t-[5px] pt-2 ${place < at ? 'border-primary' : place === at ? 'border-gold font-semibold' : 'border-line text-muted'}`}
        >
          {name}
        </li>
      ))}
    </ol>
  )
}
