import { findSlip } from '../../../../domain/payment-proofs/proofs.server.ts'
import { auditDownload } from '../../../../platform/events.server.ts'
import { fileResponse } from '../../../../platform/http/files-response.server.ts'
import { adminCommand, fileNotFound } from '../../../../platform/session/session.server.ts'
import { proofsHome } from '../../paths.ts'
import type { Route } from './+types/route.ts'

/** Sends the slip of a payment that an investor sent in. */
export async function loader({ request, context, params: { proofId } }: Route.LoaderArgs) {
  const file = await adminCommand(
    context,
    async (admin) => {
      const slip = await findSlip(admin, proofId)
      if (slip) await auditDownload(admin, 'payment_proof', proofId)
      return slip
    },
    'file',
  )
  if (!file) throw fileNotFound(request, proofsHome)
  return fileResponse(request, file, proofsHome)
}
