import { dayOfMpesaCode } from '../../values/mpesa-code.ts'
import { nearReferences, readPaymentReference } from '../../values/payment-reference.ts'
import { textOrNull } from './draft-line.ts'
import type { ExclusionReason, StatementLegKind, StatementProfile } from './statement.ts'

/** What a narrative says about the payer. */
export type Narrative = {
  payerName: string | null
  payerNumber: string | null
  typedReference: string | null
  phone: string | null
  mpesaCode: string | null
}

/** `name` may end in what the payer typed; `reference` is what they typed and nothing else. */
type Pattern = { name: string; pattern: RegExp }

const phone = String.raw`(?<phone>\+?(?:254|252|256|255|0)\d{8,10})`
const masked = String.raw`(?<masked>\+?\d{2,6} ?\*{2,6} ?\d{2,4})`
const code = '(?<code>[J-Z][A-L][1-9A-V][0-9A-Z]{7})'

const anyBank: Pattern[] = [
  {
    name: 'co-op account',
    pattern: new RegExp(`^${code}~${phone}~(?<reference>[^~]*)~[^~]*~(?<name>.*)$`, 'i'),
  },
  {
    name: 'co-op paybill',
    pattern: new RegExp(`^${code}~(?<reference>[^~]*)~${phone}~[^~]*~(?<name>.*)$`, 'i'),
  },
  { name: 'phone and name', pattern: new RegExp(`^.*?\\b${phone}\\s+(?<name>\\D.*)$`, 'i') },
  { name: 'deposit', pattern: /\b(?:DEPOSIT(?:ED)?|PAID|PAYMENT)\s+BY[: ]+(?<name>\D.*)$/i },
  { name: 'transfer from', pattern: /\b(?:FROM|FRM|B\/O|BY ORDER OF|IFO)[: ]+(?<name>\D.*)$/i },
]

const patterns: Partial<Record<StatementProfile, Pattern[]>> = {
  equity: [
    {
      name: 'M-Pesa to bank',
      pattern: new RegExp(`^MPS\\s+(?:${phone}|${masked})\\s+${code}\\s+(?<name>.*)$`, 'i'),
    },
    { name: 'app', pattern: /^APP\/(?<name>[^/]*)\/(?<reference>.*)$/i },
    { name: 'Eazzy funds transfer', pattern: /^EAZZY-?\s*FUNDS\s+TRNSF\s+FRM\s+(?<name>.*)$/i },
    { name: 'Eazzy Pay', pattern: new RegExp(`^EAZZYPAY/${phone}/`, 'i') },
    {
      name: 'transfer',
      pattern: /^(?:RTGS|EFT|SWIFT|PESALINK|TT|IFT)[ :/-]+(?:FROM\s+)?(?<name>.*)$/i,
    },
    ...anyBank,
  ],
  kcb: [
    {
      name: 'mobile transfer',
      pattern: new RegExp(
        `^MOBILE\\s+TRANSFER\\s+FROM\\s+(?:${phone}|${masked})\\s+(?:${code}\\s+)?(?<name>.*)$`,
        'i',
      ),
    },
    { name: 'PesaLink', pattern: /^PESALINK\s+TRANSFER\s+(?:IB\s+)?(?<name>.*)$/i },
    { name: 'transfer', pattern: /^(?:RTGS|EFT|SWIFT|IFT)[ :/-]+(?:FROM\s+)?(?<name>.*)$/i },
    ...anyBank,
  ],
  mt940: [
    {
      name: 'ordering party',
      pattern:
        /\/(?:NAME|ORDP\/NAME)\/(?<name>[^/\n]*)\/(?:.*?\/)?REMI\/(?:USTD\/+)?(?<reference>[^/]*)/i,
    },
    { name: 'name', pattern: /\/NAME\/(?<name>[^/\n]*)/i },
    { name: 'numbered fields', pattern: /\?32(?<name>[^?]+(?:\?33[^?]+)?)/ },
    { name: 'PesaLink', pattern: /\bPESALINK\s+TRANSFER\s+(?:IB\s+)?(?<name>.*)$/i },
    ...anyBank,
  ],
}

/** A word like a reference with a mistake: letters and digits mixed, as long as a reference. */
const likeReference = /^(?=.*\d)(?=.*[a-z])[a-z0-9]{6,8}$/i

/** The word of a text that is a payment reference, or looks like one. */
function referenceWord(text: string): string | null {
  const words = text.split(/[\s/~,;]+|\?\d\d/)
  return (
    words.find((word) => readPaymentReference(word) !== null) ??
    words.find((word) => likeReference.test(word) && nearReferences(word).length > 0) ??
    null
  )
}

/** What the narrative of a bank's line says, by the first pattern of the layout that fits. */
export function readNarrative(profile: StatementProfile, narrative: string): Narrative {
  const text = narrative.slice(0, 1000).replace(/\s+/g, ' ').trim()
  const groups = (patterns[profile] ?? anyBank)
    .map(({ pattern }) => pattern.exec(text)?.groups)
    .find(Boolean)
  const typed = textOrNull(groups?.reference) ?? referenceWord(text)
  const name = typed ? groups?.name?.replace(typed, ' ') : groups?.name
  const foundPhone =
    groups?.phone ?? new RegExp(`(?<!\\d)${phone}(?!\\d)`).exec(text)?.groups?.phone
  return {
    payerName: nameIn(name),
    payerNumber: textOrNull(groups?.masked),
    typedReference: typed,
    phone: foundPhone?.replace(/\D/g, '') ?? null,
    mpesaCode: groups?.code?.toUpperCase() ?? mpesaCodeIn(text),
  }
}

/** A name without what banks write around it: numbers in front, marks and an empty “ref” behind. */
const nameIn = (text: string | undefined) =>
  textOrNull(
    text
      ?.slice(0, 200)
      .replace(/\?33/g, ' ')
      .replace(/^[\d\s#/-]+(?=\D)/, '')
      .replace(/(?:[\s/~,:-]+(?:ref|reference|acc|account|a\/c)\b\.?)?[\s/~,:-]*$/i, ''),
  )

/** The M-Pesa code in a narrative. */
export function mpesaCodeIn(text: string): string | null {
  for (const word of text.split(/[^0-9A-Za-z]+/)) {
    const code = word.toUpperCase()
    if (/\d/.test(code) && dayOfMpesaCode(code) !== null) return code
  }
  return null
}

/** What kind of line a bank's narrative and the direction of its money make it. */
export function kindOfBankLine(
  narrative: string,
  minor: bigint,
): { kind: StatementLegKind; excluded: ExclusionReason | null } {
  if (/\b(reversal|reversed|rvsl)\b/i.test(narrative))
    return { kind: 'reversal', excluded: 'reversal-pair' }
  if (minor > 0n && readPaymentReference(narrative) !== null)
    return { kind: 'payment', excluded: null }
  if (/\b(sweep|settlement account)\b/i.test(narrative)) return { kind: 'sweep', excluded: 'sweep' }
  if (/\b(own account|own transfer|inter-?account)\b/i.test(narrative))
    return { kind: 'other', excluded: 'own-transfer' }
  if (minor > 0n)
    return /\b(credit interest|interest (paid|earned|credit))\b/i.test(narrative)
      ? { kind: 'other', excluded: null }
      : { kind: 'payment', excluded: null }
  if (/\b(charges?|chrg|fees?|commission|comm|excise|duty|levy|tax|ledger)\b/i.test(narrative))
    return { kind: 'charge', excluded: 'charge' }
  return /\b(withdrawal|wdl|atm|cash paid)\b/i.test(narrative)
    ? { kind: 'withdrawal', excluded: 'withdrawal' }
    : { kind: 'other', excluded: null }
}

/** A line that only repeats a balance. */
export const isBroughtForward = (narrative: string): boolean =>
  /\b(brought forward|carried forward|opening balance|balance b\/?f(wd)?|closing balance|balance c\/?f(wd)?)\b/i.test(
    narrative,
  )
