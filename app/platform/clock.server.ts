import { type CalendarDate, dayOf } from '../values/calendar-date.ts'

let source = () => new Date()

/** The one place that asks for the time. A day is the business's: Africa/Nairobi (decisions §1). */
export const clock = {
  now: (): Date => source(),
  today: (): CalendarDate => dayOf(source()),
}

/**
 * Lets a test stand at another moment; without an argument the real time runs again.
 * @internal
 */
export function setClock(moment?: () => Date): void {
  source = moment ?? (() => new Date())
}
