import { allowFailures, arrange } from './attack/arrange.ts'
import { bruteForce } from './attack/brute-force.ts'
import { type Outcome, printOutcomes } from './attack/findings.ts'
import { fuzz } from './attack/fuzz.ts'
import { tamper } from './attack/heads.ts'
import { askMatrix } from './attack/matrix.ts'
import { runScanners } from './attack/scanners.ts'
import { sendMalformedFiles } from './attack/uploads.ts'
import { withServer } from './running-server.ts'
import { isSmallest, words } from './scale.ts'

// Attacks its own demo on loopback, in the order in which each part spoils least for the next. The seed makes the same
// requests again: `npm run attack -- SEED`. Ends non-zero on a finding.

const seed = Number(words[0] ?? Math.floor(Math.random() * 1_000_000))
if (!Number.isSafeInteger(seed) || seed < 0)
  throw new Error('npm run attack -- SEED: a whole number')

const outcomes = await withServer(
  async (server) => {
    const began = performance.now()
    const done: Outcome[] = []
    const note = (...outcomes: Outcome[]) => {
      const seconds = Math.round((performance.now() - began) / 1000)
      for (const { part, findings } of outcomes)
        console.log(`${seconds} s: ${part} done, ${findings.length} findings`)
      done.push(...outcomes)
    }
    const target = await arrange(server)
    note(await askMatrix(target))
    note(await tamper(target))
    note(await bruteForce(target))
    // From here on refused sign-ins are part of the noise, and must not keep anyone out.
    await allowFailures(server.dataDir, { own: 1_000_000, address: 1_000_000 })
    note(await sendMalformedFiles(target, seed))
    // They take what time they are given, and are not of this project.
    if (!isSmallest) note(...(await runScanners(target)))
    note(await fuzz(target, seed))
    return done
    // Requests then come from as many addresses as they say, so that a limit holds up only who is to meet it.
  },
  ['TRUSTED_PROXIES=127.0.0.1'],
)
printOutcomes(outcomes)
if (outcomes.some(({ findings }) => findings.length > 0)) process.exitCode = 1
