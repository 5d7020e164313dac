import { recordMissingVerification } from '../../../../../domain/verification/verification-attention.server.ts'
import { findVerificationFile } from '../../../../../domain/verification/verification-items.server.ts'
import { auditDownload } from '../../../../../platform/events.server.ts'
import { isStored } from '../../../../../platform/files/stored-file.server.ts'
import { fileResponse, sendsBytes } from '../../../../../platform/http/files-response.server.ts'
import {
  adminCommand,
  adminQuery,
  fileNotFound,
  guestCommand,
} from '../../../../../platform/session/session.server.ts'
import type { Route } from './+types/route.ts'

/** Authorises and logs the download, then streams the file after both transactions. */
export async function loader({
  request,
  context,
  params: { projectId, itemId },
}: Route.LoaderArgs) {
  const page = `/admin-dashboard/projects/${encodeURIComponent(projectId)}/verification`
  const file = await adminQuery(context, (admin) => findVerificationFile(admin, itemId), {
    answer: 'file',
  })
  if (file?.projectId !== projectId) throw fileNotFound(request, page)
  if (!(await isStored(file)))
    await guestCommand(context, (guest) => recordMissingVerification(guest, file.storageKey))
  else if (sendsBytes(request, file))
    await adminCommand(
      context,
      (admin) => auditDownload(admin, 'verification_item', itemId, { file: file.number }),
      'file',
    )
  return fileResponse(request, file, `${page}?missing=${itemId}`)
}
