import { admitDownload, countDownload } from '../../../domain/verification/count-download.server.ts'
import { recordMissingVerification } from '../../../domain/verification/verification-attention.server.ts'
import { findVerificationFile } from '../../../domain/verification/verification-items.server.ts'
import { isStored } from '../../../platform/files/stored-file.server.ts'
import {
  downloadHeaders,
  fileResponse,
  sendsBytes,
} from '../../../platform/http/files-response.server.ts'
import {
  guestCommand,
  guestQuery,
  notFound,
  visitorContext,
} from '../../../platform/session/session.server.ts'
import type { Route } from './+types/route.ts'

const tooMany = `Too many downloads from your network. Try again in an hour.
`

/** The file of a public item, for anyone. Row policies of the guest decide; the download is counted without who it was. */
export async function loader({ request, context, params: { itemId } }: Route.LoaderArgs) {
  const file = await guestQuery(context, (guest) => findVerificationFile(guest, itemId))
  if (!file) throw notFound('file')
  if (!(await isStored(file)))
    await guestCommand(context, (guest) => recordMissingVerification(guest, file.storageKey))
  else if (sendsBytes(request, file)) {
    const admitted = admitDownload(itemId, context.get(visitorContext).clientAddress)
    if (admitted === 'too-many') return refusal()
    if (admitted === 'first') await guestCommand(context, (guest) => countDownload(guest, itemId))
  }
  return fileResponse(request, file, null)
}

function refusal() {
  const headers = { ...downloadHeaders, 'Content-Type': 'text/plain; charset=utf-8' }
  return new Response(tooMany, { status: 429, headers: { ...headers, 'Retry-After': '3600' } })
}
