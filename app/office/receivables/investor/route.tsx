import { Link } from 'react-router'
import { projectFilter } from '../../../domain/projects/project-names.server.ts'
import { contactNotesOf } from '../../../domain/receivables/contact-notes.server.ts'
import { dueLinesOf } from '../../../domain/receivables/receivable-lines.server.ts'
import { clock } from '../../../platform/clock.server.ts'
import { adminQuery } from '../../../platform/session/session.server.ts'
import { Amount } from '../../../ui/amount.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { DialogLink } from '../../../ui/layout/dialog-link.tsx'
import { DialogBody, DialogFoot } from '../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/layout/route-dialog.tsx'
import { sum } from '../../../values/money.ts'
import { requireKnownInvestor } from '../../investors/parts/require-known-investor.server.ts'
import { receivableListParams } from '../../list-params.ts'
import { PhoneLinks } from '../../parts/phone-links.tsx'
import { investorsHome, receivablesHome } from '../../paths.ts'
import { ContactNotes } from '../contact-notes.tsx'
import { DueLines } from '../due-lines.tsx'
import type { Route } from './+types/route.ts'

const notesShown = 3

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const investor = await requireKnownInvestor(context, params.investorId)
  const { inProject } = receivableListParams(url)
  return adminQuery(context, async (admin) => {
    const { project } = await projectFilter(admin, inProject)
    return {
      investor,
      project,
      lines: await dueLinesOf(admin, [investor.id], project?.id ?? null),
      contact: await contactNotesOf(admin, investor.id, notesShown),
      today: clock.today(),
    }
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Due payments', args)

export default function DuePayments({ loaderData }: Route.ComponentProps) {
  const { investor, project, lines, contact, today } = loaderData
  const overdue = sum(lines.filter((line) => line.isOverdue).map((line) => line.open))
  return (
    <RouteDialog
      title="Due payments"
      subtitle={
        <>
          <Link to={`${investorsHome}/${investor.id}`} className="text-link hover:underline">
            <bdi>{investor.fullName}</bdi>
          </Link>
          {project && (
            <>
              , <bdi>{project.name}</bdi>
            </>
          )}
          {investor.phone && (
            <span className="block text-xs">
              <PhoneLinks phone={investor.phone} />
            </span>
          )}
        </>
      }
    >
      <DialogBody>
        <p className="mb-3 text-sm">
          Overdue: <Amount cents={overdue} show="when-needed" className="font-[580]" />
        </p>
        <DueLines lines={lines} today={today} />
        <h3 className="mt-5 mb-1 text-sm font-semibold">Contact notes</h3>
        <ContactNotes {...contact} today={today} />
      </DialogBody>
      <DialogFoot>
        <DialogCancel>Close</DialogCancel>
        <ButtonLink to={`${investorsHome}/${investor.id}`}>Open investor</ButtonLink>
        <DialogLink look="primary" to={`${receivablesHome}/${investor.id}/note`}>
          Add contact note
        </DialogLink>
      </DialogFoot>
    </RouteDialog>
  )
}
