import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { environmentWith } from '../config/config.ts'

export const projectFolder = resolve(import.meta.dirname, '..')

export type Outcome = { code: number; output: string }

type ToolOptions = { settings?: Record<string, string>; watched?: boolean; from?: string }

/** Runs a JavaScript tool with this Node.js. `watched` tools write to the terminal; others return their output. */
export function runTool(
  file: string,
  args: string[],
  { settings = {}, watched = false, from = projectFolder }: ToolOptions = {},
): Promise<Outcome> {
  return new Promise((fulfil, reject) => {
    const tool = spawn(process.execPath, [resolve(projectFolder, file), ...args], {
      cwd: from,
      env: environmentWith(settings),
      stdio: watched ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    })
    const stop = () => tool.kill()
    process.once('exit', stop)
    const output: Buffer[] = []
    tool.stdout?.on('data', (chunk: Buffer) => output.push(chunk))
    tool.stderr?.on('data', (chunk: Buffer) => output.push(chunk))
    tool.once('error', reject)
    tool.once('close', (code) => {
      process.off('exit', stop)
      fulfil({ code: code ?? 1, output: Buffer.concat(output).toString().trim() })
    })
  })
}
