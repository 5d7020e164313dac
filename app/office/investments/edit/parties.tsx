import type { InvestmentInFull } from '../../../domain/investments/investment-in-full.server.ts'
import type { CalendarDate } from '../../../values/calendar-date.ts'
import type { Choice } from '../../parts/choice.ts'
import { PartyPicker } from '../../parts/party-picker.tsx'

export type Loaded = {
  investment: InvestmentInFull
  version: Record<string, string>
  today: CalendarDate
  key: string
  projects: Choice[]
  investors: Choice[]
}

/** Editable until there are payments, then fixed. */
export function Parties({ opened: { investment, projects, investors } }: { opened: Loaded }) {
  const { project, investor, hasHistory } = investment
  if (!hasHistory) {
    return (
      <>
        <PartyPicker
          name="projectId"
          label="Project"
          of="project"
          first={projects}
          defaultValue={project.id}
        />
        <PartyPicker
          name="investorId"
          label="Investor"
          of="investor"
          first={investors}
          defaultValue={investor.id}
        />
      </>
    )
  }
  return (
    <div className="col-span-full rounded-control bg-surface-2 px-3.5 py-2.5">
      <input type="hidden" name="projectId" value={project.id} />
      <input type="hidden" name="investorId" value={investor.id} />
      <p className="font-[560] wrap-anywhere">
        <bdi>{project.name}</bdi>, <bdi>{investor.name}</bdi>, <bdi>{investor.email}</bdi>
      </p>
      <p className="text-xs text-muted">
        Project and investor cannot change once there are payments. Cancel this investment and add a
        new one.
      </p>
    </div>
  )
}
