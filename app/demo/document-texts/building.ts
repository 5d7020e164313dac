import { type CalendarDate, formatDay } from '../../values/calendar-date.ts'
import { formatAmount, usd } from '../../values/money.ts'
import type { Report } from '../days.ts'
import type { DocumentText } from './document-text.ts'

type Stage = [name: string, lastMonth: number, thisMonth: number]

function progressReport(
  place: string,
  report: Report,
  facts: [string, string][],
  stages: Stage[],
  lines: string[],
): DocumentText {
  return {
    title: `Progress report, ${report.month}`,
    subtitle: `${place}. Written on ${formatDay(report.reportedOn)}.`,
    facts,
    sections: [
      { heading: 'This month', paragraphs: lines },
      {
        heading: 'Progress by part',
        table: {
          columns: ['Part', 'Previous month', report.month],
          rows: stages.map(([name, lastMonth, thisMonth]) => [
            name,
            `${lastMonth}%`,
            `${thisMonth}%`,
          ]),
        },
      },
      {
        heading: 'Safety and weather',
        paragraphs: [
          'No accidents with injuries. Two days were lost to rain; the schedule allows for them.',
        ],
      },
    ],
  }
}

/** The report of last month, or of the month before with `monthsBack` 1. */
export function towersReport(report: Report, monthsBack: 0 | 1): DocumentText {
  const facts: [string, string][] = [
    ['Complete', monthsBack === 0 ? '35%' : '31%'],
    ['On site', monthsBack === 0 ? '84 people' : '79 people'],
    ['Planned completion', 'Late 2026 to early 2027'],
  ]
  if (monthsBack === 1) {
    return progressReport(
      'Twin Towers Muthaiga, Nairobi',
      report,
      facts,
      [
        ['Foundations and podium', 100, 100],
        ['Frame, east tower', 48, 56],
        ['Frame, west tower', 40, 49],
        ['Glazing', 0, 4],
      ],
      [
        'The podium is waterproofed and its garden walls are built. The east tower is poured up to its ninth floor.',
        'The first curved balconies were cast on site and passed their load test.',
      ],
    )
  }
  return progressReport(
    'Twin Towers Muthaiga, Nairobi',
    report,
    facts,
    [
      ['Foundations and podium', 100, 100],
      ['Frame, east tower', 56, 64],
      ['Frame, west tower', 49, 57],
      ['Glazing', 4, 12],
      ['Sky bridge', 0, 5],
    ],
    [
      'The east tower has reached its eleventh floor and the west tower its ninth. Glazing follows three floors below.',
      'The steel of the sky bridge was measured and accepted in the workshop. It will be lifted once both towers are complete.',
    ],
  )
}

export function villasReport(report: Report): DocumentText {
  return progressReport(
    'Coastal Villas, Liido, Mogadishu',
    report,
    [
      ['Complete', '55%'],
      ['On site', '31 people'],
      ['Roofed', '2 of 6 villas'],
    ],
    [
      ['Foundations', 100, 100],
      ['Walls', 78, 86],
      ['Roofs', 21, 33],
      ['Pools', 20, 35],
      ['Fit-out', 0, 6],
    ],
    [
      'The second villa is roofed. The walls of the other four are up to the ring beam.',
      'Two pools are lined and hold water. The street of the villas is levelled as far as the third house.',
    ],
  )
}

export function apartmentSpecification(): DocumentText {
  return {
    title: 'Apartment specification',
    subtitle: 'Twin Towers Muthaiga, Nairobi. Apartments with two bedrooms.',
    facts: [
      ['Apartments on offer', '5'],
      ['Bedrooms', '2, both with a balcony'],
      ['Early-investor price', `${formatAmount(usd('35,000'), 'always')} per unit`],
    ],
    sections: [
      {
        heading: 'Areas',
        table: {
          columns: ['Room', 'Square metres'],
          rows: [
            ['Living room with kitchen', '38.5'],
            ['First bedroom', '16.0'],
            ['Second bedroom', '13.5'],
            ['Two bathrooms', '9.0'],
            ['Hall and store', '7.0'],
            ['Two balconies', '14.0'],
          ],
          total: ['Total', '98.0'],
        },
      },
      {
        heading: 'Finish',
        paragraphs: [
          'Walnut cabinets with a marble island in the kitchen. Stone tiles in hall and bathrooms, oak boards elsewhere. Double glazing from floor to ceiling.',
          'Water from the city and from a borehole, with a day of storage. A generator serves lifts, lobby and one circuit of every apartment.',
        ],
      },
      {
        heading: 'Shared',
        paragraphs: [
          'Staffed lobby, sky bridge with a lounge, roof terrace with a pool, garden, car park under the podium.',
        ],
      },
    ],
  }
}

export function fitOutPlan(): DocumentText {
  return {
    title: 'Shop fit-out plan',
    subtitle: 'Retail Clothing Store, Hodan District, Mogadishu.',
    facts: [
      ['Sales floor', '74 square metres'],
      ['Windows to the street', '5, arched'],
      ['Launch', 'Planned for September 2025; new date to be announced'],
    ],
    sections: [
      {
        heading: 'What is built',
        paragraphs: [
          'Brass racks along both walls, four display tables, a marble counter with oak shelves behind it, two fitting rooms. The timber beams of the ceiling stay in view.',
        ],
      },
      {
        heading: 'Budget',
        table: {
          columns: ['Item', 'Amount'],
          rows: [
            ['Fit-out', formatAmount(usd('7,400'), 'always')],
            ['Lease, first year', formatAmount(usd('4,200'), 'always')],
            ['First season of stock', formatAmount(usd('6,900'), 'always')],
            ['Reserve', formatAmount(usd('1,500'), 'always')],
          ],
          total: ['Total', formatAmount(usd('20,000'), 'always')],
        },
      },
    ],
  }
}

export function villaSpecification(completionOn: CalendarDate): DocumentText {
  return {
    title: 'Villa specification',
    subtitle: 'Coastal Villas, Liido, Mogadishu. All six villas are alike.',
    facts: [
      ['Bedrooms', '3'],
      ['Plot', '310 square metres'],
      [
        'Price',
        `${formatAmount(usd('60,000'), 'always')}, or ${formatAmount(usd('15,000'), 'always')} for a quarter`,
      ],
      ['Completion', `Planned for ${formatDay(completionOn)}`],
    ],
    sections: [
      {
        heading: 'House',
        paragraphs: [
          'Block walls with white plaster, flat concrete roof with a terrace, shutters of hardwood. Ceiling fans throughout and ducts laid for air conditioning.',
        ],
      },
      {
        heading: 'Outside',
        paragraphs: [
          'A pool of 4 by 8 metres, a walled garden with palms, parking for two cars. The street is private and guarded.',
        ],
      },
    ],
  }
}

export function priceList(validUntil: CalendarDate): DocumentText {
  return {
    title: 'Price list',
    subtitle: `Coastal Villas, Liido, Mogadishu. Valid until ${formatDay(validUntil)}.`,
    facts: [['Currency', 'US dollars']],
    sections: [
      {
        heading: 'Prices before building began',
        table: {
          columns: ['What', 'Price'],
          rows: [
            ['A villa', formatAmount(usd('56,000'), 'always')],
            ['A quarter of a villa', formatAmount(usd('14,000'), 'always')],
          ],
        },
      },
    ],
  }
}
