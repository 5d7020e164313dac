import { type CalendarDate, dayOf } from '../values/calendar-date.ts'

let source = () => new Date()

/** The only source of the current time. Days are in Africa/Nairobi. */
export const clock = {
  now: (): Date => source(),
  today: (): CalendarDate => dayOf(source()),
}

/** Replaces the current time in a test; without an argument restores it. @internal */
export function setClock(moment?: () => Date): void {
  source = moment ?? (() => new Date())
}
