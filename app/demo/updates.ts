import type { CalendarDate } from '../values/calendar-date.ts'
import { type Report, reportedMonths } from './days.ts'
import type { SuppliedPictureName } from './pictures.server.ts'
import { demoProjects, type ProjectKey } from './projects.ts'

/** The building's progress in whole percent; the newest equals the project's. */
export type DemoUpdate = {
  project: ProjectKey
  datedOn: CalendarDate
  percent: number
  body: string
  pictures: SuppliedPictureName[]
}

/** Progress updates up to today that match the reports among the documents, earliest first. */
export function demoUpdates(
  today: CalendarDate,
  cornerPlazaCompleteOn: CalendarDate,
): DemoUpdate[] {
  const [newest, earlier, first] = reportedMonths(today, 3)
  if (!newest || !earlier || !first) throw new Error('no month was reported on')
  return [
    {
      project: 'cornerPlaza',
      datedOn: cornerPlazaCompleteOn,
      percent: demoProjects.cornerPlaza.progressPercent,
      body: 'The building is handed over. Every shop and office is let, and the first rent is due with the next quarter.',
      pictures: ['corner-plaza-3'],
    },
    ...ofTowers([first, earlier, newest]),
    ...ofVillas([first, earlier, newest]),
  ]
}

type ThreeReports = readonly [Report, Report, Report]

function ofTowers([first, earlier, newest]: ThreeReports): DemoUpdate[] {
  const project = 'twinTowers'
  return [
    {
      project,
      datedOn: first.reportedOn,
      percent: 26,
      body: 'The podium is poured. Both towers stand on it: the east tower is at its seventh floor, the west tower at its fifth.',
      pictures: [],
    },
    {
      project,
      datedOn: earlier.reportedOn,
      percent: 31,
      body: 'The podium is waterproofed and its garden walls are built. The east tower is poured up to its ninth floor.\n\nThe first curved balconies were cast on site and passed their load test.',
      pictures: [],
    },
    {
      project,
      datedOn: newest.reportedOn,
      percent: demoProjects.twinTowers.progressPercent,
      body: 'The east tower has reached its eleventh floor and the west tower its ninth. Glazing follows three floors below.\n\nThe steel of the sky bridge was measured and accepted in the workshop. It will be lifted once both towers are complete.',
      pictures: ['construction', 'facade-detail'],
    },
  ]
}

function ofVillas([first, earlier, newest]: ThreeReports): DemoUpdate[] {
  const project = 'coastalVillas'
  return [
    {
      project,
      datedOn: first.reportedOn,
      percent: 44,
      body: 'The first villa is roofed. The walls of the others are up to the windows.',
      pictures: [],
    },
    {
      project,
      datedOn: earlier.reportedOn,
      percent: 49,
      body: 'The first pool is dug, and the pipes under the street of the villas are laid.',
      pictures: [],
    },
    {
      project,
      datedOn: newest.reportedOn,
      percent: demoProjects.coastalVillas.progressPercent,
      body: 'The second villa is roofed. The walls of the other four are up to the ring beam.\n\nTwo pools are lined and hold water. The street of the villas is levelled as far as the third house.',
      pictures: [],
    },
  ]
}
