import { needsInvitation } from '../domain/accounts/invitations/invitation-state.server.ts'
import { latestFormerAddress } from '../domain/accounts/recovery/former-address.server.ts'
import { queueMail } from '../domain/outbox/outbox.server.ts'
import { type Reaction, reaction } from '../platform/events.server.ts'
import { enqueue } from '../platform/jobs/jobs.server.ts'

export const accountReactions: Reaction[] = [
  reaction(['invitation.requested'], {
    write: (actor, { userId }) =>
      queueMail(actor, { template: 'invitation', userId, subjectId: null }),
    topics: () => ['admin'],
  }),

  reaction(['invitation.withdrawn', 'invitation.used', 'recovery.used', 'confirmation.used'], {
    topics: () => ['admin'],
  }),

  reaction(['mail.repeated'], {
    write: (actor, { outboxId }) => enqueue(actor, 'send-mail', { outboxId, isRepeat: true }),
    topics: () => ['admin'],
  }),

  reaction(['mail.attempted'], { topics: () => ['admin'] }),

  // The worker looks the address up, so that the response time is the same for every address.
  reaction(['mail.requested'], {
    write: (actor, { requestId }) => enqueue(actor, 'answer-mail-request', { requestId }),
  }),

  reaction(['recovery.requested'], {
    write: (actor, { userId }) =>
      queueMail(actor, { template: 'recovery', userId, subjectId: null }),
  }),

  reaction(['confirmation.requested'], {
    write: (actor, { userId }) =>
      queueMail(actor, { template: 'confirmation', userId, subjectId: null }),
  }),

  reaction(['account.email-changed'], {
    read: (actor, { userId }) => latestFormerAddress(actor, userId),
    write: async (actor, { userId }, formerAddressId) => {
      await queueMail(actor, { template: 'email-changed', userId, subjectId: formerAddressId })
      await queueMail(actor, { template: 'confirmation', userId, subjectId: null })
    },
    topics: () => ['admin'],
  }),

  reaction(['account.password-set'], {
    write: (actor, { userId }) =>
      queueMail(actor, { template: 'password-set', userId, subjectId: null }),
  }),

  reaction(['account.second-factor-reset'], {
    write: (actor, { userId }) =>
      queueMail(actor, { template: 'second-factor-reset', userId, subjectId: null }),
    topics: () => ['admin'],
  }),

  reaction(['account.device-added'], {
    write: (actor, { userId, deviceId }) =>
      queueMail(actor, { template: 'new-device', userId, subjectId: deviceId }),
  }),

  reaction(['account.sign-in-changed'], {
    write: (actor, { userId, change }) =>
      queueMail(actor, { template: change, userId, subjectId: null }),
  }),

  reaction(['recovery.used'], {
    write: (actor, { userId }) =>
      queueMail(actor, { template: 'password-changed', userId, subjectId: null }),
  }),

  // People without a password get a new invitation that explains the new role.
  reaction(['account.role-changed'], {
    read: (actor, { userId }) => needsInvitation(actor, userId),
    write: (actor, { userId }, isInvited) =>
      queueMail(actor, {
        template: isInvited ? 'invitation' : 'role-changed',
        userId,
        subjectId: null,
      }),
  }),

  reaction(['account.link-made'], {
    write: (actor, { userId }) =>
      queueMail(actor, { template: 'link-made', userId, subjectId: null }),
    topics: () => ['admin'],
  }),

  // The person's open pages update too and show that their session has ended.
  reaction(
    [
      'account.role-changed',
      'account.status-changed',
      'account.password-set',
      'account.email-changed',
    ],
    {
      topics: ({ investorId }) => (investorId ? ['admin', `investor:${investorId}`] : ['admin']),
    },
  ),
]
