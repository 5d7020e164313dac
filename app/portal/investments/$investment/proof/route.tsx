import { findMyInvestment } from '../../../../domain/investments/portfolio.server.ts'
import { notFound } from '../../../../platform/session/session.server.ts'
import { FieldGrid } from '../../../../ui/fields/field.tsx'
import { FileField } from '../../../../ui/fields/file-field.tsx'
import { ActionForm } from '../../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../../ui/fields/text-field.tsx'
import { TextareaField } from '../../../../ui/fields/textarea-field.tsx'
import { useAnswer } from '../../../../ui/fields/use-answer.ts'
import { DialogNotice } from '../../../../ui/layout/dialog-notice.tsx'
import { DialogBody, DialogFoot } from '../../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../../ui/layout/route-dialog.tsx'
import { isId } from '../../../../values/id.ts'
import { viewerQuery } from '../../../guard.server.ts'
import { useViewed } from '../../../parts/portal-link.tsx'
import { investmentsHome } from '../../../paths.ts'
import type { Route } from './+types/route.ts'
import { receiveProof } from './receive-proof.server.ts'

export async function loader({ params: { investmentId }, context }: Route.LoaderArgs) {
  const investment = await viewerQuery(context, async (reader) =>
    isId(investmentId) ? findMyInvestment(reader, investmentId) : null,
  )
  if (!investment) throw notFound()
  return { project: investment.project?.name ?? 'Project no longer shown' }
}

export function action(args: Route.ActionArgs) {
  const { investmentId } = args.params
  return receiveProof(args, investmentId, `${investmentsHome}/${investmentId}`)
}

export const meta: Route.MetaFunction = (args) => pageTitle('I have paid', args)

export default function HavePaid({ loaderData: { project }, actionData }: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer(actionData)
  const isViewed = useViewed() !== null
  return (
    <RouteDialog title="I have paid" subtitle={<bdi>{project}</bdi>}>
      {isViewed ? (
        <DialogNotice tone="info">Only the investor can send this in.</DialogNotice>
      ) : (
        <ActionForm reply={answer?.reply} fetcher={fetcher} encType="multipart/form-data">
          <DialogBody>
            <p className="mb-4 text-muted">
              Paste the message of M-Pesa or your wallet, or choose a picture of the bank’s slip.
              Your payment is recorded once it is on our own statement.
            </p>
            <FieldGrid>
              <TextareaField name="message" label="Message" optional rows={4} />
              <FileField
                name="file"
                label="Slip"
                accept="image/*,.pdf"
                hint="A picture or PDF of at most 10 MB"
              />
              <TextField name="note" label="Note" optional span="full" autoComplete="off" />
            </FieldGrid>
          </DialogBody>
          <DialogFoot>
            <DialogCancel />
            <SubmitButton pendingLabel="Sending">Send</SubmitButton>
          </DialogFoot>
        </ActionForm>
      )}
    </RouteDialog>
  )
}
