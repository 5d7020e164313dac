import type { ReactNode } from 'react'
import { dayOf } from '../values/calendar-date.ts'
import {
  accountLines,
  detailsOf,
  type HowToPay,
  mpesaWords,
  neverChangesByMessage,
  quotesHold,
  quoteWords,
} from '../values/how-to-pay.ts'
import { accountKindWords, type OpenPaymentAccount } from '../values/payment-account.ts'
import { Amount } from './amount.tsx'
import { CopyableText } from './copy-button.tsx'
import { Day } from './day.tsx'
import { Panel } from './layout/panel.tsx'

/** The payment reference of an investment, how much to pay, and the accounts to pay into. */
export function HowToPayPanel({
  instructions,
  action,
}: {
  instructions: HowToPay
  action?: ReactNode
}) {
  const { reference, accounts, amount, later, quotes } = instructions
  const changedAt = detailsOf(accounts)
  return (
    <Panel id="how-to-pay" title="How to pay" action={action} className="scroll-mt-20">
      <div className="grid gap-4">
        <dl className="num grid gap-2">
          <Line label="Payment reference">
            <CopyableText text={reference} of="payment reference" />
          </Line>
          {amount !== null && (
            <Line label="To pay">
              <Amount cents={amount} show="always" className="font-[560]" />
              {quotes.map((quote) => (
                <span key={quote.currency} className="block text-xs text-muted">
                  or {quoteWords(quote)}
                </span>
              ))}
            </Line>
          )}
        </dl>
        {later && <p className="num wrap-anywhere">{later}</p>}
        {accounts.map((account) => (
          <Account key={account.id} account={account} instructions={instructions} />
        ))}
        <div className="grid gap-1.5 text-xs text-muted">
          {quotes.length > 0 && <p>{quotesHold}</p>}
          <p className="font-[550] text-text">{neverChangesByMessage}</p>
          {changedAt && (
            <p>
              The details above have been valid since <Day on={dayOf(changedAt)} />.
            </p>
          )}
        </div>
      </div>
    </Panel>
  )
}

type AccountProps = { account: OpenPaymentAccount; instructions: HowToPay }

function Account({ account, instructions }: AccountProps) {
  const { reference, accounts, quotes } = instructions
  const { name, number, currency, howToPay } = account
  const mpesa = mpesaWords(account, quotes, accounts)
  return (
    <section className="border-t border-line pt-3" aria-label={`${name}, ${number}`}>
      <h3 className="font-[560] wrap-anywhere">
        <bdi>{name}</bdi>{' '}
        <span className="text-xs font-normal text-muted">
          {accountKindWords(account)}, {currency}
        </span>
      </h3>
      <dl className="num mt-1 grid gap-1.5">
        {accountLines(account, reference).map(([label, value]) => (
          <Line key={label} label={label}>
            <CopyableText text={value} of={`${label.toLowerCase()} of ${name}`} />
          </Line>
        ))}
      </dl>
      {howToPay && <p className="mt-1 text-xs whitespace-pre-line text-muted">{howToPay}</p>}
      {mpesa && <p className="mt-1 text-xs text-muted">{mpesa}</p>}
    </section>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
      <dt className="text-muted">{label}</dt>
      <dd className="ms-auto min-w-0 text-end wrap-anywhere">{children}</dd>
    </div>
  )
}
