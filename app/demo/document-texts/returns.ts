import { addMonths, formatDay } from '../../values/calendar-date.ts'
import {
  add,
  allocate,
  type Cents,
  cents,
  formatAmount,
  subtract,
  sum,
  usd,
} from '../../values/money.ts'
import type { PaidQuarter } from '../distributions.server.ts'
import type { DocumentText } from './document-text.ts'

const exact = (amount: Cents) => formatAmount(amount, 'always')

function sharesIn(quarter: PaidQuarter, investorId: string) {
  return quarter.shares.filter((share) => share.investorId === investorId)
}

function amountIn(quarter: PaidQuarter, investorId: string): Cents {
  return sum(sharesIn(quarter, investorId).map((share) => share.amount))
}

export function distributionStatement(
  quarter: PaidQuarter,
  investor: { id: string; name: string },
): DocumentText {
  const shares = sharesIn(quarter, investor.id)
  return {
    title: `Distribution statement, ${quarter.name}`,
    subtitle: `Corner Plaza, Nairobi. Paid on ${formatDay(quarter.paidOn)}.`,
    facts: [
      ['Investor', investor.name],
      ['For', `Rent of ${quarter.name}`],
      ['Paid to you', exact(amountIn(quarter, investor.id))],
    ],
    sections: [
      {
        heading: 'How the rent was divided',
        paragraphs: [
          'The rent of the quarter was divided over all investments in Corner Plaza in proportion to what had been received on each by the day of payment. Shares are rounded down to the cent; the remaining cents go to the largest remainders, so that the shares add up exactly.',
        ],
        table: {
          columns: ['Investment', 'Received by then', 'Your share'],
          rows: shares.map((share, index) => [
            `Corner Plaza, ${index + 1} of ${shares.length}`,
            exact(share.received),
            exact(share.amount),
          ]),
          total: [
            'Total',
            exact(sum(shares.map((share) => share.received))),
            exact(sum(shares.map((share) => share.amount))),
          ],
        },
      },
      {
        heading: 'About distributions',
        paragraphs: [
          'A distribution is a return. It does not reduce what you have paid in, nor what remains to be paid.',
        ],
      },
    ],
  }
}

export function taxCertificate(
  year: string,
  quarters: PaidQuarter[],
  investor: { id: string; name: string },
): DocumentText {
  const inYear = quarters.filter((quarter) => quarter.paidOn.startsWith(year)).toReversed()
  return {
    title: `Tax certificate ${year}`,
    subtitle: `Corner Plaza, Nairobi. Income of the calendar year ${year}.`,
    facts: [
      ['Investor', investor.name],
      ['Kind of income', 'Share of rent from property in Kenya'],
      ['Currency', 'US dollars'],
    ],
    sections: [
      {
        heading: `Paid to you in ${year}`,
        table: {
          columns: ['Rent of', 'Paid on', 'Amount'],
          rows: inYear.map((quarter) => [
            quarter.name,
            formatDay(quarter.paidOn),
            exact(amountIn(quarter, investor.id)),
          ]),
          total: ['Total', '', exact(sum(inYear.map((quarter) => amountIn(quarter, investor.id))))],
        },
      },
      {
        heading: 'Tax withheld',
        paragraphs: [
          'Nothing was withheld. The amounts above are before tax; please declare them in your own tax return if you are liable to tax.',
        ],
      },
    ],
  }
}

/** The accounts of the whole building; the investors hold a tenth of it. */
export function accounts(fourQuarters: PaidQuarter[]): DocumentText {
  const [newest, , , oldest] = fourQuarters
  if (!newest || !oldest) throw new Error('accounts cover four quarters')
  const paidOut = sum(fourQuarters.map((quarter) => quarter.total))
  const result = cents(paidOut * 10n)
  const upkeep = {
    Insurance: usd('6,400'),
    'Repairs and lifts': usd('13,250'),
    'Rates and services': usd('10,470'),
  }
  const afterFee = add(result, sum(Object.values(upkeep)))
  const rent = cents((afterFee * 100n) / 94n)
  const costs = { 'Management fee, 6%': subtract(rent, afterFee), ...upkeep }
  const [offices = rent] = allocate(rent, [usd('58'), usd('42')])
  return {
    title: `Accounts, ${oldest.name} to ${newest.name}`,
    subtitle: `Corner Plaza, Nairobi. Four quarters, the last of them paid out on ${formatDay(newest.paidOn)}.`,
    facts: [
      ['Let', '100% of the floor area'],
      ['Value of the building', exact(usd('1,300,000'))],
      ['Result', `${exact(result)} for the four quarters`],
    ],
    sections: [
      {
        heading: 'Income',
        table: {
          columns: ['', 'Amount'],
          rows: [
            ['Rent of the offices', exact(offices)],
            ['Rent of the shops', exact(subtract(rent, offices))],
          ],
          total: ['Rent received', exact(rent)],
        },
      },
      {
        heading: 'Costs',
        table: {
          columns: ['', 'Amount'],
          rows: Object.entries(costs).map(([name, amount]) => [name, exact(amount)]),
          total: ['Result', exact(result)],
        },
      },
      {
        heading: 'To the investors',
        paragraphs: [
          `A tenth of the result, ${exact(paidOut)}, belongs to the investors and was paid to them in four parts.`,
          `The next part follows on ${formatDay(addMonths(newest.paidOn, 3))}.`,
        ],
      },
    ],
  }
}
