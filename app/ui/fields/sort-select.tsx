import { Form, useSearchParams, useSubmit } from 'react-router'
import { buttonClass } from '../button.tsx'
import { useScript } from '../connection/use-script.ts'
import { Icon } from '../icon.tsx'
import { HiddenParams } from './hidden-params.tsx'

type Props = {
  /** The first is the default, without a parameter. */
  orders: readonly { value: string; label: string }[]
  name?: string
}

/** Without script it has a button. */
export function SortSelect({ orders, name = 'sort' }: Props) {
  const [params] = useSearchParams()
  const submit = useSubmit()
  const scripted = useScript()
  return (
    <Form preventScrollReset replace className="ms-auto flex items-center gap-2">
      <HiddenParams than={name} />
      <span className="relative inline-flex items-center">
        <Icon
          name="sort"
          size="small"
          className="pointer-events-none absolute start-2 text-muted max-md:start-1/2 max-md:-translate-x-1/2"
        />
        <select
          key={params.get(name)}
          name={name}
          aria-label="Sort by"
          defaultValue={params.get(name) ?? orders[0]?.value}
          className="min-h-(--control) cursor-pointer appearance-none rounded-control bg-transparent ps-8 pe-7 text-xs font-[550] hover:bg-hover focus-visible:rounded-control max-md:w-(--control) max-md:border max-md:border-line-control max-md:bg-surface max-md:p-0 max-md:text-transparent"
          onChange={(event) =>
            void submit(event.currentTarget.form, { replace: true, preventScrollReset: true })
          }
        >
          {orders.map((order) => (
            <option key={order.value} value={order.value}>
              {order.label}
            </option>
          ))}
        </select>
        <Icon
          name="chevron-down"
          size="tiny"
          className="pointer-events-none absolute end-2 text-muted max-md:hidden"
        />
      </span>
      {!scripted && (
        <button type="submit" className={buttonClass('secondary', 'small')}>
          Sort
        </button>
      )}
    </Form>
  )
}
