import { printPdf } from '../../platform/pdf/print-pdf.server.ts'
import { dollarsInWords, moneyInWords } from '../../values/amount-in-words.ts'
import { formatDay } from '../../values/calendar-date.ts'
import {
  formatCurrency,
  formatRate,
  type PaidInCurrency,
  rateSourceLabels,
} from '../../values/exchange-rate.ts'
import { formatAmount, subtract } from '../../values/money.ts'
import type { PdfSheet } from '../../values/pdf-sheet.ts'
import { formatInstantWithZone, timeZoneNote } from '../../values/relative-time.ts'
import type { Company } from '../company/company.ts'
import type { Issuer } from '../company/company-logo.server.ts'
import { paymentMethodLabels } from '../investments/payment-methods.ts'
import type { Receipt } from './find-receipt.server.ts'
import { pdfFrame } from './pdf-frame.server.ts'

/** The one-page PDF of a receipt with verification code and QR code. */
export function printReceipt(receipt: Receipt, company: Issuer): Promise<Buffer<ArrayBuffer>> {
  return printPdf(receiptSheet(receipt, company), company.logo)
}

/** The content of a receipt for page and PDF; a voided one shows the reason. */
export function receiptSheet(receipt: Receipt, company: Company): PdfSheet {
  const { voided, agreed, received } = receipt
  return {
    frame: pdfFrame(company, {
      title: `Receipt ${receipt.number}`,
      label: 'Receipt number',
      name: receipt.number,
      code: receipt.code,
      fingerprint: receipt.sha256,
      stamp: voided && { word: 'VOIDED', reason: `On ${formatDay(voided.on)}. ${voided.reason}` },
      issuedAt: receipt.issuedAt,
    }),
    sum: {
      title: 'Receipt',
      figure: formatAmount(receipt.amount, 'always'),
      sentence: sentenceOf(receipt),
    },
    facts: factsOf(receipt),
    figures: [
      ['Contract sum', formatAmount(agreed, 'always')],
      ['Paid to date', formatAmount(received, 'always')],
      ['Remaining', formatAmount(subtract(agreed, received), 'always')],
    ],
    tables: [],
    notes: [timeZoneNote],
  }
}

function sentenceOf({ paid, receivedOn }: Receipt): string {
  if (!paid) return `US dollars, received on ${formatDay(receivedOn)}.`
  const amount = formatCurrency(paid.minor, paid.currency)
  return `US dollars. ${amount} received on ${formatDay(receivedOn)} at ${formatRate(paid.rate)} ${paid.currency} per USD.`
}

function rateWords({ rate, currency, source, on }: PaidInCurrency): string {
  return `${formatRate(rate)} ${currency} per USD, ${lowerFirst(rateSourceLabels[source])} of ${formatDay(on)}`
}

const lowerFirst = (words: string) => words.charAt(0).toLowerCase() + words.slice(1)

function factsOf({
  investor,
  holder,
  project,
  owned,
  receivedOn,
  method,
  reference,
  issuedAt,
  paid,
  payer,
  account,
  amount,
  recordedBy,
  contract,
}: Receipt): PdfSheet['facts'] {
  const facts: [string, string | null][] = [
    ['Received from', investor],
    ['Holder number', holder],
    ['Paid by', payer],
    ['For', project],
    ['Unit or share', owned],
    ['Contract reference', contract],
    ['Amount in words', dollarsInWords(amount)],
    ['Date received', formatDay(receivedOn)],
    ['Amount paid', paid && formatCurrency(paid.minor, paid.currency)],
    ['Amount paid in words', paid && moneyInWords(paid.minor, paid.currency)],
    ['Exchange rate', paid && rateWords(paid)],
    ['Method', method && paymentMethodLabels[method]],
    ['Reference', reference],
    ['Received in', account],
    ['Recorded by', recordedBy],
    ['Issued', formatInstantWithZone(issuedAt)],
  ]
  return facts.flatMap(([label, value]) =>
    value === null ? [] : [[label, value] satisfies [string, string]],
  )
}
