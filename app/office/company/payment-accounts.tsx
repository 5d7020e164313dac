import {
  statementProfileLabels,
  statementProfiles,
} from '../../domain/bank-statements/statement.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Day } from '../../ui/day.tsx'
import { DialogLink } from '../../ui/layout/dialog-link.tsx'
import { dayOf } from '../../values/calendar-date.ts'
import {
  accountKindWords,
  accountNumberLabels,
  type PaymentAccount,
} from '../../values/payment-account.ts'
import { Setting } from './setting.tsx'

/** The accounts that investors pay into, with the way to their exchange rates. */
export function PaymentAccounts({ accounts }: { accounts: PaymentAccount[] }) {
  return (
    <Setting
      id="accounts"
      lead="Investors see these under How to pay, with the day of the last change."
    >
      {accounts.length === 0 ? (
        <p className="text-muted">No payment accounts yet.</p>
      ) : (
        <ul className="divide-y divide-line-soft border-y border-line-soft">
          {accounts.map((account) => (
            <Account key={account.id} account={account} />
          ))}
        </ul>
      )}
      <p className="flex flex-wrap gap-2 *:whitespace-normal">
        <DialogLink to="/admin-dashboard/company/accounts/new" look="secondary" icon="plus">
          Add payment account
        </DialogLink>
        <ButtonLink to="/admin-dashboard/exchange-rates">Exchange rates</ButtonLink>
        <ButtonLink to="/admin-dashboard/statements">Bank statements</ButtonLink>
      </p>
    </Setting>
  )
}

function Account({ account }: { account: PaymentAccount }) {
  const { id, kind, name, number, currency, closedAt, detailsChangedAt } = account
  const profile = statementProfiles.find((known) => known === account.statementProfile)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
      <span className="min-w-0 flex-1 wrap-anywhere">
        <bdi className="font-[560]">{name}</bdi> {closedAt && <Badge>Closed</Badge>}
        <span className="num block text-xs text-muted">
          {accountKindWords({ kind, name })}, {accountNumberLabels[kind].toLowerCase()}{' '}
          <bdi>{number}</bdi>, {currency}. Details of <Day on={dayOf(detailsChangedAt)} />
        </span>
        <span className="block text-xs text-muted">
          {profile ? `Statements: ${statementProfileLabels[profile]}` : 'No statement uploaded yet'}
        </span>
      </span>
      <DialogLink
        to={`/admin-dashboard/company/accounts/${id}`}
        look="secondary"
        size="small"
        aria-label={`Edit ${name}`}
      >
        Edit
      </DialogLink>
    </li>
  )
}
