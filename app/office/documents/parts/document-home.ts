const list = '/admin-dashboard/documents'

/** Where a dialog of a document leads back to: the document's page when it was opened there, else the list as it was searched. */
export function documentHome({ pathname, search }: URL, id: string): string {
  return pathname.startsWith(`${list}/${id}/about`) ? `${list}/${id}${search}` : `${list}${search}`
}
