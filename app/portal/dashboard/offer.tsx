import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { PortalOffer } from '../../domain/investments/offers.server.ts'
import { buttonClass } from '../../ui/button.tsx'
import { showToast } from '../../ui/feedback/show-toast.ts'
import { ActionForm } from '../../ui/fields/form.tsx'
import { unansweredButtonMessage } from '../../ui/fields/unanswered.ts'
import { Icon } from '../../ui/icon.tsx'
import { iconButtonClass } from '../../ui/icon-button.tsx'
import { DecorativePicture } from '../parts/deferred-picture.tsx'
import { useViewed } from '../parts/portal-link.tsx'
import { portalHome } from '../paths.ts'

const warnOfLostConnection = () =>
  showToast({
    kind: 'error',
    title: 'Error dismissing the opportunity',
    text: unansweredButtonMessage(),
  })

/** Banner for a published project; dismissing it is permanent. */
export function Offer({ offer }: { offer: PortalOffer | null }) {
  const viewed = useViewed()
  useFocusAfterDismissal(offer?.projectId)
  if (offer === null) return null
  const {
    projectId,
    slug,
    name,
    location,
    projectType,
    tagline,
    priceText,
    cover,
    isInquiredAbout,
  } = offer
  return (
    // A new key per project, so that a second click cannot dismiss the next one unread.
    <section
      key={projectId}
      aria-labelledby="offer"
      className="relative grid grid-cols-[11rem_minmax(0,1fr)_auto] items-center gap-x-5 overflow-hidden rounded-card border border-line bg-surface pe-14 @max-[44rem]/main:grid-cols-[6.75rem_minmax(0,1fr)] @max-[44rem]/main:gap-x-4 @max-[44rem]/main:pe-4 @max-[16rem]/main:grid-cols-[minmax(0,1fr)] @max-[16rem]/main:ps-4"
    >
      <div className="grid h-full min-h-27 place-items-center bg-track text-muted @max-[44rem]/main:row-span-2 @max-[16rem]/main:hidden">
        <DecorativePicture
          source={cover}
          sizes="11rem"
          className="absolute inset-y-0 h-full w-44 object-cover @max-[44rem]/main:w-27"
          instead={<Icon name="projects" size="large" />}
        />
      </div>
      <div className="min-w-0 py-4 @max-[44rem]/main:pe-8 @max-[44rem]/main:pb-0 @max-[16rem]/main:pe-0 @max-[16rem]/main:pt-12">
        <p className="text-xs font-semibold text-accent">
          {isInquiredAbout ? 'You asked about' : kicker(projectType)}
        </p>
        <h2
          id="offer"
          className="font-display text-xl leading-tight font-normal tracking-[-0.012em] wrap-anywhere"
        >
          {name}, {location}
        </h2>
        <p className="text-sm text-muted wrap-anywhere">{tagline ?? priceText}</p>
      </div>
      <p className="@max-[44rem]/main:pt-2.5 @max-[44rem]/main:pb-4">
        <Link to={`/investment/${slug}`} className={buttonClass('secondary', 'normal')}>
          View Details<span className="sr-only"> of {name}</span>
        </Link>
      </p>
      {viewed === null && (
        <ActionForm
          action={`${portalHome}?index`}
          reply={undefined}
          onLost={warnOfLostConnection}
          preventScrollReset
          replace
          className="absolute end-2 top-2"
        >
          <input type="hidden" name="dismiss" value={projectId} />
          <button
            type="submit"
            aria-label={`Dismiss ${name}`}
            title="Do not show this again"
            className={iconButtonClass('max-sm:size-11!')}
          >
            <Icon name="close" size="small" />
          </button>
        </ActionForm>
      )}
    </section>
  )
}

function kicker(projectType: string | null) {
  if (projectType === null) return 'New opportunity'
  return `New ${projectType.charAt(0).toLowerCase()}${projectType.slice(1)} opportunity`
}

/** Dismissing removes the focused button, so the focus moves to the page. */
function useFocusAfterDismissal(projectId: string | undefined) {
  const shown = useRef(projectId)
  useEffect(() => {
    const isDismissed = shown.current !== undefined && shown.current !== projectId
    shown.current = projectId
    if (isDismissed && document.activeElement === document.body)
      document.getElementById('main')?.focus()
  }, [projectId])
}
