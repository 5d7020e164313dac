import { type Reaction, reaction } from '../platform/events.server.ts'

export const planReactions: Reaction[] = [
  reaction(['plan-template.changed'], {
    topics: ({ projectId }) => [`project:${projectId}`, 'admin'],
  }),

  reaction(['plan.agreed'], { topics: ({ investorId }) => [`investor:${investorId}`, 'admin'] }),
]
