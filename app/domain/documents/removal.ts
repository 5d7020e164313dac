export type Removal = 'archive' | 'delete'

/** Archived once an investor has downloaded it, its file was replaced or it proves a milestone, else deleted. */
export function removalOf({
  isRead,
  isProof,
  file,
}: {
  isRead: boolean
  isProof: boolean
  file: { number: number }
}): Removal {
  return isRead || isProof || file.number > 1 ? 'archive' : 'delete'
}
