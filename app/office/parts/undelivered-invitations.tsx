import { useEffect, useRef } from 'react'
import { setSharedCookie, sharedCookie } from '../../ui/connection/cookies.ts'
import { showToast } from '../../ui/feedback/show-toast.ts'
import { undeliveredTitle } from '../investors/invitation-labels.ts'
import {
  followedCookie,
  followedIn,
  followedSeconds,
  followedValue,
} from './followed-invitations.ts'

type Props = { undelivered: readonly { investorId: string; email: string; final: boolean }[] }

/** Shows once, on any page, that an invitation was not delivered, with a link to send it again. */
export function UndeliveredInvitations({ undelivered }: Props) {
  const announced = useRef(new Set<string>())
  useEffect(() => {
    for (const { investorId, email, final } of undelivered) {
      if (announced.current.has(investorId)) continue
      announced.current.add(investorId)
      forget(investorId)
      showToast({
        kind: 'warning',
        title: undeliveredTitle,
        text: final
          ? `The mail server rejected ${email}.`
          : `The email to ${email} is not delivered yet. It is retried automatically.`,
        seconds: 10,
        link: { to: `/admin-dashboard/investors/${investorId}/invitation`, label: 'Send it again' },
      })
    }
  }, [undelivered])
  return null
}

function forget(investorId: string) {
  const others = followedIn(sharedCookie(followedCookie)).filter((id) => id !== investorId)
  setSharedCookie(
    followedCookie,
    followedValue(others),
    `max-age=${others.length > 0 ? followedSeconds : 0}`,
  )
}
