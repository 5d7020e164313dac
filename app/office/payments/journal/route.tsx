import { Form } from 'react-router'
import type { AccountCodes } from '../../../domain/company/account-codes.ts'
import { companyFacts } from '../../../domain/company/company.server.ts'
import { companyAccount } from '../../../domain/reports/journal.ts'
import { clock } from '../../../platform/clock.server.ts'
import { adminQuery } from '../../../platform/session/session.server.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { ListFault } from '../../../ui/feedback/area-fault.tsx'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { ReplyContext } from '../../../ui/fields/form.tsx'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { Periods, usualPeriods } from '../periods.tsx'
import type { Route } from './+types/route.ts'
import { journalPeriod } from './period.ts'

const home = '/admin-dashboard/payments/journal'

export async function loader({ url, context }: Route.LoaderArgs) {
  const today = clock.today()
  const { accountCodes } = await adminQuery(context, companyFacts)
  return { ...journalPeriod(url, today), accountCodes, today }
}

export const meta: Route.MetaFunction = (args) => pageTitle('Journal', args)

export default function Journal({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="Journal"
        lead="Payments, refunds, adjustments, voids and distributions as double entries, for your accountant."
        back={{ to: '/admin-dashboard/payments', label: 'Payments' }}
        actions={<ButtonLink to="/admin-dashboard/company#codes">Account codes</ButtonLink>}
      />
      <PeriodForm {...loaderData} />
      <Layout codes={loaderData.accountCodes} />
    </>
  )
}

/** A plain GET form; an invalid period comes back to this page with what is wrong. */
function PeriodForm({
  period,
  reply,
  today,
}: Pick<Route.ComponentProps['loaderData'], 'period' | 'reply' | 'today'>) {
  const closed = Object.entries(usualPeriods(today)).flatMap(([words, [from, to]]) =>
    from ? [[words, [from, to || today]] as const] : [],
  )
  return (
    <Form
      key={JSON.stringify([period, reply])}
      action={`${home}/export`}
      reloadDocument
      noValidate
      className="mb-6 grid max-w-[34rem] grid-cols-[repeat(auto-fill,minmax(min(100%,11rem),1fr))] items-start gap-3 text-sm"
    >
      <ReplyContext reply={reply}>
        <DateField name="from" label="From" required defaultValue={period?.from} />
        <DateField name="to" label="To" required defaultValue={period?.to} />
      </ReplyContext>
      <div className="col-span-full flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" look="primary" icon="download">
          Download CSV
        </Button>
        <Periods path={home} periods={Object.fromEntries(closed)} filters={{}} />
      </div>
    </Form>
  )
}

function Layout({ codes }: { codes: AccountCodes }) {
  const named = (name: keyof AccountCodes) => {
    const { code, account } = companyAccount(name, codes)
    return `${code} ${account}`
  }
  const money = `Its payment account, or ${named('cash')}`
  const rows = [
    ['Payment', money, named('investors')],
    ['Cents received but not credited', money, named('rounding')],
    ['Last cents closed by an exchange rate', named('rounding'), named('investors')],
    ['Refund', named('refunds'), money],
    ['Adjustment up', named('adjustments'), named('investors')],
    ['Adjustment down', named('investors'), named('adjustments')],
    ['Share of a distribution', named('distributions'), named('cash')],
  ] as const
  return (
    <section aria-labelledby="layout-title" className="grid gap-4 text-sm">
      <h2 id="layout-title" className="text-md font-semibold">
        Layout of the file
      </h2>
      <p className="max-w-[70ch]">
        Each line is one side of an entry: its receipt number or id, date, account code and name,
        debit or credit in US dollars, what was paid in which currency at which rate, reference,
        investor, project and description. Debits and credits of each entry are equal.
      </p>
      <dl className="divide-y divide-line-soft border-y border-line-soft">
        {rows.map(([entry, debit, credit]) => (
          <div
            key={entry}
            className="grid gap-x-6 gap-y-1 py-2.5 @min-[48rem]/main:grid-cols-[16rem_minmax(0,1fr)_minmax(0,1fr)]"
          >
            <dt className="font-[560]">{entry}</dt>
            <dd>
              <span className="text-muted">Debit</span> {debit}
            </dd>
            <dd>
              <span className="text-muted">Credit</span> {credit}
            </dd>
          </div>
        ))}
      </dl>
      <p className="max-w-[70ch] text-muted">
        A void is the reverse of its entry, on the day of the void. A payment account without a code
        uses {named('accounts')}. Bank transactions that are not matched are not included. Entries
        recorded later for a past day are in the next file of that period.
      </p>
    </section>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <ListFault
      error={error}
      home="/admin-dashboard/payments"
      title="The journal could not be loaded"
    />
  )
}
