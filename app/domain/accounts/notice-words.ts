import type { SignInChange } from '../../values/event.ts'
import { formatInstantWithZone } from '../../values/relative-time.ts'
import type { AccountRole } from './account.ts'

export type AccountNotice =
  | 'email-changed'
  | 'password-set'
  | 'role-changed'
  | 'second-factor-reset'
  | 'link-made'
  | SignInChange

type Words = { subject: string; title: string; lines: readonly string[]; signsIn?: boolean }

const presentRole: Record<AccountRole, string> = {
  admin: 'You are now an administrator.',
  investor: "You now have an investor's account.",
}

/** Texts about changes that the account's own holder made. */
const signInWords: Record<SignInChange, (company: string) => Words> = {
  'password-changed': (company) => ({
    subject: `The password of your ${company} account was changed`,
    title: 'Your password was changed',
    lines: ['The password of your account was changed. All other devices were signed out.'],
  }),
  'second-factor-on': (company) => ({
    subject: `The second factor of your ${company} account was turned on`,
    title: 'Your second factor was turned on',
    lines: ['From now on, signing in needs a code from your authenticator app.'],
  }),
  'second-factor-off': (company) => ({
    subject: `The second factor of your ${company} account was turned off`,
    title: 'Your second factor was turned off',
    lines: ['From now on, your password alone signs you in.'],
  }),
  'recovery-codes-renewed': (company) => ({
    subject: `New recovery codes were made for your ${company} account`,
    title: 'New recovery codes were made',
    lines: ['Your previous recovery codes no longer work. Keep the new ones in a safe place.'],
  }),
  'passkey-added': (company) => ({
    subject: `A passkey was added to your ${company} account`,
    title: 'A passkey was added',
    lines: [
      'The device that holds it now signs you in without your password. You can remove it under Security or Settings.',
    ],
  }),
  'passkey-removed': (company) => ({
    subject: `A passkey of your ${company} account was removed`,
    title: 'A passkey was removed',
    lines: ['It no longer signs you in. Your password and your other passkeys stay as they are.'],
  }),
}

/** About a sign-in with a device that the account has not been used on in the last 30 days. */
export function newDeviceTexts(
  { name: company }: { name: string },
  device: { name: string | null; at: Date },
): Words {
  return {
    subject: `New device signed in to your ${company} account`,
    title: 'A new device signed in',
    lines: [
      `Device: ${device.name ?? 'unknown'}`,
      `Time: ${formatInstantWithZone(device.at)}`,
      'If this was you, you do not need to do anything.',
      'If it was not you, sign in, change your password, and sign that device out under “Where you are signed in”.',
    ],
  }
}

/**
 * The texts for the recipient's current role. They contain no address, password or link that could
 * be misused. `signsIn` adds the sign-in link.
 */
export function noticeTexts(
  notice: AccountNotice,
  { name: company }: { name: string },
  role: AccountRole,
): Words {
  switch (notice) {
    case 'email-changed':
      return {
        subject: `The email address of your ${company} account was changed`,
        title: 'Your email address was changed',
        lines: [
          `An administrator of ${company} changed the email address of your account. Sign in with the new one from now on; our emails go there, and this address no longer signs you in.`,
          'You were signed out everywhere.',
        ],
      }
    case 'password-set':
      return {
        subject: `A new password was set for your ${company} account`,
        title: 'A new password was set',
        lines: [
          `An administrator of ${company} set a new password for your account and will give it to you in person; we never email passwords. Choose your own when you sign in with it.`,
          'You were signed out everywhere.',
        ],
      }
    case 'role-changed':
      return {
        subject: `The role of your ${company} account was changed`,
        title: 'Your role was changed',
        lines: [
          `An administrator of ${company} changed the role of your account. ${presentRole[role]} Your password and your second factor stay as they are.`,
          'You were signed out everywhere. Sign in again to continue.',
        ],
        signsIn: true,
      }
    case 'second-factor-reset':
      return {
        subject: `The second factor of your ${company} account was turned off`,
        title: 'Your second factor was turned off',
        lines: [
          `An administrator of ${company} turned off your second factor and removed your passkeys. Your password alone now signs you in, until you set up a second factor again.`,
          'You were signed out everywhere.',
        ],
      }
    case 'link-made':
      return {
        subject: `A link to your ${company} account was shared`,
        title: 'A link to your account was shared',
        lines: [
          `An email to you could not be delivered, so an administrator of ${company} copied its link to give it to you in another way. Anyone who has the link can use it once. Earlier links no longer work.`,
        ],
      }
    default:
      return signInWords[notice](company)
  }
}
