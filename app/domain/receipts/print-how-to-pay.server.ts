import { clock } from '../../platform/clock.server.ts'
import { printPdf } from '../../platform/pdf/print-pdf.server.ts'
import { dayOf, formatDay } from '../../values/calendar-date.ts'
import {
  accountLines,
  detailsOf,
  type HowToPay,
  mpesaWords,
  neverChangesByMessage,
  quotesHold,
  quoteWords,
} from '../../values/how-to-pay.ts'
import { formatAmount } from '../../values/money.ts'
import { type OpenPaymentAccount, paymentAccountKindLabels } from '../../values/payment-account.ts'
import type { PdfSheet } from '../../values/pdf-sheet.ts'
import type { Issuer } from '../company/company-logo.server.ts'
import { pdfFrame } from './pdf-frame.server.ts'

/** Whose investment the card is for. */
export type Payer = { investor: string; project: string }

/** The PDF card that says how to pay on an investment, to be forwarded. It proves nothing, so it has no code. */
export function printHowToPay(
  instructions: HowToPay,
  payer: Payer,
  company: Issuer,
): Promise<Buffer<ArrayBuffer>> {
  return printPdf(howToPaySheet(instructions, payer, company), company.logo)
}

function howToPaySheet(
  instructions: HowToPay,
  { investor, project }: Payer,
  company: Issuer,
): PdfSheet {
  const { reference, accounts, amount, later, quotes } = instructions
  const frame = pdfFrame(company, {
    title: `How to pay, ${reference}`,
    label: 'Payment reference',
    name: reference,
    code: '',
    fingerprint: '',
    stamp: null,
    issuedAt: clock.now(),
  })
  const changedAt = detailsOf(accounts)
  return {
    frame: { ...frame, verify: null },
    sum: {
      title: 'How to pay',
      figure: amount === null ? reference : formatAmount(amount, 'always'),
      sentence:
        'Give the payment reference with every payment, so that it reaches your investment.',
    },
    facts: [
      ['Investor', investor],
      ['Investment', project],
      ['Payment reference', reference],
      ...quotes.map((quote): [string, string] => [`In ${quote.currency}`, quoteWords(quote)]),
      ...accounts.map((account): [string, string] => [
        paymentAccountKindLabels[account.kind],
        accountWords(account, instructions),
      ]),
    ],
    figures: [],
    tables: [],
    notes: [
      ...(later ? [later] : []),
      ...(quotes.length > 0 ? [quotesHold] : []),
      neverChangesByMessage,
      ...(changedAt
        ? [`The account details have been valid since ${formatDay(dayOf(changedAt))}.`]
        : []),
    ],
  }
}

function accountWords(
  account: OpenPaymentAccount,
  { reference, quotes, accounts }: HowToPay,
): string {
  const mpesa = mpesaWords(account, quotes, accounts)
  const numbers = accountLines(account, reference).map(([label, value]) => `${label} ${value}`)
  const sentences = [`${account.name} (${account.currency})`, numbers.join(', ')]
  return [...sentences, ...(account.howToPay?.split('\n') ?? []), ...(mpesa ? [mpesa] : [])]
    .map((sentence) => sentence.replace(/\.$/, ''))
    .join('. ')
}
