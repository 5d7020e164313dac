import { runTool } from '../server/program.ts'
import { say } from '../server/progress.ts'
import { installOnDebian, mayInstall, programNamed } from './browser.ts'

// `npm run test:poolers`: the product behind Debian's PgBouncer, which is installed where that is allowed (root on Debian).
// `npm test` runs the same tests where PgBouncer is installed.

const isThere = () => programNamed('pgbouncer') !== undefined
if (!isThere() && mayInstall())
  await installOnDebian('pgbouncer').catch((fault: Error) => say(fault.message))
if (isThere()) {
  const args = ['run', '--project=standby', 'tests/standby/pgbouncer.test.ts']
  const { code } = await runTool('node_modules/vitest/vitest.mjs', args, { watched: true })
  process.exitCode = code
} else {
  say('PgBouncer is not installed. Install it with:\n\n  sudo apt-get install -y pgbouncer\n')
  process.exitCode = 1
}
