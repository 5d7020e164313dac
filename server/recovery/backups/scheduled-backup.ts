import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { environmentWith } from '../../../config/config.ts'
import { projectFolder } from '../../program.ts'

/**
 * Takes backups for the worker, each in a separate process with a low priority: compressing and encrypting would keep
 * pages waiting. `take` answers what was printed, nothing when none was due, and rejects with the reason of a failure.
 * `stop` breaks off the present one, which then removes what it wrote.
 */
export function scheduledBackup(): { take: () => Promise<string>; stop: () => Promise<void> } {
  let current: { child: ChildProcess; ended: Promise<unknown> } | null = null
  async function take(): Promise<string> {
    const child = spawn(
      process.execPath,
      [join(projectFolder, 'server/commands/backup.ts'), '--when-due'],
      { cwd: projectFolder, env: environmentWith({}), stdio: ['ignore', 'pipe', 'pipe'] },
    )
    const kill = () => child.kill()
    process.once('exit', kill)
    const ended = new Promise<number>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code) => resolve(code ?? 1))
    })
    current = { child, ended }
    try {
      const [output, complaint, code] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        ended,
      ])
      if (code === 0) return output.trim()
      throw new Error(complaint.trim() || `the backup ended with ${code}`)
    } finally {
      process.off('exit', kill)
      current = null
    }
  }
  return {
    take,
    stop: async () => {
      current?.child.kill()
      await current?.ended.catch(() => undefined)
    },
  }
}
