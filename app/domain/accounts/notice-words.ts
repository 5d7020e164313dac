import type { SignInChange } from '../../values/event.ts'
import type { AccountRole } from './account.ts'

/** The mails that tell somebody what was done to their account: by an administrator, or with their own sign-in. */
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

/** What the mails say that follow what was done with the account's own sign-in: by its person, one hopes. */
const signInWords: Record<SignInChange, (company: string) => Words> = {
  'password-changed': (company) => ({
    subject: `The password of your ${company} account was changed`,
    title: 'Your password was changed',
    lines: ['The password of your account was changed. Every other device was signed out.'],
  }),
  'second-factor-on': (company) => ({
    subject: `The second factor of your ${company} account was turned on`,
    title: 'Your second factor was turned on',
    lines: ['From now on a code of your authenticator app is asked for when you sign in.'],
  }),
  'second-factor-off': (company) => ({
    subject: `The second factor of your ${company} account was turned off`,
    title: 'Your second factor was turned off',
    lines: ['From now on your password alone opens your account.'],
  }),
  'recovery-codes-renewed': (company) => ({
    subject: `New recovery codes were made for your ${company} account`,
    title: 'New recovery codes were made',
    lines: [
      'The recovery codes you had before are worth nothing any more. Keep the new ones where only you find them.',
    ],
  }),
}

/**
 * What each of these mails says, to somebody who has this role now. None holds an address, a password or a link that opens
 * anything: whoever reads somebody else's mail learns that something was done, and nothing to use. `signsIn`: the page
 * everybody signs in at is to be linked.
 */
export function noticeWords(
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
          `An administrator of ${company} changed the email address of your account. From now on you sign in with the new one, and our mails go there; this one opens nothing any more.`,
          'You were signed out everywhere.',
        ],
      }
    case 'password-set':
      return {
        subject: `A new password was set for your ${company} account`,
        title: 'A new password was set',
        lines: [
          `An administrator of ${company} set a new password for your account, and gives it to you in person: we never mail one. You choose one of your own when you sign in with it.`,
          'You were signed out everywhere.',
        ],
      }
    case 'role-changed':
      return {
        subject: `The role of your ${company} account was changed`,
        title: 'Your role was changed',
        lines: [
          `An administrator of ${company} changed the role of your account. ${presentRole[role]} Your password and your second factor stay as they are.`,
          'You were signed out everywhere. Sign in again to go on.',
        ],
        signsIn: true,
      }
    case 'second-factor-reset':
      return {
        subject: `The second factor of your ${company} account was turned off`,
        title: 'Your second factor was turned off',
        lines: [
          `An administrator of ${company} turned off the second factor of your sign-in. Your password alone opens your account now, until you set up a second factor again.`,
          'You were signed out everywhere.',
        ],
      }
    case 'link-made':
      return {
        subject: `A link to your ${company} account was handed out`,
        title: 'A link to your account was handed out',
        lines: [
          `A mail to you could not be delivered, so an administrator of ${company} asked for its link, to give it to you in another way. Whoever has the link can use it once; links sent before no longer work.`,
        ],
      }
    default:
      return signInWords[notice](company)
  }
}
