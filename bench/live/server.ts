import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { scaled } from '../scale.ts'

/** What the process of the server takes: the memory in bytes that stays after its garbage is collected. */
export async function heldMemory(pid: number): Promise<number> {
  // What was freed goes back to the system in steps.
  for (let turn = 0; turn < 4; turn += 1) {
    process.kill(pid, 'SIGUSR2')
    await sleep(scaled(700, 100))
  }
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024
}

/** Its processor time so far, in seconds. */
export async function processorTime(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}
