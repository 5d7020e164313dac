import type { InvitationStanding } from '../../domain/accounts/invitation.ts'
import { investorStatusLabels } from '../../domain/investors/investor.ts'
import type { ListedInvestor } from '../../domain/investors/investors.server.ts'
import { Amount } from '../../ui/amount.tsx'
import { Day } from '../../ui/day.tsx'
import { Table, Td, Th, Tr } from '../../ui/table.tsx'
import { SignInNote } from './sign-in-note.tsx'

type Props = { investors: ListedInvestor[]; invitations: Map<string, InvitationStanding> }

/** Investors in rows; on phones each is two columns: who they are, and how they stand. */
export function InvestorsTable({ investors, invitations }: Props) {
  const head = (
    <>
      <Th>Investor</Th>
      <Th>Email</Th>
      <Th>Phone</Th>
      <Th>Status</Th>
      <Th end>Total invested</Th>
      <Th end>Joined</Th>
    </>
  )
  return (
    <Table caption="Investors" head={head}>
      {investors.map((investor) => (
        <InvestorRow key={investor.id} investor={investor} invitation={invitations.get(investor.userId ?? '')} />
      ))}
    </Table>
  )
}

type RowProps = { investor: ListedInvestor; invitation: InvitationStanding | undefined }

function InvestorRow({ investor, invitation }: RowProps) {
  const { fullName, email, phone, status, totalInvested, joinedOn } = investor
  return (
    <Tr>
      <Td wrap className="@max-[48rem]/main:order-1">
        <bdi className="block font-[560] wrap-anywhere @min-[48.01rem]/main:max-w-56">{fullName}</bdi>
        <SignInNote investor={investor} invitation={invitation} />
      </Td>
      <Td wrap card="row" className="@max-[48rem]/main:order-3">
        <span className="block wrap-anywhere text-muted @min-[48.01rem]/main:max-w-68">{email}</span>
      </Td>
      <Td wrap className="@max-[48rem]/main:order-4">
        <span className="block wrap-anywhere text-muted @min-[48.01rem]/main:max-w-36">
          {phone ?? <span className="@max-[48rem]/main:hidden">–</span>}
        </span>
      </Td>
      <Td className="@max-[48rem]/main:order-5 @max-[48rem]/main:text-end">
        <span className={status === 'active' ? undefined : 'font-medium text-negative'}>
          {investorStatusLabels[status]}
        </span>
      </Td>
      <Td end className="@max-[48rem]/main:order-2">
        <Amount cents={totalInvested} className="font-[560]" />
      </Td>
      <Td end card="row" className="text-muted @max-[48rem]/main:order-6 @max-[48rem]/main:text-start!">
        <span className="hidden @max-[48rem]/main:inline">Joined </span>
        <Day on={joinedOn} />
      </Td>
    </Tr>
  )
}
