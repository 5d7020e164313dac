import { Icon } from '../icon.tsx'
import { ParamSelect } from './param-select.tsx'

type Props = {
  /** The first is the default, without a parameter. */
  orders: readonly { value: string; label: string }[]
  name?: string
}

/** The order of a list. */
export function SortSelect({ orders, name = 'sort' }: Props) {
  return (
    <ParamSelect
      name={name}
      label="Sort by"
      initial={orders[0]?.value ?? ''}
      choices={orders}
      button="Sort"
      icon={
        <Icon
          name="sort"
          size="small"
          className="pointer-events-none absolute start-2 text-muted max-md:start-1/2 max-md:-translate-x-1/2"
        />
      }
      className="ms-auto"
      selectClass="bg-transparent ps-8 hover:bg-hover focus-visible:rounded-control max-md:w-(--control) max-md:border max-md:border-line-control max-md:bg-surface max-md:p-0 max-md:text-transparent"
      chevronClass="max-md:hidden"
    />
  )
}
