import { randomUUID } from 'node:crypto'
import { Link, Outlet, useSearchParams } from 'react-router'
import {
  transactionStateLabels,
  transactionStates,
} from '../../domain/bank-transactions/bank-transaction.ts'
import type { OpenMoney } from '../../domain/bank-transactions/money-in.server.ts'
import { listTransactions } from '../../domain/bank-transactions/transaction-list.server.ts'
import { transactionSearch } from '../../domain/bank-transactions/transaction-search.ts'
import { listPaymentAccounts } from '../../domain/payment-accounts/payment-accounts.server.ts'
import { countWaitingProofs } from '../../domain/payment-proofs/proofs.server.ts'
import { adminQuery } from '../../platform/session/session.server.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { revalidateWhenRefused } from '../../ui/connection/revalidate-when-refused.ts'
import { Day } from '../../ui/day.tsx'
import { ListFault } from '../../ui/feedback/area-fault.tsx'
import { Toaster } from '../../ui/feedback/toaster.tsx'
import { FilterSelect } from '../../ui/fields/filter-select.tsx'
import { SearchForm } from '../../ui/fields/search-form.tsx'
import { withSearchParam } from '../../ui/fields/search-params.ts'
import { Chips, Toolbar } from '../../ui/layout/chips.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { pageTitle } from '../../ui/layout/page-title.ts'
import { Pagination } from '../../ui/layout/pagination.tsx'
import { shownCount } from '../../values/capped-count.ts'
import { formatCurrency } from '../../values/exchange-rate.ts'
import type { Route } from './+types/route.ts'
import { actOnTransactions } from './act.server.ts'
import { KeysButton, KeysDialog } from './list-keys.tsx'
import { NarrowedLine } from './narrowed-line.tsx'
import { NoTransactions } from './no-transactions.tsx'
import { payersHome, proofsHome, reconciliationHome, transactionsHome } from './paths.ts'
import { SelectedBar } from './selected-bar.tsx'
import { TransactionRow } from './transaction-row.tsx'

export async function loader({ url, context }: Route.LoaderArgs) {
  const search = transactionSearch(url)
  return adminQuery(context, async (admin) => {
    const list = await listTransactions(admin, search)
    const accounts = await listPaymentAccounts(admin)
    const proofs = await countWaitingProofs(admin)
    return { ...list, accounts, proofs, search, keys: list.transactions.map(() => randomUUID()) }
  })
}

export const action = (args: Route.ActionArgs) => actOnTransactions(args)

/** A line that someone else matched shows what became of it. */
export const shouldRevalidate = revalidateWhenRefused

export const meta: Route.MetaFunction = (args) => pageTitle('Bank transactions', args)

/** What arrived by statement, to be matched to investments: with the mouse, or with the keys that `?` shows. */
export default function Transactions({ loaderData, actionData }: Route.ComponentProps) {
  const { transactions, keys, counts, openMoney, accounts, proofs, search, ...list } = loaderData
  const { automatic: _, ...stateCounts } = counts
  const { accountId, statementFileId, transactionId, moneyOut, from, to } = search
  const isNarrowed = [accountId, statementFileId, transactionId, from, to].some(Boolean)
  return (
    <>
      <PageHead
        title="Bank transactions"
        count={shownCount(list.total)}
        lead={<OpenMoneyLine openMoney={openMoney} />}
        actions={
          <>
            <ButtonLink to="/admin-dashboard/statements" icon="upload">
              Statements
            </ButtonLink>
            <KeysButton />
          </>
        }
      />
      <RelatedLinks proofs={proofs} />
      <ListTools counts={counts} accounts={accounts} search={search} />
      <NarrowedLine search={search} accounts={accounts} />
      <ChargesLine search={search} />
      {actionData?.toast && <Toaster toast={actionData.toast} />}
      {list.total === 0 ? (
        <NoTransactions
          isNarrowed={isNarrowed || search.q !== ''}
          moneyOut={isNarrowed || search.q !== '' ? null : moneyOut}
          state={search.state}
          isAnyKnown={Object.values(stateCounts).some((count) => count > 0)}
        />
      ) : (
        <>
          <SelectedBar transactions={transactions} />
          <ul className="grid gap-2.5" aria-label="Bank transactions">
            {transactions.map((transaction, place) => (
              <TransactionRow
                key={transaction.id}
                transaction={transaction}
                formKey={keys[place] ?? ''}
              />
            ))}
          </ul>
          <Pagination {...list} capped />
        </>
      )}
      <KeysDialog />
      <Outlet />
    </>
  )
}

type Loaded = Route.ComponentProps['loaderData']

function ListTools({ counts, accounts, search }: Pick<Loaded, 'counts' | 'accounts' | 'search'>) {
  const { automatic, ...stateCounts } = counts
  return (
    <Toolbar>
      <SearchForm label="Search transactions..." />
      <Chips
        label="State"
        name="state"
        kinds={transactionStates}
        labels={transactionStateLabels}
        counts={stateCounts}
        shown={shownCount}
        home={transactionsHome}
        {...(automatic > 0 || search.automatic
          ? {
              apart: {
                kind: 'automatic',
                label: 'Matched automatically today',
                count: automatic,
              },
            }
          : {})}
      />
      {accounts.length > 1 && (
        <FilterSelect
          name="account"
          label="Payment account"
          everything="All accounts"
          choices={accounts.map(({ id, name, number }) => ({
            value: id,
            label: `${name}, ${number}`,
          }))}
        />
      )}
    </Toolbar>
  )
}

/** Charges are hidden in the list of all states, until they are wanted. */
function ChargesLine({ search: { state, q, hidesCharges } }: Pick<Loaded, 'search'>) {
  const [params] = useSearchParams()
  const isShown = params.get('charges') === 'shown'
  if (state !== null || q !== '' || !(hidesCharges || isShown)) return null
  return (
    <p className="mb-3 text-xs text-muted">
      {isShown ? 'Charges are shown.' : 'Charges are hidden.'}{' '}
      <Link
        to={`${transactionsHome}${withSearchParam(params, 'charges', isShown ? '' : 'shown')}`}
        className="tall-target text-link underline underline-offset-2"
      >
        {isShown ? 'Hide charges' : 'Show charges'}
      </Link>
    </p>
  )
}

function RelatedLinks({ proofs }: Pick<Loaded, 'proofs'>) {
  return (
    <nav
      aria-label="About bank transactions"
      className="mb-1 flex gap-2 md:flex-wrap max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 max-md:[scrollbar-width:none]"
    >
      <ButtonLink to={proofsHome} size="small" icon="inbox">
        Sent in by investors{' '}
        {proofs > 0 && <span className="num font-normal text-muted">{proofs}</span>}
      </ButtonLink>
      <ButtonLink to={payersHome} size="small" icon="investors">
        Known payers
      </ButtonLink>
      <ButtonLink to={reconciliationHome} size="small" icon="check-circle">
        Reconciliation
      </ButtonLink>
    </nav>
  )
}

function OpenMoneyLine({ openMoney }: { openMoney: OpenMoney[] }) {
  const [first] = openMoney.toSorted((left, right) => left.since.localeCompare(right.since))
  if (!first) return 'Everything that arrived is matched, held, returned or excluded.'
  const amounts = openMoney.map(({ minor, currency }) => formatCurrency(minor, currency))
  return (
    <>
      {amounts.join(' and ')} to match, the oldest of <Day on={first.since} />.
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <ListFault
      error={error}
      home="/admin-dashboard"
      title="The bank transactions could not be loaded"
    />
  )
}
