/** Addresses of uploads: with script below `…/upload`, without at the form's page. */
const formsWithFiles = [
  'company/(logo|directors/[^/]+)',
  'documents/new',
  'documents/[^/]+(/about)?/edit',
  'projects/new',
  'projects/[^/]+/pictures(/new)?',
  'projects/[^/]+/milestones/[^/]+/reached',
  'projects/[^/]+/verification/(new|[^/]+/edit)',
  'projects/[^/]+/updates/[^/]+/pictures(/new)?',
  'import/\\w+',
  'statements/new',
]

const addresses = new RegExp(`^/admin-dashboard/(${formsWithFiles.join('|')})(/upload)?(\\.data)?$`)

/**
 * Whether a form posted to this path may contain files. Its screen streams it with a limit of its
 * own; other forms are limited to a megabyte.
 */
export function acceptsFiles(pathname: string): boolean {
  return addresses.test(pathname)
}
