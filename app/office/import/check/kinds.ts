/** What the rows of a file may be, in the order in which they are looked at. */
export const kindsOfRows = ['problems', 'here', 'ready'] as const
export type KindOfRows = (typeof kindsOfRows)[number]

/** So many are shown; the file of problems has all of those. */
export const mostShown = 200
