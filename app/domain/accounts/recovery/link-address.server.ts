import { config } from '../../../platform/config.server.ts'

export type LinkPurpose = 'invitation' | 'recovery' | 'confirmation'

/** The address of a link. Always on the configured origin, never the request's Host header. */
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
