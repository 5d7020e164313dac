import type { ContactNote } from '../../../domain/receivables/contact-notes.server.ts'
import { DialogLink } from '../../../ui/layout/dialog-link.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import type { CalendarDate } from '../../../values/calendar-date.ts'
import { investorsHome } from '../../paths.ts'
import { ContactNotes } from '../../receivables/contact-notes.tsx'

type Props = {
  investorId: string
  contact: { notes: ContactNote[]; total: number }
  today: CalendarDate
}

/** Contacts with the investor; the investor does not see them. */
export function ContactPanel({ investorId, contact, today }: Props) {
  return (
    <Panel
      title="Contact notes"
      action={
        <DialogLink
          look="secondary"
          size="small"
          icon="plus"
          to={`${investorsHome}/${investorId}/profile/note`}
        >
          Add contact note
        </DialogLink>
      }
    >
      <ContactNotes {...contact} today={today} />
    </Panel>
  )
}
