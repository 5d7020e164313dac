import type { ReactNode } from 'react'
import { type InvestorStatus, investorStatusLabels } from '../../domain/investors/investor.ts'
import type { Profile } from '../../domain/investors/profile.server.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { Day } from '../../ui/day.tsx'
import { SettingPanel } from '../../ui/layout/setting-panel.tsx'

export function ProfilePanel({
  profile,
  supportEmail,
}: {
  profile: Profile
  supportEmail: string | null
}) {
  const { fullName, holder, email, phone, joinedOn, status } = profile
  return (
    <SettingPanel
      id="profile"
      title="Profile"
      lead={
        <>
          We manage these details. To change them,{' '}
          {supportEmail === null ? (
            'ask the person who invited you'
          ) : (
            <>
              write to{' '}
              <a
                href={`mailto:${supportEmail}`}
                className="break-words text-link underline underline-offset-[0.2em]"
              >
                {supportEmail}
              </a>
            </>
          )}
          .
        </>
      }
    >
      <dl className="divide-y divide-line">
        <Fact label="Full Name">{fullName}</Fact>
        <Fact label="Email Address">{email}</Fact>
        {phone && <Fact label="Phone Number">{phone}</Fact>}
        <Fact label="Investor Since">
          <Day on={joinedOn} />
        </Fact>
        <Fact label="Holder Number">{holder}</Fact>
        <Fact label="Account Status">
          <Badge tone={tones[status]}>{investorStatusLabels[status]}</Badge>
        </Fact>
      </dl>
    </SettingPanel>
  )
}

const tones: Record<InvestorStatus, BadgeTone> = {
  active: 'green',
  pending: 'amber',
  inactive: 'grey',
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="num flex flex-wrap justify-between gap-x-4 gap-y-0.5 py-2.5 first:pt-0 last:pb-0">
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 text-end font-[550] break-words">{children}</dd>
    </div>
  )
}
