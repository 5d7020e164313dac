import { addDays, type CalendarDate } from '../values/calendar-date.ts'
import { daysAgo } from './days.ts'

type Exclusion = 'charge' | 'sweep' | 'own-transfer' | 'reversal-pair' | null

/** A line of a statement of the demo, in hundredths of its account's currency, negative for money out. */
export type BankLine = {
  day: CalendarDate
  minutesAfterNine: number
  number: string
  leg: 'payment' | 'charge' | 'sweep' | 'reversal' | 'other'
  minor: bigint
  narrative: string
  payerName?: string
  payerNumber?: string
  typed?: string
  mpesaCode?: string
  reversalOf?: string
  exclusion?: Exclusion
  /** Why the office excluded it. */
  excludedBecause?: string
}

type Paid = {
  daysAgo: number
  /** The end of the M-Pesa code, whose beginning says the day. */
  code: string
  shillings: bigint
  payer: [number: string, name: string]
  typed: string
  isReversed?: true
  isOfTenant?: true
}

/** Payment references with one mistake. */
export type Mistyped = Record<'sahra' | 'brian' | 'hodan', string>

const tenants: Paid[] = [
  [30, '8FQ2WLM', 45_000n, '25472****118', 'YUSUF ABDI', 'Shop 4'],
  [27, 'B61HZRC', 38_500n, '25471****909', 'MERCY **** CHEBET', 'Shop 7'],
  [24, '3XVNE9D', 52_000n, '25479****470', 'KEVIN OMONDI', 'Office 12'],
  [20, 'JT05YGA', 45_000n, '25471****340', 'LYDIA **** CHEPKOECH', 'Shop 9'],
  [16, 'W4PMC7U', 61_200n, '25472****666', 'TITUS KIPLAGAT', 'Office 3'],
  [13, '2SRKB8F', 38_500n, '25470****555', 'NAOMI **** CHEROTICH', 'Shop 2'],
  [9, 'N7AQD3H', 52_000n, '25474****218', 'VICTOR KIPTOO', 'Office 8'],
].map(([ago, code, shillings, number, name, typed]) => ({
  daysAgo: Number(ago),
  code: String(code),
  shillings: BigInt(shillings ?? 0),
  payer: [String(number), String(name)],
  typed: String(typed),
  isOfTenant: true,
}))

const investors = ({ sahra, brian }: Mistyped): Paid[] => [
  ...[
    { daysAgo: 8, code: 'G9UVX1T', shillings: 6_462n, isReversed: true as const },
    { daysAgo: 5, code: 'C5YJE6Z', shillings: 12_500n },
  ].map((line) => ({
    ...line,
    payer: ['25471****731', 'DENNIS KIPRUTO'] as Paid['payer'],
    typed: 'Other',
  })),
  {
    daysAgo: 3,
    code: 'PLM2XC4',
    shillings: 175_000n,
    typed: 'shop',
    payer: ['25470****010', 'FATUMA **** NOOR'],
  },
  {
    daysAgo: 3,
    code: 'QW8ERT5',
    shillings: 64_500n,
    typed: '0700000007',
    payer: ['25479****662', 'MERCY **** CHEBET'],
  },
  {
    daysAgo: 2,
    code: 'T7UBN3K',
    shillings: 129_240n,
    typed: 'wanjiku kamau',
    payer: ['25472****905', 'JAMES KIPKEMBOI'],
  },
  {
    daysAgo: 2,
    code: 'R5TGB1Y',
    shillings: 9_800n,
    typed: 'KDA 123X',
    payer: ['25474****377', 'LYDIA **** CHEPKOECH'],
  },
  {
    daysAgo: 1,
    code: 'M4NJU7H',
    shillings: 250_000n,
    typed: sahra,
    payer: ['25479****184', 'TITUS KIPLAGAT'],
  },
  {
    daysAgo: 1,
    code: 'L9OKI6S',
    shillings: 193_860n,
    typed: brian,
    payer: ['25470****009', 'BRIAN **** OTIENO'],
  },
]

const mostOfCharge = 20_000n

/** A month of the paybill: tenants' service charges, investors, a reversed payment, and what was swept to the bank. */
export function paybillLines(today: CalendarDate, mistyped: Mistyped): BankLine[] {
  const paid = [...tenants, ...investors(mistyped)].flatMap((line, index) =>
    paidLines(today, line, 20 + index * 23),
  )
  const sweeps = [
    { ago: 21, code: 'K0MWS4P', shillings: 250_000n },
    { ago: 7, code: 'V8DFT2N', shillings: 150_000n },
  ].map(({ ago, code, shillings }): BankLine => {
    const day = daysAgo(today, ago)
    const number = mpesaCode(day, code)
    return {
      day,
      minutesAfterNine: 450,
      number,
      mpesaCode: number,
      leg: 'sweep',
      exclusion: 'sweep',
      minor: shillings * -100n,
      narrative: 'Utility Account to Organization Settlement Account',
    }
  })
  return [...paid, ...sweeps]
}

function paidLines(today: CalendarDate, paid: Paid, minutesAfterNine: number): BankLine[] {
  const { code, shillings, typed, isReversed, isOfTenant } = paid
  const day = daysAgo(today, paid.daysAgo)
  const number = mpesaCode(day, code)
  const [payerNumber, payerName] = paid.payer
  const narrative = `Pay Bill from ${payerNumber} - ${payerName} Acc. ${typed}`
  const payer = { payerNumber, payerName, typed }
  const at = { day, minutesAfterNine, number, mpesaCode: number }
  const charge = (shillings * 55n) / 100n
  const lines: BankLine[] = [
    {
      ...at,
      ...payer,
      leg: 'payment',
      minor: shillings * 100n,
      narrative,
      ...(isReversed ? { exclusion: 'reversal-pair' } : {}),
      ...(isOfTenant ? { excludedBecause: 'Service charge of a tenant of Corner Plaza.' } : {}),
    },
    {
      ...at,
      leg: 'charge',
      exclusion: 'charge',
      narrative: 'Pay Bill Charge',
      minor: -(charge < mostOfCharge ? charge : mostOfCharge),
    },
  ]
  if (!isReversed) return lines
  const reversal = mpesaCode(day, 'H1BRL5Q')
  lines.push({
    ...at,
    ...payer,
    minutesAfterNine: minutesAfterNine + 9,
    number: reversal,
    mpesaCode: reversal,
    leg: 'reversal',
    minor: shillings * -100n,
    reversalOf: number,
    narrative: `Reversal of ${number}`,
    exclusion: 'reversal-pair',
  })
  return lines
}

/** A receipt number of M-Pesa: its first characters are the year, the month and the day. */
function mpesaCode(day: CalendarDate, end: string): string {
  const [year, month, dayOfMonth] = day.split('-').map(Number) as [number, number, number]
  const letter = (from: string, steps: number) => String.fromCharCode(from.charCodeAt(0) + steps)
  return [
    letter('J', year - 2015),
    letter('A', month - 1),
    dayOfMonth.toString(32).toUpperCase(),
    end,
  ].join('')
}

/** What came to the bank lately and waits for the office. */
export function waitingTransfers(today: CalendarDate, mistyped: Mistyped): BankLine[] {
  const transfer = (ago: number, number: string, dollars: bigint, rest: Partial<BankLine>) => ({
    day: daysAgo(today, ago),
    minutesAfterNine: 200 + ago,
    number,
    leg: 'payment' as const,
    minor: dollars * 100n,
    narrative: `TRANSFER ${number}`,
    ...rest,
  })
  return [
    transfer(6, 'DB-88417', 1_210n, { narrative: 'DIRECT CREDIT DB-88417' }),
    transfer(3, 'DB-88502', 11_250n, {
      payerName: 'HALIMA OSMAN',
      narrative: 'TRANSFER DB-88502 HALIMA OSMAN',
    }),
    transfer(2, 'DB-88531', 6_250n, {
      payerName: 'DALSAN TRADING LTD',
      typed: mistyped.hodan,
      narrative: `TRANSFER DB-88531 DALSAN TRADING LTD ${mistyped.hodan}`,
    }),
  ]
}

/** The bank's fee, and what was sent on to the building account, each month up to yesterday. */
export function monthlyLines(months: CalendarDate[], today: CalendarDate, deposits: BankLine[]) {
  return months.flatMap((first): BankLine[] => {
    const month = first.slice(0, 7)
    const sentOn = addDays(first, 27)
    const received = deposits
      .filter(({ day }) => day >= first && day < sentOn)
      .reduce((sum, { minor }) => sum + minor, 0n)
    const sent = received - (received % 100_000n)
    const fee: BankLine = {
      day: addDays(first, 24),
      minutesAfterNine: 0,
      number: `FEE-${month}`,
      minor: -1_200n,
      leg: 'charge',
      exclusion: 'charge',
      narrative: 'MONTHLY FEE',
    }
    const own: BankLine = {
      day: sentOn,
      minutesAfterNine: 420,
      number: `OWN-${month}`,
      leg: 'other',
      minor: -sent,
      exclusion: 'own-transfer',
      narrative: 'TRANSFER TO OWN ACCOUNT 0990200000002',
    }
    return [fee, ...(sent >= 500_000n ? [own] : [])].filter(({ day }) => day < today)
  })
}
