import { type CalendarDate, formatDay } from '../../values/calendar-date.ts'
import type { Currency } from '../../values/currency.ts'
import { dayOfMpesaCode, isCodeOfDay } from '../../values/mpesa-code.ts'
import { readAmount } from './amounts.ts'
import { textOrNull } from './draft-line.ts'
import { instantOf, readMoment } from './moments.ts'

export type MessageProvider = 'mpesa' | 'evc-plus' | 'edahab' | 'zaad' | 'sahal'

/** What a message of a mobile money provider says, of the one who received the message. */
export type PaymentMessage = {
  direction: 'sent' | 'received'
  provider: MessageProvider
  /** Null where the provider gives none: then sender, amount and time are the key. */
  code: string | null
  minor: bigint
  currency: Currency
  /** ISO 8601, UTC; null when the message has a day only. */
  at: string | null
  on: CalendarDate
  partyName: string | null
  partyNumber: string | null
  /** What was typed as the account number. */
  account: string | null
}

export type PaymentMessageProblem = { problem: string }

const longest = 2000
const unknown =
  'We do not recognise this payment message. Paste the whole message as you received it.'

/**
 * Reads a pasted message of M-Pesa, EVC Plus, eDahab, ZAAD or Sahal. With `wanted`, refuses money in the other direction: a
 * proof of an investor is money sent, a message of the company’s own wallet is money received.
 */
export function readPaymentMessage(
  text: string,
  wanted?: PaymentMessage['direction'],
): PaymentMessage | PaymentMessageProblem {
  const written = text.slice(0, longest).replace(/\s+/g, ' ').trim()
  const message = readMpesaMessage(written) ?? readSomaliMessage(written) ?? { problem: unknown }
  if ('problem' in message || !wanted || message.direction === wanted) return message
  return {
    problem:
      wanted === 'sent'
        ? 'This message is about money received. Paste the message about the money you sent to us.'
        : 'This message is about money sent. Paste the message about the money that was received.',
  }
}

const money = String.raw`(?:Kshs?|KES|Sh)\.?\s*(?<amount>[\d,]+(?:\.\d{1,2})?)(?:\/[=-])?`
const day = String.raw`(?<day>\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})|\d{4}-\d{2}-\d{2})`
const when = String.raw`(?:on|tarehe|mnamo)\s*${day}\s*(?:at|saa)?\s*(?<time>\d{1,2}[:.]\d{2}(?::\d{2})?)\s*(?<half>[AP]\.?M)?`
const account = String.raw`(?:(?:for\s*account|kwa\s*akaunti)(?:\s*(?:no|number|namba|nambari|ya)\b)?[.:]?\s*(?<account>.{0,60}?))?`
const party = '(?<party>.{1,120}?)'
const sentTo = String.raw`\s*\.?\s*${account}\.?\s*${when}`
const spoken = {
  confirmed: '(?:confirmed|i?me(?:thibitishwa|thibitika)|umethibitisha)',
  sent: String.raw`(?:sent|paid)\s*to|(?:i|zi)me(?:tumwa|lipwa)\s*kwa`,
  youSent: String.raw`You\s*have\s*(?:sent|paid)|ume(?:tuma|lipa)`,
  youReceived: String.raw`(?:You\s*have\s*)?received|umepokea`,
  from: String.raw`from|kutoka(?:\s*kwa)?`,
}
const code = '([A-Z][A-Z][0-9A-Z]{8})'
const mpesaStart = new RegExp(
  String.raw`\b${code}\s*${spoken.confirmed}\b\.?|\b${spoken.confirmed}\b\.?\s*${code}\b`,
  'i',
)
const mpesaSent = [
  new RegExp(String.raw`^\s*${money}\s*(?:${spoken.sent})\s*${party}${sentTo}`, 'i'),
  new RegExp(
    String.raw`^\s*(?:${spoken.youSent})\s*${money}\s*(?:to|kwa)\s*${party}${sentTo}`,
    'i',
  ),
]
const mpesaReceived = [
  new RegExp(
    String.raw`^\s*${when}\.?\s*${money}\s*received\s*from\s*${party}\.?\s*(?:Account\s*Number\.?\s*(?<account>.{0,60}?)\s*)?New\s`,
    'i',
  ),
  new RegExp(
    String.raw`^\s*(?:${spoken.youReceived})\s*${money}\s*(?:${spoken.from})\s*${party}\s*${when}`,
    'i',
  ),
]

const groupsIn = (patterns: readonly RegExp[], text: string) =>
  patterns.map((pattern) => pattern.exec(text)?.groups).find(Boolean)

function readMpesaMessage(text: string): PaymentMessage | PaymentMessageProblem | null {
  const [start, before, after] = mpesaStart.exec(text) ?? []
  const written = (before ?? after ?? '').toUpperCase()
  if (start === undefined) return null
  const rest = text.slice(text.indexOf(start) + start.length)
  const sent = groupsIn(mpesaSent, rest)
  const groups = sent ?? groupsIn(mpesaReceived, rest)
  if (!groups) return { problem: unknown }
  const { amount = '', time = '', half = '' } = groups
  const moment = readMoment(
    `${groups.day} ${time.replace('.', ':')}${half && ` ${half.replace('.', '')}`}`,
  )
  const minor = readAmount(amount)?.minor ?? 0n
  if (!moment || minor <= 0n) return { problem: unknown }
  const wrongDay = codeProblem(written, moment.day)
  if (wrongDay) return { problem: wrongDay }
  return {
    direction: sent ? 'sent' : 'received',
    provider: 'mpesa',
    code: written,
    minor,
    currency: 'KES',
    at: instantOf(moment),
    on: moment.day,
    ...partyOf(groups.party ?? ''),
    account: textOrNull(groups.account),
  }
}

/** The code carries its day, so a forged one usually gives itself away. */
function codeProblem(written: string, on: CalendarDate): string | null {
  const issued = dayOfMpesaCode(written)
  if (!issued) return `${written} is not an M-Pesa code. Paste the message as you received it.`
  return isCodeOfDay(written, on)
    ? null
    : `The code ${written} is from ${formatDay(issued)}, but the message says ${formatDay(on)}. Paste the message as you received it.`
}

function partyOf(text: string): Pick<PaymentMessage, 'partyName' | 'partyNumber'> {
  const [number] = /(?<!\w)\+?\d[\d*]{4,14}(?!\w)/.exec(text) ?? []
  const name = text.replace(number ?? '', ' ').replace(/[\s.,:()-]+$|^[\s.,:()-]+/g, '')
  return { partyName: textOrNull(name), partyNumber: number?.replace('+', '') ?? null }
}

const providers: [pattern: RegExp, provider: MessageProvider][] = [
  [/evc ?plus/i, 'evc-plus'],
  [/e-?dahab/i, 'edahab'],
  [/zaad/i, 'zaad'],
  [/sahal/i, 'sahal'],
]

const symbols: Record<string, Currency> = {
  $: 'USD',
  USD: 'USD',
  DOLLAR: 'USD',
  SLSH: 'SLSH',
  SOS: 'SOS',
  SOSH: 'SOS',
  SHSO: 'SOS',
}
/** With the currency in front, which is looked for first: a reference number may stand before a currency. */
const somaliAmounts = [
  /(?<![A-Z])(?<symbol>\$|USD|SLSH|SOSH?|SHSO)\s*(?<figures>[\d,]+(?:\.\d+)?)/i,
  /(?<![\w.])(?<figures>[\d,]+(?:\.\d+)?)\s*(?<symbol>\$|Dollar|USD|SLSH|SOSH?)/i,
]
const received = /\bka\s*heshay\b|\bhave received\b/i
const paidOut =
  /\bu\s*war+e+jis(?:ay|tay|een)\b|\bu\s*dirt?(?:ay|tay|een)\b|\bhave (?:sent|paid)\b/i
const balance = /\b(?:har+a+g|had+ha+g|balance)/i

function readSomaliMessage(text: string): PaymentMessage | PaymentMessageProblem | null {
  const [, provider] = providers.find(([pattern]) => pattern.test(text)) ?? []
  const verbs = [received.exec(text), paidOut.exec(text)].filter((verb) => verb !== null)
  const [verb] = verbs.toSorted((left, right) => left.index - right.index)
  if (!provider || !verb) return null
  const rest = text.slice(verb.index + verb[0].length)
  const amount =
    groupsIn(somaliAmounts, text.slice(0, verb.index)) ??
    groupsIn(somaliAmounts, rest.split(balance)[0] ?? '')
  const currency = symbols[(amount?.symbol ?? '').toUpperCase()]
  const minor = readAmount(amount?.figures ?? '')?.minor ?? 0n
  const [, on = '', time] =
    /(?<![\d.])(\d{2}[/-]\d{2}[/-](?:\d{4}|\d{2}))(?:\s+(\d{1,2}:\d{2}(?::\d{2})?))?/.exec(rest) ??
    []
  const moment = readMoment(time ? `${on} ${time}` : on)
  if (!currency || !moment || minor <= 0n) return { problem: unknown }
  return {
    direction: received.test(verb[0]) ? 'received' : 'sent',
    provider,
    code: somaliCode(text),
    minor,
    currency,
    at: time ? instantOf(moment) : null,
    on: moment.day,
    ...somaliParty(rest),
    account: null,
  }
}

function somaliCode(text: string): string | null {
  const [, named] =
    /\b(?:Tix(?:ra+c)?|Aqanoosiga|Ref(?:erence)?|Trans(?:action)? ?ID|TID)\s*[:.#]?\s*([A-Z0-9.]*\d{4}[A-Z0-9.]*?)\.?(?=[\s,[]|$)/i.exec(
      text,
    ) ?? []
  return named?.toUpperCase() ?? null
}

/** The name at the beginning, after an amount and a preposition. */
const inFront = /^(?:\s*(?:\$|USD|SLSH|SOSH?)\s*[\d,.]+)?\s*(?:(?:to|from)\b)?([^\d(,.:]*)/i

function somaliParty(rest: string): Pick<PaymentMessage, 'partyName' | 'partyNumber'> {
  const [, number] = /(?:^|[^\d.])\(?(\+?\d{9,12})\)?(?=[\s,.)]|$)/.exec(rest) ?? []
  const [, name = ''] = inFront.exec(rest) ?? []
  return { partyName: textOrNull(name), partyNumber: number?.replace('+', '') ?? null }
}
