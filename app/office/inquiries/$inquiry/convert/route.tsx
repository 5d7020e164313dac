import { randomUUID } from 'node:crypto'
import { invitationLifetime } from '../../../../domain/accounts/invitations/invitations.server.ts'
import { convertInquiry, linkInquiry } from '../../../../domain/inquiries/convert-inquiry.server.ts'
import { findInquiry } from '../../../../domain/inquiries/inquiries.server.ts'
import { LinkInquirySchema } from '../../../../domain/inquiries/inquiry-acts-schema.ts'
import { formAction } from '../../../../platform/http/form-action.server.ts'
import {
  adminCommand,
  adminQuery,
  type Context,
  notFound,
  requireAdmin,
} from '../../../../platform/session/session.server.ts'
import { Alert } from '../../../../ui/feedback/alert.tsx'
import { useAnswer } from '../../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../../ui/layout/route-dialog.tsx'
import { parseForm } from '../../../../values/form.ts'
import { isId } from '../../../../values/id.ts'
import {
  adding,
  addingFailed,
  addingRefusals,
  readAdding,
  redirectAfterAdding,
} from '../../../investors/parts/add-from-form.server.ts'
import { AddInvestorForm, type AddReply } from '../../../investors/parts/add-investor-form.tsx'
import { inquiriesHome } from '../../inquiries-home.ts'
import type { Route } from './+types/route.ts'
import { LinkInstead } from './link-instead.tsx'

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
          : adding(() => convertInquiry(admin, inquiryId, value))(admin),
      ),
    refusals: {
      ...addingRefusals,
      'investor-unknown': noInvestor,
      converted: 'This inquiry already became an investor. Nothing was added.',
      spam: 'This inquiry is marked as spam. Mark it as not spam first.',
    },
    done: (answer) =>
      'invited' in answer
        ? redirectAfterAdding(request, answer, { home, search: '' })
        : { to: home, toast: { title: 'Inquiry linked', kind: 'success' } },
    failed: addingFailed,
  })
}

const noInvestor = 'This investor is no longer available. Reload the page and try again.'

/** Adds an investor, or links the inquiry to the one the form names. */
const readAct = async (context: Context, form: FormData) =>
  form.has('investorId') ? parseForm(LinkInquirySchema, form) : readAdding(context, form)

export const meta: Route.MetaFunction = (args) => pageTitle('Make an Investor', args)

export default function ConvertInquiry({ loaderData, actionData }: Route.ComponentProps) {
  const { inquiry, key, linkLifetime } = loaderData
  const { answer, fetcher } = useAnswer<AddReply>(actionData)
  const { name, email, phone, sameEmail, investor, isSpam } = inquiry
  const isOver = (investor !== null || isSpam) && !answer
  return (
    <RouteDialog title="Add Investor" subtitle={<>From the inquiry of {<bdi>{name}</bdi>}</>}>
      {isOver ? (
        <NothingToDo isSpam={isSpam} />
      ) : (
        <>
          {sameEmail && !sameEmail.isArchived && <LinkInstead investor={sameEmail} />}
          <AddInvestorForm
            now={{ fullName: name, email, phone: phone ?? '' }}
            newKey={key}
            {...{ linkLifetime, answer, fetcher }}
          />
        </>
      )}
    </RouteDialog>
  )
}

function NothingToDo({ isSpam }: { isSpam: boolean }) {
  return (
    <>
      <DialogBody>
        <Alert tone="info">
          {isSpam
            ? 'This inquiry is marked as spam. Mark it as not spam first.'
            : 'This inquiry already became an investor.'}
        </Alert>
      </DialogBody>
      <DialogFoot>
        <DialogCancel>Close</DialogCancel>
      </DialogFoot>
    </>
  )
}
