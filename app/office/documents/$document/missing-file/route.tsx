import { data } from 'react-router'
import { companyFacts } from '../../../../domain/company/company.server.ts'
import {
  findEarlierFile,
  findFile,
  findPreview,
} from '../../../../domain/documents/documents.server.ts'
import { isStored } from '../../../../platform/files/stored-file.server.ts'
import {
  type AdminWork,
  adminQuery,
  notFound,
} from '../../../../platform/session/session.server.ts'
import { MissingFile } from '../../../../ui/feedback/missing-file.tsx'
import { pageTitle } from '../../../../ui/layout/page-title.ts'
import type { Route } from './+types/route.ts'

/** Error page for a file that is missing from the store; `of` names the file. */
export async function loader({ url, context, params: { id } }: Route.LoaderArgs) {
  const of = url.searchParams.get('of') ?? 'file'
  const { file, supportEmail } = await adminQuery(context, async (admin) => ({
    file: await fileAt(admin, id, of),
    supportEmail: (await companyFacts(admin)).supportEmail,
  }))
  if (!file) throw notFound()
  const isBack = await isStored(file)
  return data({ id, of, name: file.name, isBack, supportEmail }, { status: isBack ? 200 : 404 })
}

/** `of` is `file`, `preview`, or `files/3` for the third earlier version. */
function fileAt(admin: Parameters<AdminWork<unknown>>[0], id: string, of: string) {
  if (of === 'preview') return findPreview(admin, id)
  const [, earlier] = /^files\/(\d+)$/.exec(of) ?? []
  return earlier === undefined ? findFile(admin, id) : findEarlierFile(admin, id, Number(earlier))
}

export const meta: Route.MetaFunction = (args) => pageTitle('File not found', args)

export default function MissingFileOfDocument({
  loaderData: { id, of, ...file },
}: Route.ComponentProps) {
  const document = `/admin-dashboard/documents/${id}`
  return (
    <MissingFile
      file={`${document}/${of}`}
      back={{ to: document, label: 'Document' }}
      advice="Restore it from a backup, or choose the file again under Edit."
      {...file}
    />
  )
}
