/** A number on the accent colour: how many are unread. Above nine it reads 9+ (PUB-064); at zero there is nothing. */
export function CountBadge({ count, label }: { count: number; label: string }) {
  if (count === 0) return null
  return (
    <span className="count">
      <span aria-hidden="true">{count > 9 ? '9+' : count}</span>
      <span className="sr-only">{`${count} ${label}`}</span>
    </span>
  )
}
