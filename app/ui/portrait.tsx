/** A person's picture, or their initial where there is none. `size` is in CSS pixels. */
export function Portrait({
  name,
  portrait,
  size,
}: {
  name: string
  portrait: string | null
  size: number
}) {
  if (portrait)
    return (
      <img
        src={portrait}
        alt={`Portrait of ${name}`}
        width={size}
        height={size}
        loading="lazy"
        className="rounded-full border border-line object-cover"
      />
    )
  return (
    <span
      aria-hidden="true"
      style={{ width: size, height: size }}
      className="grid flex-none place-items-center rounded-full border border-line bg-surface font-display text-xl text-muted"
    >
      {[...name][0]?.toUpperCase()}
    </span>
  )
}
