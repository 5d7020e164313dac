import { Fragment, useCallback } from 'react'
import { type Blocker, useBeforeUnload, useBlocker } from 'react-router'
import { Alert } from '../../ui/feedback/alert.tsx'
import { LeaveDialog } from '../../ui/feedback/leave-dialog.tsx'
import { ActionForm } from '../../ui/fields/form.tsx'
import { counted } from '../../values/counted.ts'
import { ConcurrentChanges } from '../parts/concurrent-changes.tsx'
import { labelOf } from './labels.ts'
import type { CompanyReply } from './reply.ts'
import { SaveBar } from './save-bar.tsx'
import {
  AccountCodes,
  Checks,
  Contacts,
  Figures,
  Landing,
  Names,
  OfficesAndHours,
  Reminders,
  SocialLinks,
  Testimonials,
} from './sections.tsx'
import { type Loaded, useSettings } from './use-settings.ts'

type Props = { loaded: Loaded; fromDocument: CompanyReply | undefined; path: string }

export function SettingsForm({ loaded, fromDocument, path }: Props) {
  const settings = useSettings(loaded, fromDocument)
  const { answer, fields, unsaved } = settings
  const leaving = useLeaveGuard(unsaved.length > 0)
  return (
    <div ref={settings.place}>
      <ActionForm
        reply={answer?.reply}
        fetcher={settings.fetcher}
        action={path}
        onInput={settings.recount}
      >
        {/* Enter submits with the first button of a form, which would otherwise belong to a row. */}
        <button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only">
          Save Changes
        </button>
        <input type="hidden" name="version" value={settings.version} />
        {settings.isBehind && !answer?.changes && <Behind />}
        {answer?.changes && <ConcurrentChanges changes={answer.changes} labelOf={labelOf} />}
        <Fragment key={settings.drawing}>
          <Names fields={fields} />
          <Checks fields={fields} />
          <Landing fields={fields} />
          <Contacts fields={fields} />
          <OfficesAndHours fields={fields} path={path} />
          <SocialLinks fields={fields} />
          <Figures fields={fields} />
          <Testimonials fields={fields} path={path} />
          <Reminders fields={fields} />
          <AccountCodes fields={fields} />
        </Fragment>
        <SaveBar
          path={path}
          unsaved={unsaved.length}
          reply={answer?.reply}
          onDiscard={settings.discard}
        />
      </ActionForm>
      {leaving.state === 'blocked' && (
        <LeaveDialog
          title="Leave without saving?"
          act="Leave without saving"
          onAct={leaving.proceed}
          onStay={leaving.reset}
        >
          {counted(unsaved.length, 'change')} not saved and would be lost.
        </LeaveDialog>
      )}
    </div>
  )
}

function Behind() {
  return (
    <div className="mb-5">
      <Alert>
        Someone else has just saved these settings. Your entries are kept; when you save, you see
        what changed first.
      </Alert>
    </div>
  )
}

/** Confirms navigation away from unsaved changes; the browser itself asks when leaving the site. */
function useLeaveGuard(hasUnsaved: boolean): Blocker {
  useBeforeUnload(
    useCallback(
      (event) => {
        if (hasUnsaved) event.preventDefault()
      },
      [hasUnsaved],
    ),
  )
  return useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasUnsaved &&
      // Dialogs of this page open above it, and what was typed stays.
      !nextLocation.pathname.startsWith(currentLocation.pathname) &&
      !currentLocation.pathname.startsWith(nextLocation.pathname),
  )
}
