import { Form, Link } from 'react-router'
import { adminQuery } from '../../../platform/session/session.server.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { useScript } from '../../../ui/connection/use-script.ts'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { ListFault } from '../../../ui/feedback/area-fault.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { ReplyContext } from '../../../ui/fields/form.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { addMonths, formatDay, formatMonth } from '../../../values/calendar-date.ts'
import { counted } from '../../../values/counted.ts'
import { formatCurrency } from '../../../values/exchange-rate.ts'
import { ExportLink } from '../../parts/export-link.tsx'
import { reconciliationHome, transactionsHome } from '../paths.ts'
import type { Route } from './+types/route.ts'
import { ReconciliationFigures } from './figures.tsx'
import { loadReconciliation } from './load.server.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  return { loaded: await adminQuery(context, (admin) => loadReconciliation(admin, url)) }
}

export const meta: Route.MetaFunction = (args) => pageTitle('Reconciliation', args)

type Loaded = NonNullable<Route.ComponentProps['loaderData']['loaded']>

/** A month of a payment account: from the opening to the closing balance, and what became of each amount. */
export default function ReconciliationPage({ loaderData: { loaded } }: Route.ComponentProps) {
  const scripted = useScript()
  return (
    <>
      <PageHead
        title="Reconciliation"
        lead={loaded ? <Lead reconciliation={loaded.reconciliation} /> : undefined}
        back={{ to: transactionsHome, label: 'Bank transactions' }}
        actions={
          loaded && (
            <>
              {scripted && (
                <Button icon="receipt" onClick={() => print()}>
                  Print
                </Button>
              )}
              <ExportLink to={`${reconciliationHome}/export`} />
            </>
          )
        }
      />
      {loaded ? <Month loaded={loaded} /> : <NoAccount />}
    </>
  )
}

function Month({ loaded }: { loaded: Loaded }) {
  const { reconciliation } = loaded
  return (
    <>
      <Filters loaded={loaded} />
      <Coverage reconciliation={reconciliation} />
      <ReconciliationFigures reconciliation={reconciliation} />
      <Credited reconciliation={reconciliation} />
    </>
  )
}

function Lead({ reconciliation: { account, from, asOf } }: Pick<Loaded, 'reconciliation'>) {
  return (
    <>
      <bdi>{account.name}</bdi>, {account.number} ({account.currency}), {formatMonth(from)}, as of{' '}
      {formatDay(asOf)}
    </>
  )
}

/** A plain GET form: the account, the month and the day whose state is shown. */
function Filters({ loaded: { accounts, months, reconciliation, reply } }: { loaded: Loaded }) {
  const { account, from, asOf } = reconciliation
  const monthAddress = (by: 1 | -1) => {
    const month = addMonths(from, by)
    if (!months.includes(month)) return null
    return `?${new URLSearchParams({ account: account.id, month: month.slice(0, 7) })}`
  }
  const [before, after] = [monthAddress(-1), monthAddress(1)]
  return (
    <Form
      key={`${account.id} ${from} ${asOf} ${JSON.stringify(reply)}`}
      noValidate
      preventScrollReset
      data-print="no"
      className="mb-5 grid grid-cols-[repeat(auto-fill,minmax(min(100%,11rem),1fr))] items-start gap-3 text-sm"
    >
      <ReplyContext reply={reply}>
        <SelectField name="account" label="Payment account" defaultValue={account.id}>
          {accounts.map(({ id, name, number }) => (
            <option key={id} value={id}>
              {name}, {number}
            </option>
          ))}
        </SelectField>
        <SelectField name="month" label="Month" defaultValue={from.slice(0, 7)}>
          {months.map((month) => (
            <option key={month} value={month.slice(0, 7)}>
              {formatMonth(month)}
            </option>
          ))}
        </SelectField>
        <DateField
          name="as-of"
          label="As of"
          hint="Later matches do not count."
          defaultValue={asOf}
        />
      </ReplyContext>
      <div className="col-span-full flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit">Show</Button>
        {before && <MonthLink to={before}>Previous month</MonthLink>}
        {after && <MonthLink to={after}>Next month</MonthLink>}
      </div>
    </Form>
  )
}

function MonthLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="tall-target text-xs text-link underline underline-offset-2">
      {children}
    </Link>
  )
}

function Coverage({ reconciliation }: Pick<Loaded, 'reconciliation'>) {
  const { gaps, from, in: paidIn, out } = reconciliation
  const isEmpty = paidIn.transactions + out.transactions === 0
  const days = gaps.map((gap) =>
    gap.from === gap.to ? formatDay(gap.from) : `${formatDay(gap.from)} to ${formatDay(gap.to)}`,
  )
  return (
    <>
      {days.length > 0 && (
        <div className="mb-5">
          <Alert tone="warning">
            No statement was uploaded for {days.join(', ')}. The figures may not be complete.
          </Alert>
        </div>
      )}
      {isEmpty && <p className="mb-5 text-muted">No transactions in {formatMonth(from)}.</p>}
    </>
  )
}

function Credited({ reconciliation }: Pick<Loaded, 'reconciliation'>) {
  const { credited, account, buckets } = reconciliation
  if (buckets.matched.minor === 0n && buckets.refunds.minor === 0n) return null
  return (
    <p className="mt-5 text-muted">
      The ledger has <Amount cents={credited.payments} show="always" /> in payments for{' '}
      {formatCurrency(buckets.matched.minor, account.currency)} of{' '}
      {counted(buckets.matched.transactions, 'transaction')}
      {credited.refunds > 0n && (
        <>
          , and <Amount cents={credited.refunds} show="always" /> in refunds
        </>
      )}
      {credited.rounding > 0n && (
        <>
          . Rounding comes to <Amount cents={credited.rounding} show="always" />
        </>
      )}
      .
    </p>
  )
}

function NoAccount() {
  return (
    <EmptyState
      icon="receipt"
      title="No payment accounts yet"
      action={
        <ButtonLink to="/admin-dashboard/company/accounts/new" look="primary">
          Add a payment account
        </ButtonLink>
      }
    >
      Add the paybill or bank account that investors pay into, then upload its statements.
    </EmptyState>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <ListFault
      error={error}
      home={transactionsHome}
      title="The reconciliation could not be loaded"
    />
  )
}
