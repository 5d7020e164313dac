import { type CalendarDate, formatDay } from '../../values/calendar-date.ts'
import { formatAmount, usd } from '../../values/money.ts'
import type { DocumentText } from './document-text.ts'

type Parties = { company: string; investor: string; signedOn: CalendarDate }

export function saleAgreement({ company, investor, signedOn }: Parties): DocumentText {
  return {
    title: 'Sale agreement',
    subtitle: `Twin Towers Muthaiga, Nairobi. Signed on ${formatDay(signedOn)}.`,
    facts: [
      ['Buyer', investor],
      ['Seller', company],
      ['Apartment', 'A-1203, 2 bedrooms, twelfth floor'],
      ['Price', `${formatAmount(usd('35,000'), 'always')}, the early-investor price`],
      ['Completion', 'Planned for late 2026 to early 2027'],
    ],
    sections: [
      {
        heading: '1. What is sold',
        paragraphs: [
          'The seller sells the apartment named above, with its two balconies, one parking space, and the common use of lobby, garden, sky bridge and roof terrace.',
        ],
      },
      {
        heading: '2. Price and payment',
        paragraphs: [
          'The price is 50% below what the seller expects the apartment to cost when it is complete. That expectation is an estimate and may not be reached. The price itself does not change.',
          'The buyer pays in instalments, as agreed with the seller. Every payment is confirmed by a numbered receipt.',
        ],
        table: {
          columns: ['Instalment', 'Amount'],
          rows: [
            ['On signing', formatAmount(usd('10,000'), 'always')],
            ['Second to fifth instalment, each', formatAmount(usd('6,250'), 'always')],
          ],
          total: ['Price', formatAmount(usd('35,000'), 'always')],
        },
      },
      {
        heading: '3. Completion',
        paragraphs: [
          'The seller reports the building progress to the buyer every month. When the keys are handed over more than twelve months after the planned completion, the buyer may withdraw and is repaid in full within sixty days.',
        ],
      },
      {
        heading: '4. Title',
        paragraphs: [
          'The title passes with the last payment and is entered in the land register in the buyer’s name. Until then the buyer may pass this agreement on with the written consent of the seller.',
        ],
      },
    ],
    signatures: [`For ${company}`, investor],
  }
}

export function shareholderAgreement({
  company,
  signedOn,
}: Omit<Parties, 'investor'>): DocumentText {
  return {
    title: 'Shareholder agreement',
    subtitle: `Retail Clothing Store, Hodan District, Mogadishu. In force from ${formatDay(signedOn)}.`,
    facts: [
      ['Founder', company],
      ['Half of the store', `50% for ${formatAmount(usd('10,000'), 'always')}`],
      ['Quarter of the store', `25% for ${formatAmount(usd('5,000'), 'always')}`],
      ['Owners', 'Two to four'],
    ],
    sections: [
      {
        heading: '1. Ownership',
        paragraphs: [
          'An investor who has paid in full owns the stated part of the store, of its stock and of its lease. The company keeps the list of owners and shows it to each of them.',
        ],
      },
      {
        heading: '2. Running the store',
        paragraphs: [
          'The company fits the store out, employs its manager and keeps its books. Spending above $2,000 outside the yearly plan needs the consent of owners who together hold more than half.',
        ],
      },
      {
        heading: '3. Profit and loss',
        paragraphs: [
          'A tenth of the yearly profit stays in the store as a reserve. The rest is paid to the owners in proportion to their parts. A loss is carried forward; no owner has to pay in more than the agreed price.',
        ],
      },
      {
        heading: '4. Leaving',
        paragraphs: [
          'An owner who wants to leave offers the part to the other owners first, for ninety days. Afterwards it may be sold to anyone the company accepts.',
        ],
      },
    ],
    signatures: [`For ${company}`, 'Owner'],
  }
}

export function managementAgreement({
  company,
  signedOn,
}: Omit<Parties, 'investor'>): DocumentText {
  return {
    title: 'Management agreement',
    subtitle: `Corner Plaza, Nairobi. In force from ${formatDay(signedOn)}.`,
    facts: [
      ['Manager', company],
      ['Building', 'Six storeys of shops and offices'],
      ["The investors' part", 'One tenth'],
      ['Fee', '6% of the rent received'],
    ],
    sections: [
      {
        heading: '1. Duties of the manager',
        paragraphs: [
          'The manager lets the shops and offices, collects rent and service charges, insures the building at its full value, and keeps it in repair.',
        ],
      },
      {
        heading: '2. Paying out',
        paragraphs: [
          "On the fifteenth day after each quarter the investors' part of the rent, less fee, insurance and repairs, is divided among the investors in proportion to what they have paid in, to the cent.",
        ],
      },
      {
        heading: '3. Accounts',
        paragraphs: [
          'The manager gives an account of every four quarters. An investor may see the books at the Nairobi office by appointment.',
        ],
      },
    ],
    signatures: [`For ${company}`, 'For the investors'],
  }
}
