import { Form, Link } from 'react-router'
import { paymentMethodLabels, paymentMethods } from '../../domain/investments/payment-methods.ts'
import type { PaymentListSearch } from '../../domain/payments/payment-list-search.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { addMonths, type CalendarDate, calendarDate } from '../../values/calendar-date.ts'
import type { PaymentAccount } from '../../values/payment-account.ts'

type Props = {
  search: PaymentListSearch
  accounts: PaymentAccount[]
  projects: { id: string; name: string }[]
  today: CalendarDate
}

/** A plain GET form for the period, method, project and account, with links to the usual periods. */
export function PaymentsFilters({ search, accounts, projects, today }: Props) {
  const { q, kind, method, projectId, accountId, from, to } = search
  return (
    <Form
      key={JSON.stringify(search)}
      preventScrollReset
      className="mb-4 grid grid-cols-2 items-end gap-3 text-sm md:grid-cols-3 xl:grid-cols-6"
    >
      {q && <input type="hidden" name="q" value={q} />}
      {kind && <input type="hidden" name="kind" value={kind} />}
      <DateField name="from" label="From" defaultValue={from ?? undefined} />
      <DateField name="to" label="To" defaultValue={to ?? undefined} />
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
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit">Apply</Button>
        <Periods today={today} />
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
    <SelectField name={name} label={label} defaultValue={value ?? ''}>
      <option value="">{all}</option>
      {children.map(([choice, words]) => (
        <option key={choice} value={choice}>
          {words}
        </option>
      ))}
    </SelectField>
  )
}

function Periods({ today }: { today: CalendarDate }) {
  const month = calendarDate(`${today.slice(0, 7)}-01`)
  const before = addMonths(month, -1)
  const lastDay = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)) - 1, 0))
  const links = {
    'This month': '',
    'Last month': `?from=${before}&to=${lastDay.toISOString().slice(0, 10)}`,
    'This year': `?from=${today.slice(0, 4)}-01-01&to=`,
    All: '?from=&to=',
  }
  return Object.entries(links).map(([words, query]) => (
    <Link
      key={words}
      to={`/admin-dashboard/payments${query}`}
      className="text-xs text-link underline underline-offset-2"
    >
      {words}
    </Link>
  ))
}
