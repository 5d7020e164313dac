const names = ['File', 'Check', 'Import'] as const

/** The three steps of an import, like stones that are laid one after the other. */
export function Steps({ now }: { now: (typeof names)[number] }) {
  const at = names.indexOf(now)
  return (
    <ol aria-label="Steps" className="mb-5 grid grid-cols-3 gap-2 text-xs">
      {names.map((name, place) => (
        <li
          key={name}
          aria-current={name === now ? 'step' : undefined}
          className={`border-t-[5px] pt-2 ${place < at ? 'border-primary' : place === at ? 'border-gold font-semibold' : 'border-line text-muted'}`}
        >
          {name}
        </li>
      ))}
    </ol>
  )
}
