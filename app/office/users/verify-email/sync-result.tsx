import type { ReactNode } from 'react'
import type { EmailSource, EmailSync } from '../../../domain/accounts/email-sync.server.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Panel } from '../../../ui/panel.tsx'

/** The three sources side by side, each with what it says and whether that is the address looked for (MUS-028). */
export function SyncResult({ sync }: { sync: EmailSync }) {
  const { account, identity, investor } = sync
  return (
    <section className="mt-6 grid gap-4 @min-[56rem]/main:grid-cols-3" aria-label="Result">
      <Source title="Sign-in account" source={account} absent="No auth user found">
        {account.email && <Fact of="Address">{account.verified ? 'Verified' : 'Unverified'}</Fact>}
      </Source>
      <Source
        title="Credential identity"
        source={identity}
        absent={account.email ? 'No password set yet' : 'No account'}
      >
        {identity.email && (
          <Fact of="Password">{identity.hasPassword ? 'Set' : 'No password set yet'}</Fact>
        )}
      </Source>
      <Source title="Investor record" source={investor} absent="No investor record found" />
    </section>
  )
}

type Props = { title: string; source: EmailSource; absent: string; children?: ReactNode }

function Source({ title, source, absent, children }: Props) {
  const { id, name, email, matches } = source
  return (
    <Panel title={title} action={email && <Match matches={matches} />}>
      {email ? (
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
          <Fact of="Email">
            <bdi>{email}</bdi>
          </Fact>
          <Fact of="Name">
            <bdi>{name}</bdi>
          </Fact>
          {children}
          <Fact of="ID">{id}</Fact>
        </dl>
      ) : (
        <p className="text-muted">{absent}</p>
      )}
    </Panel>
  )
}

function Match({ matches }: { matches: boolean }) {
  return matches ? <Badge tone="green">Match</Badge> : <Badge tone="red">No match</Badge>
}

function Fact({ of, children }: { of: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{of}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  )
}
