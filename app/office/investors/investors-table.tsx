import { Link, useLocation } from 'react-router'
import type { InvitationStatus } from '../../domain/accounts/invitations/invitation.ts'
import { investorStatusLabels, signInStateLabels } from '../../domain/investors/investor.ts'
import type { ListedInvestor } from '../../domain/investors/investors.server.ts'
import { Amount } from '../../ui/amount.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Day } from '../../ui/day.tsx'
import { Table, Td, Th, Tr } from '../../ui/layout/table.tsx'
import { IconLink } from '../parts/icon-link.tsx'
import { PhoneLinks } from '../parts/phone-links.tsx'
import { investorsHome } from '../paths.ts'
import { SelectBox } from './invite-selected.tsx'
import { SignInNote } from './sign-in-note.tsx'

type Props = { investors: ListedInvestor[]; invitations: Map<string, InvitationStatus> }

/** On phones each row becomes two columns. */
export function InvestorsTable({ investors, invitations }: Props) {
  const head = (
    <>
      <Th>Investor</Th>
      <Th>Email</Th>
      <Th>Status</Th>
      <Th>Sign-in email</Th>
      <Th end>Total invested</Th>
      <Th end>Joined</Th>
      <Th end>
        <span className="sr-only">Actions</span>
      </Th>
    </>
  )
  return (
    <Table caption="Investors" head={head}>
      {investors.map((investor) => (
        <InvestorRow
          key={investor.id}
          investor={investor}
          invitation={invitations.get(investor.userId ?? '')}
        />
      ))}
    </Table>
  )
}

type RowProps = { investor: ListedInvestor; invitation: InvitationStatus | undefined }

function InvestorRow({ investor, invitation }: RowProps) {
  const { fullName, email, phone, status, signIn, totalInvested, joinedOn, isArchived } = investor
  const isWrong = signIn === 'email-mismatch'
  return (
    <Tr>
      <Td wrap className="@max-[48rem]/main:order-1">
        <div className="flex items-start gap-1">
          {!isArchived && <SelectBox investor={investor} />}
          <div className="min-w-0">
            <Link
              to={`${investorsHome}/${investor.id}`}
              title={fullName}
              className="line-clamp-2 font-[560] wrap-anywhere hover:underline @min-[48.01rem]/main:max-w-56"
            >
              <bdi>{fullName}</bdi>
            </Link>
            <SignInNote investor={investor} invitation={invitation} />
          </div>
        </div>
      </Td>
      <Td wrap className="@max-[48rem]/main:order-3">
        <span className="block wrap-anywhere text-muted @min-[48.01rem]/main:max-w-72 @min-[60rem]/main:wrap-break-word">
          {email}
          {phone && (
            <span className="block text-xs @max-[48rem]/main:hidden">
              <PhoneLinks phone={phone} />
            </span>
          )}
        </span>
      </Td>
      <Td className="@max-[48rem]/main:order-4 @max-[48rem]/main:text-end">
        {isArchived ? (
          <Badge>Archived</Badge>
        ) : (
          <span className={status === 'active' ? undefined : 'font-medium text-negative'}>
            {investorStatusLabels[status]}
          </span>
        )}
      </Td>
      <Td className="@max-[48rem]/main:order-6 @max-[48rem]/main:text-end">
        <span className={isWrong ? 'font-medium text-negative' : 'text-muted'}>
          {signInStateLabels[signIn]}
        </span>
      </Td>
      <Td end className="@max-[48rem]/main:order-2">
        <Amount cents={totalInvested} className="font-[560]" />
      </Td>
      <Td end className="text-muted @max-[48rem]/main:order-5 @max-[48rem]/main:text-start!">
        <span className="hidden @max-[48rem]/main:inline">Joined </span>
        <Day on={joinedOn} />
      </Td>
      <Td end card="row" className="@max-[48rem]/main:order-7">
        <InvestorActions investor={investor} />
      </Td>
    </Tr>
  )
}

/** The dialog decides between deleting and archiving. */
function InvestorActions({ investor: { id, fullName, isArchived } }: { investor: ListedInvestor }) {
  const { search } = useLocation()
  const dialog = (name: string) => ({
    to: { pathname: `${investorsHome}/${id}/${name}`, search },
    preventScrollReset: true,
  })
  return (
    <div className="-me-2 flex justify-end @max-[48rem]/main:-ms-2.5 @max-[48rem]/main:me-0 @max-[48rem]/main:justify-start">
      <IconLink
        icon="eye"
        label={`View ${fullName}, opens in a new tab`}
        to={`/investment-dashboard?investorId=${id}`}
        target="_blank"
        rel="noopener"
      />
      {isArchived ? (
        <IconLink icon="refresh" label={`Restore ${fullName}`} {...dialog('restore')} />
      ) : (
        <>
          <IconLink icon="edit" label={`Edit ${fullName}`} {...dialog('edit')} />
          <IconLink icon="key" label={`Set new password for ${fullName}`} {...dialog('password')} />
          <IconLink icon="trash" label={`Delete or archive ${fullName}`} {...dialog('removal')} />
        </>
      )}
    </div>
  )
}
