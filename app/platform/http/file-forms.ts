/** Where administrators send files: with script below `…/upload`, without it at the page of the form. */
const formsWithFiles = [
  'company/logo',
  'documents/new',
  'documents/[^/]+(/about)?/edit',
  'projects/new',
  'projects/[^/]+/pictures(/new)?',
  'projects/[^/]+/updates/[^/]+/pictures(/new)?',
  'import/\\w+',
]

const addresses = new RegExp(`^/admin-dashboard/(${formsWithFiles.join('|')})(/upload)?(\\.data)?$`)

/**
 * Whether a form sent to this path may hold a file. Such a screen reads it as a stream, after its guard and with a limit of
 * its own; every other form is refused from a megabyte on.
 */
export function acceptsFiles(pathname: string): boolean {
  return addresses.test(pathname)
}
