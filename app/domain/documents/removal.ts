/** What the admin was told it would be. */
export type Removal = 'archive' | 'delete'

/** What removing a document would be: archived once an investor has downloaded it or its file was replaced. */
export function removalOf({
  isRead,
  file,
}: {
  isRead: boolean
  file: { number: number }
}): Removal {
  return isRead || file.number > 1 ? 'archive' : 'delete'
}
