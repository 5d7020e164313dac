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
  'This is not a payment message that we know. Paste the whole message as you received it.'

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

const money = String.raw`(?:Ksh|KES)\.?\s*(?<amount>[\d,]+(?:\.\d{1,2})?)`
const when = String.raw`on\s*(?<day>\d{1,2}\/\d{1,2}\/(?:\d{4}|\d{2}))\s*at\s*(?<time>\d{1,2}:\d{2})\s*(?<half>[AP]\.?M)?`
const mpesaSent = new RegExp(
  String.raw`^\s*${money}\s*(?:sent|paid)\s*to\s*(?<party>.{1,120}?)\s*\.?\s*(?:for\s*account\s*(?<account>.{0,60}?))?\.?\s*${when}`,
  'i',
)
const mpesaReceived = [
  new RegExp(
    String.raw`^\s*${when}\.?\s*${money}\s*received\s*from\s*(?<party>.{1,120}?)\.?\s*(?:Account\s*Number\.?\s*(?<account>.{0,60}?)\s*)?New\s`,
    'i',
  ),
  new RegExp(
    String.raw`^\s*(?:You\s*have\s*)?received\s*${money}\s*from\s*(?<party>.{1,120}?)\s*${when}`,
    'i',
  ),
]

function readMpesaMessage(text: string): PaymentMessage | PaymentMessageProblem | null {
  const [start, code = ''] = /\b([A-Z][A-Z][0-9A-Z]{8})\s*confirmed\b\.?/i.exec(text) ?? []
  if (start === undefined) return null
  const rest = text.slice(text.indexOf(start) + start.length)
  const sent = mpesaSent.exec(rest)?.groups
  const groups = sent ?? mpesaReceived.map((pattern) => pattern.exec(rest)?.groups).find(Boolean)
  if (!groups) return { problem: unknown }
  const { amount = '', day = '', time = '', half = '', party = '', account } = groups
  const moment = readMoment(`${day} ${time}${half && ` ${half.replace('.', '')}`}`)
  const minor = readAmount(amount)?.minor ?? 0n
  if (!moment || minor <= 0n) return { problem: unknown }
  const wrongDay = codeProblem(code, moment.day)
  if (wrongDay) return { problem: wrongDay }
  return {
    direction: sent ? 'sent' : 'received',
    ...{ provider: 'mpesa', code: code.toUpperCase(), minor, currency: 'KES' },
    ...{ at: instantOf(moment), on: moment.day },
    ...partyOf(party),
    account: textOrNull(account),
  }
}

/** The code carries its day, so a forged one usually gives itself away. */
function codeProblem(code: string, day: CalendarDate): string | null {
  const issued = dayOfMpesaCode(code.toUpperCase())
  if (!issued)
    return `${code.toUpperCase()} is not an M-Pesa code. Paste the message as you received it.`
  return isCodeOfDay(code.toUpperCase(), day)
    ? null
    : `The code ${code.toUpperCase()} is of ${formatDay(issued)}, but the message says ${formatDay(day)}. Paste the message as you received it.`
}

function partyOf(text: string): Pick<PaymentMessage, 'partyName' | 'partyNumber'> {
  const [number] = /\+?\d[\d*]{6,14}/.exec(text) ?? []
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
const somaliAmount =
  /(?<before>\$|USD|SLSH|SOSH?|SHSO)\s*(?<first>[\d,]+(?:\.\d+)?)|(?<second>[\d,]+(?:\.\d+)?)\s*(?<after>Dollar|USD|SLSH|SOSH?)/i
const received = /\bka\s*heshay\b/i
const paidOut = /\bu\s*war+e+jisay\b|\bu\s*dirtay\b|\bu\s*dirt(ay|een)\b/i

function readSomaliMessage(text: string): PaymentMessage | PaymentMessageProblem | null {
  const [, provider] = providers.find(([pattern]) => pattern.test(text)) ?? []
  const verb = received.exec(text) ?? paidOut.exec(text)
  if (!provider || !verb) return null
  const amount = somaliAmount.exec(text.slice(0, verb.index))?.groups
  const currency = symbols[(amount?.before ?? amount?.after ?? '').toUpperCase()]
  const minor = somaliMinor(amount?.first ?? amount?.second ?? '')
  const rest = text.slice(verb.index + verb[0].length)
  const [, day = '', time] =
    /(?<![\d.])(\d{2}[/-]\d{2}[/-](?:\d{4}|\d{2}))(?:\s+(\d{1,2}:\d{2}(?::\d{2})?))?/.exec(rest) ??
    []
  const moment = readMoment(time ? `${day} ${time}` : day)
  if (!currency || !moment || minor === null) return { problem: unknown }
  return {
    direction: received.test(text) ? 'received' : 'sent',
    provider,
    code: somaliCode(text),
    ...{ minor, currency, at: time ? instantOf(moment) : null, on: moment.day },
    ...somaliParty(rest),
    account: null,
  }
}

/** An amount like 714,900.4: at most two decimals, one is tenths. */
function somaliMinor(text: string): bigint | null {
  const minor = readAmount(text)?.minor ?? 0n
  return minor > 0n ? minor : null
}

function somaliCode(text: string): string | null {
  const [, code = ''] =
    /\b(?:Tixrac|Tix|Aqanoosiga)\s*:\s*([A-Z0-9.]+?)\.?(?=[\s,]|$)/i.exec(text) ?? []
  return /\d{4}/.test(code) ? code.toUpperCase() : null
}

function somaliParty(rest: string): Pick<PaymentMessage, 'partyName' | 'partyNumber'> {
  const [, number] = /(?:^|[^\d.])\(?(\+?\d{9,12})\)?(?=[\s,.)]|$)/.exec(rest) ?? []
  const [name = ''] = /^[^\d(,.:]*/.exec(rest) ?? []
  return { partyName: textOrNull(name), partyNumber: number?.replace('+', '') ?? null }
}
