export type Removal = 'archive' | 'delete'

/** Archived once an investor has downloaded it or its file was replaced, else deleted. */
export function removalOf({
  isRead,
  file,
}: {
  isRead: boolean
  file: { number: number }
}): Removal {
  return isRead || file.number > 1 ? 'archive' : 'delete'
}
