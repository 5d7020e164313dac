/** Another person's change. `kept`: this person's own value stays. */
export type ConcurrentChange = { name: string; before: string; now: string; kept: boolean }

type Fields = Readonly<Record<string, string>>

/**
 * Merges two edits of the same form: the other's changes are taken unless this person changed the
 * same field, and are reported. A missing field counts as empty.
 */
export function mergeTyped({
  opened,
  stored,
  typed,
}: {
  opened: Fields
  stored: Fields
  typed: Fields
}): {
  fields: Record<string, string>
  changes: ConcurrentChange[]
} {
  const changes = Object.entries(stored).flatMap(([name, now]) => {
    const [before, mine] = [opened[name] ?? '', typed[name] ?? '']
    return before === now || mine === now ? [] : [{ name, before, now, kept: mine !== before }]
  })
  const taken = changes.filter(({ kept }) => !kept).map(({ name, now }) => [name, now])
  return { fields: { ...typed, ...Object.fromEntries(taken) }, changes }
}
