import { randomUUID } from 'node:crypto'
import { invitationLifetime } from '../../../../domain/accounts/invitations/invitations.server.ts'
import {
  type ConvertRefused,
  convertInquiry,
  type InvestorConverted,
  linkInquiry,
} from '../../../../domain/inquiries/convert-inquiry.server.ts'
import { findInquiry } from '../../../../domain/inquiries/inquiries.server.ts'
import { LinkInquirySchema } from '../../../../domain/inquiries/inquiry-acts-schema.ts'
import type { RequestSentFor } from '../../../../domain/investment-requests/send-request-for.server.ts'
import { formAction, type Onward } from '../../../../platform/http/form-action.server.ts'
import {
  adminCommand,
  adminQuery,
  type Context,
  notFound,
  requireAdmin,
} from '../../../../platform/session/session.server.ts'
import { ActionForm } from '../../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../../ui/fields/submit-button.tsx'
import { useAnswer } from '../../../../ui/fields/use-answer.ts'
import { DialogNotice } from '../../../../ui/layout/dialog-notice.tsx'
import { pageTitle } from '../../../../ui/layout/page-title.ts'
import { RouteDialog } from '../../../../ui/layout/route-dialog.tsx'
import { type FormReply, parseForm } from '../../../../values/form.ts'
import { isId } from '../../../../values/id.ts'
import { type Cents, formatAmount } from '../../../../values/money.ts'
import {
  adding,
  addingFailed,
  addingRefusals,
  readAdding,
  redirectAfterAdding,
} from '../../../investors/parts/add-from-form.server.ts'
import { AddInvestorForm, type AddReply } from '../../../investors/parts/add-investor-form.tsx'
import { inquiriesHome } from '../../../paths.ts'
import type { Route } from './+types/route.ts'

export async function loader({ params: { inquiryId }, context }: Route.LoaderArgs) {
  return adminQuery(context, async (admin) => {
    const inquiry = isId(inquiryId) ? await findInquiry(admin, inquiryId) : null
    if (!inquiry) throw notFound()
    return { inquiry, key: randomUUID(), linkLifetime: await invitationLifetime(admin) }
  })
}

export function action(args: Route.ActionArgs) {
  const { request, url, params, context } = args
  const { inquiryId } = params
  const home = `${inquiriesHome}/${inquiryId}${url.search}`
  return formAction(args, {
    guard: requireAdmin,
    parse: (form) => readAct(context, form),
    unreadable: (reply, form) => (form.has('investorId') ? noInvestor : reply),
    run: async ({ value }) =>
      adminCommand(context, async (admin) =>
        'investorId' in value
          ? linkInquiry(admin, inquiryId, value.investorId)
          : adding<ConvertRefused, InvestorConverted>(() =>
              convertInquiry(admin, inquiryId, value),
            )(admin),
      ),
    refusals: {
      ...addingRefusals,
      'investor-unknown': noInvestor,
      converted: 'This inquiry already became an investor. Nothing was added.',
      spam: 'This inquiry is marked as spam. Mark it as not spam first.',
    },
    done: (answer) => {
      const onward: Onward =
        'invited' in answer
          ? redirectAfterAdding(request, answer, { home, search: '' })
          : { to: home, toast: { title: 'Inquiry linked', kind: 'success' } }
      const text = [onward.toast.text, requestWords(answer.request)].filter(Boolean).join(' ')
      return text ? { ...onward, toast: { ...onward.toast, text } } : onward
    },
    failed: addingFailed,
  })
}

function requestWords(request: RequestSentFor | null): string {
  if (request === null) return ''
  if (!('refused' in request)) return 'Their request is waiting for your decision.'
  switch (request.refused) {
    case 'closed':
      return 'No request was sent: the project is not open.'
    case 'open-already':
      return 'No request was sent: they have an open one for this project.'
    case 'unit-taken':
      return 'No request was sent: the unit or share is no longer available at this price.'
    case 'below-minimum':
      return 'No request was sent: the amount is below the minimum now.'
    case 'exceeds-offer':
      return 'No request was sent: the amount is more than is available now.'
    default:
      return request.refused satisfies never
  }
}

const noInvestor = 'This investor is no longer available. Reload the page and try again.'

/** Adds an investor, or links the inquiry to the one the form names. */
const readAct = async (context: Context, form: FormData) =>
  form.has('investorId') ? parseForm(LinkInquirySchema, form) : readAdding(context, form)

export const meta: Route.MetaFunction = (args) => pageTitle('Make an Investor', args)

export default function ConvertInquiry({ loaderData, actionData }: Route.ComponentProps) {
  const { inquiry, key, linkLifetime } = loaderData
  const { answer, fetcher } = useAnswer<AddReply>(actionData)
  const { name, email, phone, sameEmail, investor, isSpam, interest } = inquiry
  const isOver = (investor !== null || isSpam) && !answer
  return (
    <RouteDialog
      title="Add Investor"
      subtitle={
        <>
          From the inquiry of <bdi>{name}</bdi>
          {interest && `, with the request of ${wantedOf(interest)}`}
        </>
      }
    >
      {isOver ? (
        <NothingToDo isSpam={isSpam} />
      ) : (
        <>
          {sameEmail && !sameEmail.isArchived && <LinkInstead investor={sameEmail} />}
          <AddInvestorForm
            now={{ fullName: name, email, phone: phone ?? '' }}
            newKey={key}
            linkLifetime={linkLifetime}
            answer={answer}
            fetcher={fetcher}
          />
        </>
      )}
    </RouteDialog>
  )
}

const wantedOf = ({ amount, unit }: { amount: Cents; unit: string | null }) =>
  [formatAmount(amount, 'when-needed'), unit].filter(Boolean).join(' for ')

function NothingToDo({ isSpam }: { isSpam: boolean }) {
  return (
    <DialogNotice tone="info">
      {isSpam
        ? 'This inquiry is marked as spam. Mark it as not spam first.'
        : 'This inquiry already became an investor.'}
    </DialogNotice>
  )
}

/** Offered when an investor already has this email. */
function LinkInstead({ investor }: { investor: { id: string; name: string } }) {
  const { answer, fetcher } = useAnswer<{ reply: FormReply }>(undefined)
  return (
    <div className="px-6 pt-4.5 max-sm:px-4 max-sm:pt-3.5">
      <ActionForm
        reply={answer?.reply}
        fetcher={fetcher}
        className="grid gap-2 rounded-control bg-tint-warning px-3.5 py-2.5"
      >
        <input type="hidden" name="investorId" value={investor.id} />
        <p className="font-[560]">An investor has this email</p>
        <p className="text-xs">
          It belongs to <bdi>{investor.name}</bdi>. Link the inquiry to them, or enter another email
          to add someone else.
        </p>
        <p>
          <SubmitButton look="secondary" size="small" pendingLabel="Linking">
            Link to {investor.name}
          </SubmitButton>
        </p>
      </ActionForm>
    </div>
  )
}
