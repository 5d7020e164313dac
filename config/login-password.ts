import { createHmac } from 'node:crypto'

export const logins = ['msingi_web', 'msingi_office', 'msingi_system', 'msingi_auth']

/** Identifies an app-secret without revealing it: 64 hexadecimal digits. */
export function fingerprintOf(appSecret: string): string {
  return createHmac('sha256', appSecret).update('backup').digest('hex')
}

/** The derived password of a database login, the same in every process of an installation. */
export function loginPassword(appSecret: string, login: string): string {
  return createHmac('sha256', appSecret).update(`login:${login}`).digest('base64url')
}
