import { type Currency, currencies } from '../../values/currency.ts'
import { type DraftLine, type DraftStatement, StatementRefused, textOrNull } from './draft-line.ts'
import { readMoment } from './moments.ts'
import { kindOfBankLine, readNarrative } from './narrative.ts'
import { elementsAt, readXml, textAt, type XmlElement } from './xml-tree.ts'

export const isXml = (text: string): boolean => /^\s*<(\?xml|([\w-]+:)?Document)\b/.test(text)

function amountOf(
  element: XmlElement | undefined,
  line: number,
): { minor: bigint; currency: string } {
  const [amount] = elementsAt(element, 'Amt')
  const [, whole, part = ''] =
    /^(\d{1,13})(?:\.(\d{1,2})0*)?$/.exec(amount?.text.trim() ?? '') ?? []
  if (whole === undefined)
    throw new StatementRefused(
      `Entry ${line}: “${amount?.text.trim() ?? ''}” is not an amount.`,
      line,
    )
  return {
    minor: BigInt(whole) * 100n + BigInt(part.padEnd(2, '0')),
    currency: amount?.attributes.Ccy ?? '',
  }
}

function signed(element: XmlElement, line: number): { minor: bigint; currency: string } {
  const { minor, currency } = amountOf(element, line)
  const side = textAt(element, 'CdtDbtInd')
  if (side !== 'CRDT' && side !== 'DBIT')
    throw new StatementRefused(
      `Entry ${line} does not say whether the money came in or went out.`,
      line,
    )
  return { minor: side === 'DBIT' ? -minor : minor, currency }
}

/** A date as it is; of an instant its day and time in Nairobi. */
function momentAt(element: XmlElement, ...paths: string[]) {
  const written = textAt(element, ...paths)
  if (written === null) return null
  if (!/[Zz]$|[+-]\d{2}:\d{2}$/.test(written) || !written.includes('T'))
    return readMoment(written.slice(0, 19))
  const instant = Date.parse(written)
  return Number.isNaN(instant)
    ? null
    : readMoment(new Date(instant + 3 * 3_600_000).toISOString().slice(0, 19))
}

const accountOf = (statement: XmlElement) => textAt(statement, 'Acct/Id/IBAN', 'Acct/Id/Othr/Id')

function narrativeOf(entry: XmlElement, details: XmlElement | undefined): string {
  const lines = elementsAt(details, 'RmtInf/Ustrd').map(({ text }) => text)
  const further = [textAt(details, 'AddtlTxInf'), textAt(entry, 'AddtlNtryInf')]
  return textOrNull([...lines, ...further.filter((text) => text !== null)].join(' ')) ?? ''
}

type Part = {
  entry: XmlElement
  details: XmlElement | undefined
  minor: bigint
  place: number
  line: number
}

function payerOf(details: XmlElement | undefined, typed: string | null, narrative: string) {
  const found = readNarrative('camt053', narrative)
  return {
    payerName: textAt(details, 'RltdPties/Dbtr/Pty/Nm', 'RltdPties/Dbtr/Nm'),
    payerNumber: textAt(details, 'RltdPties/DbtrAcct/Id/IBAN', 'RltdPties/DbtrAcct/Id/Othr/Id'),
    typedReference: found.typedReference ?? typed,
    phone: found.phone,
    mpesaCode: found.mpesaCode,
  }
}

const noPayer = {
  payerName: null,
  payerNumber: null,
  typedReference: null,
  phone: null,
  mpesaCode: null,
}

function kindOf(entry: XmlElement, narrative: string, minor: bigint) {
  if (textAt(entry, 'RvslInd') === 'true')
    return { kind: 'reversal' as const, excluded: 'reversal-pair' as const }
  const family = textAt(entry, 'BkTxCd/Domn/Fmly/SubFmlyCd') ?? ''
  return kindOfBankLine(
    /^(CHRG|COMM|FEES)$/.test(family) ? `charge ${narrative}` : narrative,
    minor,
  )
}

/** The bank's number of the entry; of one of several transactions its own, with its place in the entry. */
function numberOf({ entry, details, place }: Part): string | null {
  const [ofEntry, ofDetails] = [textAt(entry, 'AcctSvcrRef'), textAt(details, 'Refs/AcctSvcrRef')]
  return place === 0 ? (ofEntry ?? ofDetails) : `${ofDetails ?? ofEntry ?? ''}/${place}`
}

function draftOf(part: Part): DraftLine {
  const { entry, details, minor, line } = part
  const at = momentAt(entry, 'BookgDt/DtTm', 'BookgDt/Dt', 'ValDt/Dt', 'ValDt/DtTm')
  if (!at) throw new StatementRefused(`Entry ${line} has no date.`, line)
  const narrative = narrativeOf(entry, details)
  const kind = kindOf(entry, narrative, minor)
  const endToEnd = textAt(details, 'RmtInf/Strd/CdtrRefInf/Ref', 'Refs/EndToEndId') ?? ''
  const typed = /^(NOT ?PROVIDED|)$/i.test(endToEnd) ? null : endToEnd
  const ordered = elementsAt(details, 'AmtDtls/InstdAmt/Amt')[0]
  const paid = ordered ? ` (ordered ${ordered.attributes.Ccy} ${ordered.text.trim()})` : ''
  return {
    lineNumber: line,
    number: numberOf(part),
    ...kind,
    at,
    minor,
    balance: null,
    ...(minor > 0n ? payerOf(details, typed, narrative) : noPayer),
    narrative: `${narrative}${paid}`.trim(),
    reversalOf: kind.kind === 'reversal' ? typed : null,
    raw: narrative,
  }
}

/** The transactions of an entry, which add up to it; the entry itself when it has none or one. */
function draftsOf(entry: XmlElement, line: number): DraftLine[] {
  const status = textAt(entry, 'Sts/Cd', 'Sts')
  const { minor, currency } = signed(entry, line)
  const all = elementsAt(entry, 'NtryDtls/TxDtls')
  if (status !== null && status !== 'BOOK')
    return [
      {
        ...draftOf({ entry, details: all[0], minor, place: 0, line }),
        minor: 0n,
        excluded: 'not-completed',
      },
    ]
  const parts = all.map((details, index) => {
    const stated = [details, ...elementsAt(details, 'AmtDtls/TxAmt')].find(
      (element) => elementsAt(element, 'Amt').length > 0,
    )
    const amount = stated ? amountOf(stated, line) : null
    const size = amount?.currency === currency ? amount.minor : null
    return { entry, details, size, place: all.length > 1 ? index + 1 : 0, line }
  })
  if (parts.length < 2 && (parts[0]?.size ?? null) === null)
    return [draftOf({ entry, details: all[0], minor, place: 0, line })]
  const sign = minor < 0n ? -1n : 1n
  if (parts.reduce((total, { size }) => total + sign * (size ?? 0n), 0n) !== minor)
    throw new StatementRefused(
      `The transactions of entry ${line} do not add up to its amount.`,
      line,
    )
  return parts.map((part) => draftOf({ ...part, minor: sign * (part.size ?? 0n) }))
}

function balanceOf(statement: XmlElement, ...codes: string[]): bigint | null {
  const balances = elementsAt(statement, 'Bal')
  for (const code of codes) {
    const found = balances.find((balance) => textAt(balance, 'Tp/CdOrPrtry/Cd') === code)
    if (found) return signed(found, 0).minor
  }
  return null
}

/** All statements of a CAMT.053 document, which follow each other and are of one account. */
export function readCamt053(text: string): DraftStatement {
  const statements = elementsAt(readXml(text), 'Document/BkToCstmrStmt/Stmt')
  const [first] = statements
  const last = statements.at(-1)
  if (!first || !last) throw new StatementRefused('This XML file is not a CAMT.053 statement.')
  const drafts: DraftLine[] = []
  let [entries, balance] = [0, balanceOf(first, 'OPBD', 'PRCD')]
  const code = elementsAt(first, 'Bal/Amt')[0]?.attributes.Ccy ?? textAt(first, 'Acct/Ccy') ?? ''
  for (const statement of statements) {
    const opening = balanceOf(statement, 'OPBD', 'PRCD')
    const closing = balanceOf(statement, 'CLBD')
    if (accountOf(statement) !== accountOf(first))
      throw new StatementRefused('The file has statements of several accounts.')
    if (opening === null || closing === null)
      throw new StatementRefused('The opening or closing balance is missing in the file.')
    if (opening !== balance)
      throw new StatementRefused(
        'A statement does not begin with the balance that the one before ends with.',
      )
    const own = elementsAt(statement, 'Ntry').flatMap((entry) => {
      entries += 1
      if (signed(entry, entries).currency !== code)
        throw new StatementRefused(`Entry ${entries} is not in ${code}.`, entries)
      return draftsOf(entry, entries)
    })
    if (own.reduce((total, { minor }) => total + minor, opening) !== closing)
      throw new StatementRefused(
        'The entries do not add up from the opening to the closing balance. Download the file again.',
      )
    drafts.push(...own)
    balance = closing
  }
  return {
    profile: 'camt053',
    accountNumber: accountOf(first),
    currency: currencyOf(code),
    period: periodOf(first, last),
    opening: balanceOf(first, 'OPBD', 'PRCD'),
    closing: balance,
    drafts,
  }
}

function currencyOf(code: string): Currency {
  const currency = currencies.find((known) => known === code)
  if (!currency) throw new StatementRefused(`“${code}” is not a currency of this system.`)
  return currency
}

function periodOf(first: XmlElement, last: XmlElement): DraftStatement['period'] {
  const dayOf = (statement: XmlElement, place: number) => {
    const balance = elementsAt(statement, 'Bal').at(place)
    return balance ? momentAt(balance, 'Dt/Dt', 'Dt/DtTm')?.day : undefined
  }
  const from = momentAt(first, 'FrToDt/FrDtTm')?.day ?? dayOf(first, 0)
  const to = momentAt(last, 'FrToDt/ToDtTm')?.day ?? dayOf(last, -1)
  return from && to && from <= to ? { from, to } : null
}
