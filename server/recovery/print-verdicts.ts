import { say } from '../progress.ts'
import type { Verdict } from './verify-installation.ts'

/** The table of what was verified, each finding below its line; the answer is whether all is whole. */
export function printVerdicts(verdicts: Verdict[]): boolean {
  say()
  for (const { subject, looked, findings } of verdicts) {
    say(
      `${subject.padEnd(12)} ${(findings.length === 0 ? 'whole' : 'NOT WHOLE').padEnd(10)} ${looked}`,
    )
    for (const finding of findings) say(`  ${finding}`)
  }
  const broken = verdicts.filter(({ findings }) => findings.length > 0)
  say()
  say(
    broken.length === 0
      ? 'Everything is whole.'
      : `Not whole: ${broken.map(({ subject }) => subject).join(', ')}.`,
  )
  return broken.length === 0
}
