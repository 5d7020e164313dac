import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { WrongValue } from './config-values.ts'

type Environment = Record<string, string | undefined>

/** Settings that may be in a file, which the same name with `_FILE` names. */
const secretNames = [
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'APP_SECRET',
  'OIDC_CLIENT_SECRET',
  'SMTP_URL',
  'SMTP_FALLBACK_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'METRICS_TOKEN',
  'BACKUP_S3_ACCESS_KEY_ID',
  'BACKUP_S3_SECRET_ACCESS_KEY',
] as const

/** Reads the files of secrets; one sentence for each that cannot be used. */
export function readSecretFiles(environment: Environment): {
  secrets: Environment
  faults: string[]
} {
  const secrets: Environment = {}
  const faults: string[] = []
  for (const name of secretNames) {
    const path = environment[`${name}_FILE`]?.trim()
    if (!path) continue
    if (environment[name]?.trim()) faults.push(`${name} and ${name}_FILE are both set: keep one.`)
    try {
      secrets[name] = readSecretFile(path)
    } catch (error) {
      if (!(error instanceof WrongValue)) throw error
      faults.push(`${name}_FILE ${error.message}`)
    }
  }
  return { secrets, faults }
}

const mostSecretBytes = 65_536

/** The secret in a file, without its line end. Refuses a file that others may change, or read outside /run/secrets. */
function readSecretFile(path: string): string {
  const text = textOfFile(path).replace(/[\r\n]+$/, '')
  if (text.trim() === '')
    throw new WrongValue(`must name a file with the secret; "${path}" is empty.`)
  if (/[\r\n\0]/.test(text))
    throw new WrongValue(`must name a file with one line; "${path}" has more.`)
  return text
}

function textOfFile(path: string): string {
  try {
    const { mode, size } = statSync(path)
    const isMounted = resolve(path).startsWith('/run/secrets/')
    if ((mode & 0o170000) !== 0o100000 || size > mostSecretBytes)
      throw new WrongValue(`must name a file with a secret; "${path}" is not a file.`)
    if (mode & (isMounted ? 0o022 : 0o026))
      throw new WrongValue(
        `must name a file that only its owner and group can read; run: chmod 600 "${path}"`,
      )
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof WrongValue) throw error
    throw new WrongValue(`must name a file that can be read, not "${path}".`)
  }
}
