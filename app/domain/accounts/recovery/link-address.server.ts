import { config } from '../../../platform/config.server.ts'

/** What a link to an account is for. */
export type LinkPurpose = 'invitation' | 'recovery' | 'confirmation'

/** The address a token is used at. Always of the configured origin, never of a request's host header. */
export function linkAddress(purpose: LinkPurpose, token: string): string {
  switch (purpose) {
    case 'invitation':
      return `${config.origin}/invitation/${token}`
    case 'recovery':
      return `${config.origin}/reset-password?token=${token}&type=recovery`
    case 'confirmation':
      return `${config.origin}/confirm/${token}`
    default:
      return purpose satisfies never
  }
}
