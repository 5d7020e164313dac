import { findInstallation } from '../../../../domain/company/company.server.ts'
import { fileRefusalSentences } from '../../../../domain/documents/document-file.ts'
import {
  addVerification,
  editVerification,
} from '../../../../domain/verification/change-verification.server.ts'
import type { OfficeVerificationItem } from '../../../../domain/verification/verification-items.server.ts'
import {
  AddVerificationSchema,
  EditVerificationSchema,
} from '../../../../domain/verification/verification-schema.ts'
import { clock } from '../../../../platform/clock.server.ts'
import {
  type ActionArgs,
  type ActionReply,
  formAction,
} from '../../../../platform/http/form-action.server.ts'
import { adminQuery } from '../../../../platform/session/session.server.ts'
import { formatDay } from '../../../../values/calendar-date.ts'
import type { ConcurrentChange } from '../../../../values/concurrent-change.ts'
import { readDocument } from '../../../documents/parts/read-document.server.ts'
import { fileToast, refuseFile } from '../../../documents/parts/refuse-document.ts'
import { storeDocument } from '../../../documents/parts/store-document.server.ts'
import { mergedRefusal } from '../../../parts/merged-refusal.server.ts'
import { fieldsOf } from './item-values.ts'
import { requireItem } from './require-item.server.ts'

export type ItemReply = ActionReply<{ changes: ConcurrentChange[] }>

const versionConflict =
  'This item changed while you were editing, and nothing was saved yet. Look at what changed, then save again.'

const unfit = {
  file: ({ because }: { because: keyof typeof fileRefusalSentences }) =>
    refuseFile(fileRefusalSentences[because]),
  'in-the-future': () => ({
    errors: {
      issuedOn: `This date is in the future. Choose ${formatDay(clock.today())} or earlier.`,
    },
  }),
}

const pageOf = (projectId: string) => `/admin-dashboard/projects/${projectId}/verification`

/** Handles the form of a new item, then redirects to the project's verification file. */
export function receiveNewItem(args: ActionArgs<{ projectId: string }>) {
  const { context, params } = args
  return formAction(args, {
    guard: () => adminQuery(context, findInstallation),
    limitBytes: ({ uploadLimitBytes }) => uploadLimitBytes,
    parse: (_, { uploadLimitBytes: limitBytes }, received) =>
      readDocument(received, { schema: AddVerificationSchema, limitBytes, missing: null }),
    run: ({ value: { facts, file }, received }) =>
      storeDocument(context, received, (admin) =>
        addVerification(admin, params.projectId, facts, file),
      ),
    refusals: {
      ...unfit,
      'key-reused':
        'The form was already sent with different values. Reload the page and try again.',
      'too-many': ({ most }) => `There are ${most} items, the maximum. Remove one first.`,
    },
    refusedToast: fileToast,
    done: () => ({
      to: pageOf(params.projectId),
      toast: { title: 'Verification item added', kind: 'success' },
    }),
    failed: 'Failed to add the verification item',
  })
}

/** Handles the form of an item, with or without a new file. */
export function receiveItem(args: ActionArgs<{ projectId: string; itemId: string }>) {
  const { context, params } = args
  return formAction(args, {
    guard: async () => {
      await requireItem(context, params)
      return adminQuery(context, findInstallation)
    },
    limitBytes: ({ uploadLimitBytes }) => uploadLimitBytes,
    parse: (_, { uploadLimitBytes: limitBytes }, received) =>
      readDocument(received, { schema: EditVerificationSchema, limitBytes, missing: null }),
    run: ({ value: { facts, file }, received }) =>
      storeDocument(context, received, (admin) => editVerification(admin, params, facts, file)),
    refusals: {
      ...unfit,
      'version-conflict': ({ now }, form) => merge(form, now),
    },
    refusedToast: fileToast,
    done: () => ({
      to: pageOf(params.projectId),
      toast: { title: 'Verification item changed', kind: 'success' },
    }),
    failed: 'Failed to change the verification item',
  })
}

function merge(form: FormData, now: OfficeVerificationItem) {
  return mergedRefusal(form, {
    version: now.version,
    texts: fieldsOf(now),
    message: versionConflict,
  })
}
