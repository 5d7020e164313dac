import { randomUUID } from 'node:crypto'
import { data } from 'react-router'
import { invitationLifetime } from '../../../domain/accounts/invitations.server.ts'
import {
  convertInquiry,
  linkInquiry,
  type NotConvertible,
} from '../../../domain/inquiries/convert-inquiry.server.ts'
import { findInquiry } from '../../../domain/inquiries/inquiries.server.ts'
import { LinkInquirySchema } from '../../../domain/inquiries/inquiry-acts-schema.ts'
import { asAdmin, type Context, lookAsAdmin, notFound } from '../../../platform/session.server.ts'
import { redirectWithToast } from '../../../platform/toast.server.ts'
import { readForm } from '../../../platform/upload.server.ts'
import { Alert } from '../../../ui/alert.tsx'
import { DialogBody, DialogFoot } from '../../../ui/dialog-parts.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/route-dialog.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'
import { parseForm, refuseForm } from '../../../values/form.ts'
import { isId } from '../../../values/id.ts'
import { inquiriesHome } from '../../inquiries/inquiries-home.ts'
import {
  addFromForm,
  failAdding,
  leadOn,
  refuseAdding,
} from '../../investors/parts/add-from-form.server.ts'
import { AddInvestorForm, type AddReply } from '../../investors/parts/add-investor-form.tsx'
import type { Route } from './+types/route.ts'
import { LinkInstead } from './link-instead.tsx'

export async function loader({ params: { inquiryId }, context }: Route.LoaderArgs) {
  return lookAsAdmin(context, async (admin) => {
    const inquiry = isId(inquiryId) ? await findInquiry(admin, inquiryId) : null
    if (!inquiry) throw notFound()
    return { inquiry, key: randomUUID(), linkLifetime: await invitationLifetime(admin) }
  })
}

/** Adds the sender as an investor, or, for a form that names one, links the inquiry to who is there already. */
export async function action({ request, url, params: { inquiryId }, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const home = `${inquiriesHome}/${inquiryId}${url.search}`
  try {
    if (form.has('investorId')) return await link(context, inquiryId, form, home)
    const added = await addFromForm<NotConvertible>(context, form, (input) => (admin) => {
      if (!isId(inquiryId)) throw notFound()
      return convertInquiry(admin, inquiryId, input)
    })
    if (!('refused' in added)) return leadOn(request, added, { home, search: '' })
    if (
      added.refused === 'not-found' ||
      added.refused === 'converted' ||
      added.refused === 'spam'
    ) {
      return refuse(form, sentenceOf(added))
    }
    return refuseAdding(form, added)
  } catch (fault) {
    return failAdding(context, form, fault)
  }
}

async function link(context: Context, inquiryId: string, form: FormData, home: string) {
  const answer = await asAdmin(context, async (admin) => {
    if (!isId(inquiryId)) throw notFound()
    const parsed = parseForm(LinkInquirySchema, form)
    return parsed.ok
      ? linkInquiry(admin, inquiryId, parsed.value.investorId)
      : { refused: 'investor-unknown' as const }
  })
  if (!('refused' in answer))
    return redirectWithToast(home, { title: 'Inquiry linked', kind: 'success' })
  if (answer.refused !== 'investor-unknown') return refuse(form, sentenceOf(answer))
  return refuse(form, 'This investor is no longer available. Reload the page and try again.')
}

function refuse(form: FormData, message: string) {
  return data<AddReply>(
    { reply: refuseForm(form, { message }), known: null, archived: null, toast: null },
    { status: 422 },
  )
}

function sentenceOf({ refused }: NotConvertible): string {
  switch (refused) {
    case 'not-found':
      throw notFound()
    case 'converted':
      return 'This inquiry has become an investor meanwhile. Nothing was added.'
    case 'spam':
      return 'This inquiry is marked as spam. Mark it as not spam first.'
    default:
      return refused satisfies never
  }
}

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
            : 'This inquiry has become an investor already.'}
        </Alert>
      </DialogBody>
      <DialogFoot>
        <DialogCancel>Close</DialogCancel>
      </DialogFoot>
    </>
  )
}
