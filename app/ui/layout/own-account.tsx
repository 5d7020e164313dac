import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { Badge } from '../badge.tsx'
import { Button, ButtonLink, buttonClass } from '../button.tsx'
import { Moment } from '../day.tsx'
import { OwnPasswordForm } from '../fields/own-password-form.tsx'
import { Icon, type IconName } from '../icon.tsx'
import { SettingPanel } from './setting-panel.tsx'

type Factor = { on: false } | { on: true; codesLeft: number }
type Session = {
  id: string
  device: { name: string; kind: 'phone' | 'computer' }
  address: string | null
  beganAt: Date
  usedAt: Date
  isThis: boolean
}
type Passkey = { id: string; name: string; addedAt: Date; usedAt: Date | null }
/** `here` is the page that shows it, to which each action returns. */
export type OwnAccountProps = {
  email: string
  passwordChangedAt: Date
  factor: Factor
  passkeys: Passkey[]
  canAddPasskey: boolean
  sessions: Session[]
  here: string
}

/** One's own password, second factor, passkeys and sessions, in portal and office. */
export function OwnAccount(account: OwnAccountProps) {
  const { email, passwordChangedAt, factor, sessions, here } = account
  return (
    <>
      <SettingPanel id="password" title="Password" lead="Changing it signs out all other devices.">
        <div className="max-w-[34rem]">
          <OwnPasswordForm key={passwordChangedAt.getTime()} email={email} next={here} />
        </div>
      </SettingPanel>
      <SettingPanel
        id="second-factor"
        title="Second factor"
        lead="A code from an app on your phone, needed after the password."
      >
        {factor.on ? (
          <FactorOn codesLeft={factor.codesLeft} here={here} />
        ) : (
          <FactorOff here={here} />
        )}
      </SettingPanel>
      <SettingPanel
        id="passkeys"
        title="Passkeys"
        lead="Sign in with your fingerprint, your face or the PIN of your device, without a password."
      >
        <Passkeys {...account} />
      </SettingPanel>
      <SettingPanel
        id="sessions"
        title="Where you are signed in"
        lead="Don’t recognise a device? Sign it out, then change your password."
      >
        <Sessions sessions={sessions} here={here} />
      </SettingPanel>
    </>
  )
}

const act = (path: string, here: string) =>
  `/login/${path}${path.includes('?') ? '&' : '?'}next=${encodeURIComponent(here)}`

function FactorOff({ here }: { here: string }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <p className="flex-1">
        <Badge>Off</Badge>{' '}
        <span className="ms-1 text-muted">Your password alone signs you in.</span>
      </p>
      <ButtonLink to={act('second-factor/set-up', here)}>Set it up</ButtonLink>
    </div>
  )
}

function FactorOn({ codesLeft, here }: { codesLeft: number; here: string }) {
  return (
    <>
      <Badge tone="green">On</Badge>
      <ul className="mt-3 divide-y divide-line">
        <Row
          icon="mobile"
          title="Authenticator app"
          note="Needed on devices that are not remembered"
        >
          <ButtonLink size="small" to={act('second-factor/turn-off', here)}>
            Turn off
          </ButtonLink>
        </Row>
        <Row
          icon="lock"
          title="Recovery codes"
          note={`${codesLeft} of 10 left. Keep them somewhere safe.`}
        >
          <ButtonLink size="small" to={act('second-factor/recovery-codes', here)}>
            New codes
          </ButtonLink>
        </Row>
      </ul>
    </>
  )
}

function Passkeys({ passkeys, canAddPasskey, here }: OwnAccountProps) {
  if (passkeys.length === 0 && !canAddPasskey)
    return <p className="text-muted">Passkeys need a site address with a name and https.</p>
  return (
    <>
      {passkeys.length > 0 && (
        <ul className="mb-3 divide-y divide-line">
          {passkeys.map(({ id, name, addedAt, usedAt }) => (
            <Row
              key={id}
              icon="key"
              title={name}
              note={
                <>
                  {usedAt ? 'Last used ' : 'Added '}
                  <Moment at={usedAt ?? addedAt} zone />
                </>
              }
            >
              <ButtonLink
                size="small"
                to={act(`passkeys/${id}`, here)}
                aria-label={`Change passkey, ${name}`}
              >
                Change
              </ButtonLink>
            </Row>
          ))}
        </ul>
      )}
      {passkeys.length === 0 && <p className="mb-3 text-muted">No passkeys yet.</p>}
      {canAddPasskey && <ButtonLink to={act('passkeys/new', here)}>Add a passkey</ButtonLink>}
    </>
  )
}

function Sessions({ sessions, here }: { sessions: Session[]; here: string }) {
  const others = sessions.filter((session) => !session.isThis)
  return (
    <>
      <ul className="divide-y divide-line">
        {sessions.map((session) => (
          <Row
            key={session.id}
            icon={session.device.kind === 'phone' ? 'mobile' : 'laptop'}
            title={session.device.name}
            note={<SessionNote {...session} />}
          >
            {session.isThis ? (
              <Badge tone="green">This device</Badge>
            ) : (
              <Form method="post" action={act(`sessions?end=${session.id}`, here)}>
                <button
                  type="submit"
                  className={buttonClass('secondary', 'small')}
                  aria-label={`End session, ${session.device.name}`}
                >
                  End
                </button>
              </Form>
            )}
          </Row>
        ))}
      </ul>
      {others.length > 0 && (
        <Form method="post" action={act('sessions?end=others', here)} className="mt-3">
          <Button type="submit">
            {others.length === 1 ? 'End the other one' : `End the other ${others.length}`}
          </Button>
        </Form>
      )}
    </>
  )
}

function SessionNote({ address, beganAt, usedAt, isThis }: Session) {
  return (
    <>
      {address && <span className="break-all">{address}, </span>}
      {isThis ? 'since ' : 'last used '}
      <Moment at={isThis ? beganAt : usedAt} zone />
    </>
  )
}

function Row({
  icon,
  title,
  note,
  children,
}: {
  icon: IconName
  title: string
  note: ReactNode
  children: ReactNode
}) {
  return (
    <li className="flex min-h-14 items-center gap-3 @max-[16rem]/main:flex-wrap py-2.5 first:pt-0 last:pb-0">
      <Icon name={icon} className="text-muted" />
      <div className="min-w-0 flex-1 leading-[1.35]">
        <b className="font-[550] wrap-anywhere">{title}</b>
        <span className="block text-xs text-muted">{note}</span>
      </div>
      {children}
    </li>
  )
}
