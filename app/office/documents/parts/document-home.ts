const list = '/admin-dashboard/documents'

/** The page behind a document dialog: the document's own, or the list with its search. */
export function documentHome({ pathname, search }: URL, id: string): string {
  return pathname.startsWith(`${list}/${id}/about`) ? `${list}/${id}${search}` : `${list}${search}`
}
