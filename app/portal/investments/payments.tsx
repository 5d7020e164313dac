import type { MyPayment } from '../../domain/payments/my-payments.server.ts'
import { Amount } from '../../ui/amount.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Day } from '../../ui/day.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PortalLink } from '../parts/portal-link.tsx'
import { countValidPayments } from '../parts/valid-payments.ts'
import { receiptsHome } from '../paths.ts'

const kinds = { payment: 'Payment', refund: 'Refund', adjustment: 'Adjustment' }

/** A `<details>`, to open without JavaScript. Voids have no row of their own, because there is no balance here. */
export function Payments({
  payments: ledger,
  project,
}: {
  payments: MyPayment[]
  project: string
}) {
  const payments = ledger.filter(isEntry)
  if (payments.length === 0) {
    return <p className="px-5 pb-4 text-xs text-muted @max-[52rem]/main:px-4">No payments yet</p>
  }
  return (
    <details className="group/payments px-5 pb-3 @max-[52rem]/main:px-4">
      <summary className="inline-flex min-h-9 cursor-pointer list-none items-center gap-1 text-sm font-medium text-link max-sm:min-h-11 [&::-webkit-details-marker]:hidden">
        <Icon
          name="chevron-down"
          size="small"
          className="transition-transform group-open/payments:rotate-180"
        />
        Payments <span className="num font-normal text-muted">{countValidPayments(ledger)}</span>
        <span className="sr-only"> of {project}</span>
      </summary>
      <ul className="mt-1 divide-y divide-line-soft border-t border-line">
        {payments.map((payment) => (
          <PaymentLine key={payment.id} payment={payment} />
        ))}
      </ul>
    </details>
  )
}

type Entry = MyPayment & { kind: keyof typeof kinds }

function isEntry(line: MyPayment): line is Entry {
  return line.kind !== 'void'
}

function PaymentLine({ payment }: { payment: Entry }) {
  const { kind, amount, on, receipt, reason, voidedBecause } = payment
  const isVoided = voidedBecause !== null
  const struck = isVoided ? 'text-muted line-through' : ''
  return (
    <li className="num grid grid-cols-[7.5rem_minmax(0,1fr)_auto] items-baseline gap-x-4 py-2 text-sm @max-[36rem]/main:grid-cols-[minmax(0,1fr)_auto]">
      <span className="text-muted @max-[36rem]/main:order-2 @max-[36rem]/main:text-xs">
        <Day on={on} />
      </span>
      <span className="min-w-0 @max-[36rem]/main:order-1">
        <span className={struck}>{kinds[kind]}</span>
        {receipt && (
          <PortalLink
            to={`${receiptsHome}/${receipt}`}
            className={`ms-2 whitespace-nowrap max-[19em]:whitespace-normal underline underline-offset-2 ${isVoided ? struck : 'text-link'}`}
            aria-label={`Receipt ${receipt}`}
          >
            {receipt}
          </PortalLink>
        )}
        {isVoided && (
          <span className="ms-2 inline-block align-middle">
            <Badge tone="red">Voided</Badge>
          </span>
        )}
        {(voidedBecause ?? reason) && (
          <span className="block text-xs break-words text-muted">{voidedBecause ?? reason}</span>
        )}
      </span>
      <Amount
        cents={amount}
        show="when-needed"
        className={`text-end font-[560] @max-[36rem]/main:order-1 ${struck}`}
      />
    </li>
  )
}
