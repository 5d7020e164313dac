import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from './icon.tsx'

/**
 * A table that becomes a stack of cards in a container (`@container/main`) narrower than 48 rem. The roles are spelled
 * out because `display: block` takes them away. `caption` says what it lists, for people who do not see it.
 */
export function Table({
  caption,
  head,
  children,
  foot,
}: {
  caption: string
  head: ReactNode
  children: ReactNode
  foot?: ReactNode
}) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: not redundant once `display` is changed
    <table role="table" className="table">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">{head}</tr>
      </thead>
      <tbody role="rowgroup">{children}</tbody>
      {foot && <tfoot role="rowgroup">{foot}</tfoot>}
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: end
  )
}

type HeadProps = {
  children: ReactNode
  /** Figures stand at the end of their column. */
  end?: boolean
  /** Makes the heading a link that sorts; `sorted` says that the list is sorted by it now, and which way. */
  sortTo?: string
  sorted?: 'ascending' | 'descending' | undefined
}

/** The heading of a column. */
export function Th({ children, end, sortTo, sorted }: HeadProps) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: not redundant once `display` is changed
    <th role="columnheader" scope="col" aria-sort={sorted} className={end ? 'end' : ''}>
      {sortTo ? (
        <Link
          to={sortTo}
          preventScrollReset
          className={`inline-flex items-center gap-1 hover:text-text ${sorted ? 'text-text' : ''}`}
        >
          {children}
          {sorted && <Icon name={sorted === 'ascending' ? 'chevron-up' : 'chevron-down'} size="tiny" />}
        </Link>
      ) : (
        children
      )}
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
  /** What the value is, shown before it when the row is a card. Leave it out for the value the card is about. */
  label?: string
  end?: boolean
  /** In a card: `row` takes the whole width, `pair` the whole width with label left and value right, `hidden` is left out. */
  card?: 'row' | 'pair' | 'hidden' | 'actions'
  /** May wrap, in the office, where cells do not. */
  wrap?: boolean
  className?: string
}

const cards = { row: 'wide', pair: 'pair', hidden: 'wide-only', actions: 'actions end' }

/** One cell. */
export function Td({ children, label, end, card, wrap, className = '' }: CellProps) {
  const classes = [end && 'end', card && cards[card], wrap && 'wrap', className].filter(Boolean).join(' ')
  return (
    // biome-ignore lint/a11y/noRedundantRoles: not redundant once `display` is changed
    <td role="cell" data-label={label} className={classes}>
      {children}
    </td>
  )
}
