import { type Cents, usd } from '../values/money.ts'
import type { InvestorKey } from './people.ts'
import type { ProjectKey } from './projects.ts'

type Method = 'bank-transfer' | 'mobile-money' | 'card' | 'cash' | 'cheque'

type Payment = {
  kind: 'payment'
  daysAgo: number
  amount: Cents
  method: Method
  reference: string | null
  /** Voided later that day. */
  voidedBecause?: string
}
/** The amount is positive here. */
type Refund = { kind: 'refund'; daysAgo: number; amount: Cents; reason: string }
type Adjustment = { kind: 'adjustment'; daysAgo: number; amount: Cents; reason: string }
type Cancellation = { kind: 'cancellation'; daysAgo: number }
export type LedgerLine = Payment | Refund | Adjustment | Cancellation

export type DemoInvestment = {
  investor: InvestorKey
  project: ProjectKey
  amount: Cents
  /** The unit or share, as it is typed in the office. */
  owned?: string
  daysAgo: number
  /** Negative when overdue. */
  nextPayment?: { inDays: number; amount?: Cents }
  /** The status follows from these entries. */
  ledger: LedgerLine[]
}

function paid(daysAgo: number, amount: string, method: Method, reference: string | null): Payment {
  return { kind: 'payment', daysAgo, amount: usd(amount), method, reference }
}

const cornerPlaza: DemoInvestment[] = [
  {
    investor: 'hodan',
    project: 'cornerPlaza',
    amount: usd('20,000'),
    daysAgo: 545,
    ledger: [
      paid(545, '10,000', 'bank-transfer', 'CP-0001'),
      paid(514, '10,000', 'bank-transfer', 'CP-0014'),
    ],
  },
  {
    investor: 'abdirahman',
    project: 'cornerPlaza',
    amount: usd('40,000'),
    daysAgo: 540,
    ledger: [
      paid(540, '20,000', 'bank-transfer', 'CP-0003'),
      paid(500, '20,000', 'bank-transfer', 'CP-0019'),
    ],
  },
  {
    investor: 'yusuf',
    project: 'cornerPlaza',
    amount: usd('30,000'),
    daysAgo: 533,
    ledger: [paid(533, '30,000', 'cheque', '004417')],
  },
  {
    investor: 'wanjiku',
    project: 'cornerPlaza',
    amount: usd('20,000'),
    daysAgo: 530,
    ledger: [
      paid(530, '5,000', 'mobile-money', 'QGH7TX2M'),
      paid(505, '7,500', 'bank-transfer', 'CP-0017'),
      paid(480, '7,500', 'bank-transfer', 'CP-0026'),
    ],
  },
  {
    investor: 'grace',
    project: 'cornerPlaza',
    amount: usd('10,000'),
    daysAgo: 520,
    ledger: [
      paid(520, '9,985', 'bank-transfer', 'CP-0012'),
      {
        kind: 'adjustment',
        daysAgo: 518,
        amount: usd('15'),
        reason: 'The bank kept $15 of the transfer CP-0012. We cover the bank charges.',
      },
    ],
  },
  {
    investor: 'hodan',
    project: 'cornerPlaza',
    amount: usd('10,000'),
    daysAgo: 510,
    ledger: [
      paid(510, '4,000', 'bank-transfer', 'CP-0015'),
      paid(475, '6,000', 'bank-transfer', 'CP-0028'),
    ],
  },
]

const coastalVillas: DemoInvestment[] = [
  {
    investor: 'abdirahman',
    project: 'coastalVillas',
    amount: usd('60,000'),
    owned: 'Villa 1',
    daysAgo: 420,
    ledger: [
      paid(420, '20,000', 'bank-transfer', 'CV-0002'),
      paid(330, '20,000', 'bank-transfer', 'CV-0011'),
      paid(240, '20,000', 'bank-transfer', 'CV-0023'),
    ],
  },
  {
    investor: 'wanjiku',
    project: 'coastalVillas',
    amount: usd('60,000'),
    owned: 'Villa 2',
    daysAgo: 390,
    nextPayment: { inDays: 20, amount: usd('15,000') },
    ledger: [
      paid(390, '15,000', 'bank-transfer', 'CV-0005'),
      paid(270, '15,000', 'bank-transfer', 'CV-0019'),
    ],
  },
  {
    investor: 'halima',
    project: 'coastalVillas',
    amount: usd('45,000'),
    daysAgo: 300,
    nextPayment: { inDays: 34, amount: usd('11,250') },
    ledger: [paid(300, '11,250', 'bank-transfer', 'CV-0015')],
  },
  {
    investor: 'mohamed',
    project: 'coastalVillas',
    amount: usd('30,000'),
    daysAgo: 280,
    nextPayment: { inDays: 45 },
    ledger: [
      paid(280, '12,000', 'bank-transfer', 'CV-0017'),
      paid(190, '6,000', 'mobile-money', 'QJT4WB9K'),
      paid(15, '6,000', 'mobile-money', 'RKD8MN3P'),
    ],
  },
  {
    investor: 'sahra',
    project: 'coastalVillas',
    amount: usd('15,000'),
    daysAgo: 200,
    nextPayment: { inDays: 8, amount: usd('3,750.25') },
    ledger: [paid(200, '3,750.25', 'mobile-money', 'QKS2VC6R')],
  },
  {
    investor: 'brian',
    project: 'coastalVillas',
    amount: usd('15,000'),
    daysAgo: 150,
    ledger: [
      paid(150, '5,000', 'card', '4021-7783'),
      paid(90, '4,000', 'card', '4021-9120'),
      paid(4, '2,500', 'bank-transfer', 'CV-0041'),
    ],
  },
  { investor: 'peter', project: 'coastalVillas', amount: usd('15,000'), daysAgo: 6, ledger: [] },
]

const twinTowers: DemoInvestment[] = [
  {
    investor: 'mohamed',
    project: 'twinTowers',
    amount: usd('35,000'),
    owned: 'Apartment A-1201',
    daysAgo: 365,
    nextPayment: { inDays: -10, amount: usd('7,000') },
    ledger: [
      paid(365, '7,000', 'bank-transfer', 'TT-0021'),
      paid(250, '7,000', 'bank-transfer', 'TT-0066'),
      paid(120, '7,000', 'bank-transfer', 'TT-0190'),
    ],
  },
  {
    investor: 'hodan',
    project: 'twinTowers',
    amount: usd('35,000'),
    owned: 'Apartment A-1203',
    daysAgo: 255,
    nextPayment: { inDays: 13, amount: usd('6,250') },
    ledger: [
      paid(255, '10,000', 'bank-transfer', 'TT-0062'),
      paid(171, '6,250', 'bank-transfer', 'TT-0147'),
      {
        ...paid(170, '6,250', 'bank-transfer', 'TT-0148'),
        voidedBecause: 'The same transfer was recorded twice.',
      },
      paid(80, '6,250', 'bank-transfer', 'TT-0231'),
    ],
  },
  {
    investor: 'peter',
    project: 'twinTowers',
    amount: usd('35,000'),
    owned: 'Apartment A-1202',
    daysAgo: 230,
    ledger: [
      paid(230, '5,000', 'bank-transfer', 'TT-0081'),
      { kind: 'cancellation', daysAgo: 140 },
      {
        kind: 'refund',
        daysAgo: 130,
        amount: usd('2,500'),
        reason: 'First half of what was paid in, returned after the cancellation.',
      },
    ],
  },
  {
    investor: 'sahra',
    project: 'twinTowers',
    amount: usd('35,000'),
    owned: 'Apartment A-1204',
    daysAgo: 20,
    ledger: [],
  },
]

/** One quarter stays unsold. The two owners have paid the 15% that the project states. */
const retailClothing: DemoInvestment[] = [
  {
    investor: 'grace',
    project: 'retailClothing',
    amount: usd('5,000'),
    owned: '25%',
    daysAgo: 160,
    ledger: [{ kind: 'cancellation', daysAgo: 95 }],
  },
  {
    investor: 'fatuma',
    project: 'retailClothing',
    amount: usd('5,000'),
    owned: '25%',
    daysAgo: 110,
    nextPayment: { inDays: 17 },
    ledger: [paid(110, '1,500', 'cash', null)],
  },
  {
    investor: 'hodan',
    project: 'retailClothing',
    amount: usd('5,000'),
    owned: '25%',
    daysAgo: 75,
    nextPayment: { inDays: 27 },
    ledger: [paid(75, '1,500', 'mobile-money', 'RBX5LD1H')],
  },
  {
    investor: 'brian',
    project: 'retailClothing',
    amount: usd('5,000'),
    owned: '25%',
    daysAgo: 12,
    ledger: [],
  },
]

/** Eighteen months of investments in all statuses, one overdue. */
export const demoInvestments: DemoInvestment[] = [
  ...cornerPlaza,
  ...coastalVillas,
  ...twinTowers,
  ...retailClothing,
]
