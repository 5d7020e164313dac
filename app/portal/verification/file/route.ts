import { recordMissingVerification } from '../../../domain/verification/verification-attention.server.ts'
import { findVerificationFile } from '../../../domain/verification/verification-items.server.ts'
import { isStored } from '../../../platform/files/stored-file.server.ts'
import { fileResponse, sendsBytes } from '../../../platform/http/files-response.server.ts'
import { fileNotFound, guestCommand } from '../../../platform/session/session.server.ts'
import { logDownload, viewerPath, viewerQuery } from '../../guard.server.ts'
import { investmentsHome } from '../../paths.ts'
import type { Route } from './+types/route.ts'

/** A file of a project's verification file, as far as row policies show it to this investor. */
export async function loader({ request, context, params: { itemId } }: Route.LoaderArgs) {
  const file = await viewerQuery(context, (reader) => findVerificationFile(reader, itemId), 'file')
  if (!file) throw fileNotFound(request, await viewerPath(context, investmentsHome))
  if (!(await isStored(file)))
    await guestCommand(context, (guest) => recordMissingVerification(guest, file.storageKey))
  else if (sendsBytes(request, file))
    await logDownload(context, 'verification_item', itemId, { file: file.number })
  return fileResponse(request, file, null)
}
