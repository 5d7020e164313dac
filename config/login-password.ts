import { createHmac } from 'node:crypto'

/** The roles that the program's connections sign in as. */
export const logins = ['msingi_web', 'msingi_office', 'msingi_system', 'msingi_auth']

/** Tells whether an app-secret is the one of an installation or a backup, and nothing else of it: 64 hexadecimal digits. */
export function fingerprintOf(appSecret: string): string {
  return createHmac('sha256', appSecret).update('backup').digest('hex')
}

/** The password of one of the program's database logins: derived, so that every process of an installation knows it. */
export function loginPassword(appSecret: string, login: string): string {
  return createHmac('sha256', appSecret).update(`login:${login}`).digest('base64url')
}
