import type { ReactNode } from 'react'

/**
 * Becomes a stack of cards in a container narrower than 48 rem. Explicit roles, because `display:
 * block` removes them. `caption` is for screen readers.
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

type HeadProps = { children: ReactNode; end?: boolean; className?: string }

/** `end` aligns it with figures. */
export function Th({ children, end, className = '' }: HeadProps) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: not redundant once `display` is changed
    <th role="columnheader" scope="col" className={end ? `end ${className}` : className}>
      {children}
    </th>
  )
}

export function Tr({
  children,
  className = '',
  id,
}: {
  children: ReactNode
  className?: string
  id?: string
}) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: not redundant once `display` is changed
    <tr role="row" id={id} className={className}>
      {children}
    </tr>
  )
}

type CellProps = {
  children?: ReactNode
  end?: boolean
  /** As a card: `row` takes the whole width, `hidden` is omitted. */
  card?: 'row' | 'hidden'
  /** May wrap in the office, where other cells do not. */
  wrap?: boolean
  span?: number
  className?: string
}

const cards = { row: 'wide', hidden: 'wide-only' }

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

/** The name of an amount where the table's head is hidden. */
export function CardLabel({ children }: { children: string }) {
  return (
    <span aria-hidden="true" className="text-xs text-muted @min-[48.01rem]/main:hidden">
      {children}{' '}
    </span>
  )
}
