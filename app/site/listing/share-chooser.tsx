import type { FreeUnit } from '../../domain/projects/unit.ts'
import { Amount } from '../../ui/amount.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { counted } from '../../values/counted.ts'

type Props = { name: string; to: string; words: string; units: FreeUnit[] }

/** The shares that are free, one of which goes on to the request; works without script. */
export function ShareChooser({ name, to, words, units }: Props) {
  const shares = units.filter(({ share }) => share !== null)
  return (
    <form action={to} className="grid gap-4">
      <fieldset className="min-w-0">
        <legend className="pb-2 text-xs font-medium text-muted">Choose your share</legend>
        {shares.map(({ id, name: share, price }, index) => (
          <label
            key={id}
            className="num flex min-h-12 cursor-pointer items-center gap-3 border-b border-line py-2"
          >
            <input
              type="radio"
              name="choice"
              value={id}
              defaultChecked={index === 0}
              className="size-5 flex-none accent-primary"
            />
            <b className="font-[550]">{share}</b>
            {price !== null && (
              <span className="ms-auto">
                <Amount cents={price} show="when-needed" />
              </span>
            )}
          </label>
        ))}
      </fieldset>
      <p className="text-sm text-muted">For several shares, ask us what is free.</p>
      <button type="submit" className={buttonClass('primary')}>
        {words}
        <span className="sr-only"> in {name}</span>
      </button>
    </form>
  )
}

/** How many units with their own name are free. */
export function FreeUnits({ units }: { units: FreeUnit[] }) {
  const named = units.filter(({ share }) => share === null)
  if (named.length === 0) return null
  return (
    <p className="num text-sm text-muted">
      {`${counted(named.length, 'unit')} to choose from: `}
      <bdi>
        {named
          .slice(0, 3)
          .map((unit) => unit.name)
          .join(', ')}
      </bdi>
      {named.length > 3 && ` and ${named.length - 3} more`}
    </p>
  )
}
