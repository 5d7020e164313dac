import { data } from 'react-router'
import { companyFacts } from '../../../domain/company/company.server.ts'
import { findFile } from '../../../domain/documents/documents.server.ts'
import { isStored } from '../../../platform/files/stored-file.server.ts'
import { notFound } from '../../../platform/session/session.server.ts'
import { MissingFile } from '../../../ui/feedback/missing-file.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { viewerQuery } from '../../guard.server.ts'
import { usePortalAddress } from '../../parts/portal-link.tsx'
import { documentsHome } from '../../paths.ts'
import type { Route } from './+types/route.ts'

/** Error page for a missing file; the failed download was logged before the redirect. */
export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const { file, supportEmail } = await viewerQuery(context, async (reader) => ({
    file: await findFile(reader, id),
    supportEmail: (await companyFacts(reader)).supportEmail,
  }))
  if (!file) throw notFound()
  const isBack = await isStored(file)
  return data({ id, name: file.name, isBack, supportEmail }, { status: isBack ? 200 : 404 })
}

export const meta: Route.MetaFunction = (args) => pageTitle('File not found', args)

export default function MissingDocument({ loaderData: { id, ...file } }: Route.ComponentProps) {
  const address = usePortalAddress()
  const back = { to: address(documentsHome), label: 'My Documents' }
  return <MissingFile file={address(`${documentsHome}/${id}/file`)} back={back} {...file} />
}
