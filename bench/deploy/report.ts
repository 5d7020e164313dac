import { continueUnlessStopping } from '../../server/with-cleanup.ts'

/** One line of the table. */
type Row = { check: string; result: string; goal: string; met: 'yes' | 'NO' }

/** `result` is shown; `isMet` says whether the goal was reached. */
export type Finding = { result: string; isMet: boolean }

export type Report = {
  rows: Row[]
  /** Adds a line; a failure is a goal that was not met, with its message. Answers whether it was met. */
  add: (check: string, goal: string, work: () => Promise<Finding>) => Promise<boolean>
}

const shorten = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 120)

export function newReport(): Report {
  const rows: Row[] = []
  const add: Report['add'] = async (check, goal, work) => {
    const failed = (fault: unknown): Finding => ({ result: `${fault}`, isMet: false })
    const { result, isMet } = await work().catch(failed)
    await continueUnlessStopping()
    rows.push({ check, result: shorten(result), goal, met: isMet ? 'yes' : 'NO' })
    console.log(`${isMet ? '✓' : '✗'} ${check}: ${isMet ? shorten(result) : result}`)
    return isMet
  }
  return { rows, add }
}

/** A program that must end without a complaint. */
export const accepted = async (work: Promise<unknown>): Promise<Finding> => {
  await work
  return { result: 'accepted', isMet: true }
}

export const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`
