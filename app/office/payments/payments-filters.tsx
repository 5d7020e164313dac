import { Form } from 'react-router'
import { paymentMethodLabels, paymentMethods } from '../../domain/investments/payment-methods.ts'
import type { PaymentListSearch } from '../../domain/payments/payment-list-search.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { type CalendarDate, formatDay } from '../../values/calendar-date.ts'
import type { PaymentAccount } from '../../values/payment-account.ts'
import { Periods, usualPeriods } from './periods.tsx'

type Props = {
  search: PaymentListSearch
  accounts: PaymentAccount[]
  projects: { id: string; name: string }[]
  today: CalendarDate
}

/** A plain GET form for the period, and for method, project and account, which a phone hides until they are wanted. */
export function PaymentsFilters({ search, accounts, projects, today }: Props) {
  const { q, kind, method, projectId, accountId, from, to } = search
  const isNarrowed = [method, projectId, accountId].some((filter) => filter !== null)
  return (
    <Form
      key={JSON.stringify(search)}
      preventScrollReset
      className="group mb-4 grid grid-cols-2 items-end gap-3 text-sm md:grid-cols-[repeat(auto-fill,minmax(10rem,1fr))]"
    >
      {q && <input type="hidden" name="q" value={q} />}
      {kind && <input type="hidden" name="kind" value={kind} />}
      <DateField name="from" label="From" span="half" defaultValue={from ?? undefined} />
      <DateField name="to" label="To" span="half" defaultValue={to ?? undefined} />
      <label className="col-span-full flex min-h-11 items-center gap-2 md:hidden">
        <input type="checkbox" defaultChecked={isNarrowed} data-more />
        Method, project and account
      </label>
      <div className="col-span-full grid grid-cols-2 items-end gap-3 max-md:hidden max-md:group-has-[[data-more]:checked]:grid md:contents">
        <Choice name="method" label="Method" all="All methods" value={method}>
          {paymentMethods.map((name) => [name, paymentMethodLabels[name]])}
        </Choice>
        <Choice name="project" label="Project" all="All projects" value={projectId}>
          {projects.map(({ id, name }) => [id, name])}
        </Choice>
        {accounts.length > 0 && (
          <Choice name="account" label="Payment account" all="All accounts" value={accountId}>
            {accounts.map(({ id, name, number }) => [id, `${name}, ${number}`])}
          </Choice>
        )}
      </div>
      {from && to && from > to && (
        <p role="alert" className="col-span-full text-negative">
          {`From, ${formatDay(from)}, is after To, ${formatDay(to)}. Choose an earlier day.`}
        </p>
      )}
      <div className="col-span-full flex items-center gap-x-4 gap-y-2 max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 max-md:whitespace-nowrap max-md:[scrollbar-width:none] md:flex-wrap">
        <Button type="submit">Apply</Button>
        <Periods
          path="/admin-dashboard/payments"
          periods={usualPeriods(today)}
          filters={{ q, kind, method, project: projectId, account: accountId }}
        />
      </div>
    </Form>
  )
}

function Choice(props: {
  name: string
  label: string
  all: string
  value: string | null
  children: [value: string, label: string][]
}) {
  const { name, label, all, value, children } = props
  return (
    <SelectField
      name={name}
      label={label}
      span={name === 'account' ? undefined : 'half'}
      defaultValue={value ?? ''}
    >
      <option value="">{all}</option>
      {children.map(([choice, words]) => (
        <option key={choice} value={choice}>
          {words}
        </option>
      ))}
    </SelectField>
  )
}
