import { createHmac } from 'node:crypto'

/** Tells whether an app-secret is the one of an installation or a backup, and nothing else of it: 64 hexadecimal digits. */
export function fingerprintOf(appSecret: string): string {
  return createHmac('sha256', appSecret).update('backup').digest('hex')
}

/** The password of one of the program's database logins: derived, so that every process of an installation knows it. */
export function loginPassword(appSecret: string, login: string): string {
  return createHmac('sha256', appSecret).update(`login:${login}`).digest('base64url')
}
