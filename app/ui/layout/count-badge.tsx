/** A count on the accent colour. Above nine it reads 9+; zero is hidden. */
export function CountBadge({
  count,
  label,
  className = 'h-5.5 min-w-5.5 px-1.5 text-2xs',
}: {
  count: number
  label: string
  className?: string
}) {
  if (count === 0) return null
  return (
    <span
      className={`grid flex-none place-items-center rounded-full bg-accent leading-none font-semibold text-on-accent tabular-nums ${className}`}
    >
      <span aria-hidden="true">{count > 9 ? '9+' : count}</span>
      <span className="sr-only">{`${count} ${label}`}</span>
    </span>
  )
}
