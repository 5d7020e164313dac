import { createHmac } from 'node:crypto'

/** The password of one of the program's database logins: derived, so that every process of an installation knows it. */
export function loginPassword(appSecret: string, login: string): string {
  return createHmac('sha256', appSecret).update(`login:${login}`).digest('base64url')
}
