import type { ReactNode } from 'react'

/**
 * A table that becomes a stack of cards in a container (`@container/main`) narrower than 48 rem. The roles are spelled
 * out because `display: block` takes them away. `caption` says what it lists, for people who do not see it.
 */
export function Table({
  caption,
  head,
  children,
}: {
  caption: string
  head: ReactNode
  children: ReactNode
}) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: not redundant once `display` is changed
    <table role="table" className="table">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">{head}</tr>
      </thead>
      <tbody role="rowgroup">{children}</tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: end
  )
}

/** The heading of a column; over figures, which stand at the `end` of theirs, it does too. */
export function Th({ children, end }: { children: ReactNode; end?: boolean }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: not redundant once `display` is changed
    <th role="columnheader" scope="col" className={end ? 'end' : ''}>
      {children}
    </th>
  )
}

/** One row. */
export function Tr({ children, className = '' }: { children: ReactNode; className?: string }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: not redundant once `display` is changed
    <tr role="row" className={className}>
      {children}
    </tr>
  )
}

type CellProps = {
  children?: ReactNode
  end?: boolean
  /** In a card: `row` takes the whole width, `hidden` is left out. */
  card?: 'row' | 'hidden'
  /** May wrap, in the office, where cells do not. */
  wrap?: boolean
  /** How many columns it takes. */
  span?: number
  className?: string
}

const cards = { row: 'wide', hidden: 'wide-only' }

/** One cell. */
export function Td({ children, end, card, wrap, span, className = '' }: CellProps) {
  const classes = [end && 'end', card && cards[card], wrap && 'wrap', className]
    .filter(Boolean)
    .join(' ')
  return (
    // biome-ignore lint/a11y/noRedundantRoles: not redundant once `display` is changed
    <td role="cell" className={classes} colSpan={span}>
      {children}
    </td>
  )
}
