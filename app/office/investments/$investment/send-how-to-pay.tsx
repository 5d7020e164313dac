import type { InvestmentInFull } from '../../../domain/investments/investment-in-full.server.ts'
import { DownloadLink } from '../../../ui/download-link.tsx'
import {
  accountLines,
  amountWords,
  type HowToPay,
  mpesaWords,
  neverChangesByMessage,
  quotesHold,
} from '../../../values/how-to-pay.ts'

const linkClass = 'text-xs text-link underline underline-offset-2'

/** The card as PDF, and the same as text in WhatsApp. */
export function SendHowToPay({
  investment: { id, project },
  instructions,
}: {
  investment: InvestmentInFull
  instructions: HowToPay
}) {
  return (
    <span className="flex flex-wrap gap-4">
      <a
        href={`https://wa.me/?text=${encodeURIComponent(messageOf(project.name, instructions))}`}
        target="_blank"
        rel="noopener noreferrer"
        className={linkClass}
      >
        Send by WhatsApp<span className="sr-only"> (opens in a new tab)</span>
      </a>
      <DownloadLink
        href={`/admin-dashboard/investments/${id}/how-to-pay/pdf`}
        className={linkClass}
        aria-label="Download how to pay as PDF"
      >
        PDF
      </DownloadLink>
    </span>
  )
}

function messageOf(project: string, instructions: HowToPay): string {
  const { reference, accounts, later, quotes } = instructions
  const amount = amountWords(instructions)
  return [
    `How to pay for ${project}`,
    `Payment reference: ${reference}`,
    ...(amount === null ? [] : [`To pay: ${amount}`]),
    ...(later === null ? [] : [later]),
    ...accounts.map((account) =>
      [
        `${account.name} (${account.currency})`,
        ...accountLines(account, reference).map(([label, value]) => `${label}: ${value}`),
        ...[account.howToPay, mpesaWords(account, quotes, accounts)].filter(
          (words) => words !== null,
        ),
      ].join('\n'),
    ),
    ...(instructions.quotes.length > 0 ? [quotesHold] : []),
    neverChangesByMessage,
  ].join('\n\n')
}
