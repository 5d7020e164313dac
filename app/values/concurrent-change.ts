/** What somebody else stored meanwhile. `kept`: this person had typed something else there, which stays. */
export type ConcurrentChange = { name: string; before: string; now: string; kept: boolean }

type Fields = Readonly<Record<string, string>>

/**
 * Brings together what two people did to a form they both opened: what only the other changed is taken over, what this
 * one typed stays, and every change of the other is told. A field that was not sent counts as empty.
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
