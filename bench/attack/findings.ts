/** What one part of the attack did and found; a finding says enough to be repeated. */
export type Outcome = { part: string; tried: string; findings: string[] }

const mostPrinted = 15

/** Prints a table of what was tried, then the findings, of each part the first ones. */
export function printOutcomes(outcomes: Outcome[]): void {
  console.log('\n| part | tried | findings |\n|---|---|---|')
  for (const { part, tried, findings } of outcomes)
    console.log(`| ${part} | ${tried} | ${findings.length} |`)
  for (const { part, findings } of outcomes) {
    for (const finding of findings.slice(0, mostPrinted)) console.log(`\n${part}: ${finding}`)
    if (findings.length > mostPrinted)
      console.log(`\n${part}: and ${findings.length - mostPrinted} more`)
  }
}
