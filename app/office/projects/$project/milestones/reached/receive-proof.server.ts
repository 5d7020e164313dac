import { findInstallation } from '../../../../../domain/company/company.server.ts'
import { openedIfReached } from '../../../../../domain/payment-plans/plans.server.ts'
import { milestonePictures } from '../../../../../domain/projects/milestone.ts'
import {
  type ReachMilestoneInput,
  ReachMilestoneSchema,
} from '../../../../../domain/projects/milestone-schema.ts'
import {
  type ProofPicture,
  reachMilestone,
} from '../../../../../domain/projects/reach-milestone.server.ts'
import { clock } from '../../../../../platform/clock.server.ts'
import { type ActionArgs, formAction } from '../../../../../platform/http/form-action.server.ts'
import type { ReceivedForm } from '../../../../../platform/http/upload.server.ts'
import { adminCommand, adminQuery } from '../../../../../platform/session/session.server.ts'
import {
  type CalendarDate,
  formatDay,
  isAfter,
  parseCalendarDate,
} from '../../../../../values/calendar-date.ts'
import { type ParsedForm, parseForm, refuseForm } from '../../../../../values/form.ts'
import {
  deletePicture,
  encodeUploadedPicture,
  pictureRefusalMessage,
} from '../../../../parts/uploaded-picture.server.ts'
import { openedOn } from './proof-form.tsx'

const future = () => `This date is in the future. Choose ${formatDay(clock.today())} or earlier.`
const withoutProof = 'Add a picture, or choose a document below.'

/**
 * Handles the form: re-encodes the pictures, then records that the milestone was reached, once what it opens was shown for
 * that day.
 */
export function receiveProof(args: ActionArgs<{ projectId: string; milestoneId: string }>) {
  const { context, params } = args
  return formAction(args, {
    guard: () => adminQuery(context, findInstallation),
    limitBytes: ({ uploadLimitBytes }) => uploadLimitBytes,
    parse: (_, { uploadLimitBytes }, received) => readProof(received, uploadLimitBytes),
    run: async ({ value: { input, pictures }, form }) => {
      const reached = await adminCommand(context, async (admin) => {
        const opens = await openedIfReached(admin, params.milestoneId, input.reachedOn)
        const answer = await reachMilestone(admin, params, input, pictures)
        const isSeen = opens.length === 0 || form.get('previewed') === input.reachedOn
        if ('refused' in answer || isSeen) return answer
        return { refused: 'not-previewed' as const, opened: openedOn(input.reachedOn, opens) }
      })
      // Not after a fault: the pictures may be stored and in use.
      const inUse = new Set('refused' in reached ? [] : reached.fileKeys)
      for (const { picture } of pictures) if (!inUse.has(picture.key)) await deletePicture(picture)
      return reached
    },
    refusals: {
      'key-reused':
        'The form was already sent with different values. Reload the page and try again.',
      'already-reached': 'Someone else has marked this milestone as reached.',
      'without-proof': { errors: { picture1: withoutProof } },
      'unknown-document': {
        errors: { documentId: 'This document is no longer available. Choose another.' },
      },
      'in-the-future': () => ({ errors: { reachedOn: future() } }),
      'before-start': ({ startedOn }) => ({
        errors: {
          reachedOn: `The project started on ${formatDay(startedOn)}. Choose that day or later.`,
        },
      }),
      'out-of-order': ({ other, on, comesBefore }) => ({
        errors: {
          reachedOn: comesBefore
            ? `${other}, which comes before, was reached on ${formatDay(on)}. Choose that day or later.`
            : `${other}, which comes after, was reached on ${formatDay(on)}. Choose that day or earlier.`,
        },
      }),
      'not-previewed': ({ opened }) => ({
        message: 'See below the day what this opens, then mark the milestone as reached.',
        facts: { opened },
      }),
    },
    done: () => ({
      to: `/admin-dashboard/projects/${params.projectId}/milestones`,
      toast: { title: 'Milestone reached', text: 'Its investors are notified.', kind: 'success' },
    }),
    failed: 'Failed to mark the milestone as reached',
  })
}

type Proof = { input: ReachMilestoneInput; pictures: ProofPicture[] }
type Errors = Record<string, string>

/** All errors together. A refused form leaves no picture in the store. */
async function readProof(received: ReceivedForm, limitBytes: number): Promise<ParsedForm<Proof>> {
  const { form } = received
  const parsed = parseForm(ReachMilestoneSchema, form)
  const input = parsed.ok ? parsed.value : null
  const slots: Slot[] = []
  for (let place = 1; place <= milestonePictures; place += 1)
    slots.push(await readSlot(received, place, describedBy(input ?? form, place), limitBytes))
  const taken = slots.flatMap(({ picture }) => picture ?? [])
  const errors: Errors = Object.assign({}, ...slots.map((slot) => slot.errors))
  if (isLater(dayIn(form, 'reachedOn'))) errors.reachedOn = future()
  if (taken.length === 0 && textIn(form, 'documentId') === null) errors.picture1 ??= withoutProof
  if (input && Object.keys(errors).length === 0)
    return { ok: true, value: { input, pictures: slots.flatMap(({ proof }) => proof ?? []) } }
  for (const picture of taken) await deletePicture(picture)
  const reply = parsed.ok ? refuseForm(form, {}) : parsed.reply
  return { ok: false, reply: { ...reply, errors: { ...errors, ...reply.errors } } }
}

const textIn = (form: FormData, name: string) => String(form.get(name) ?? '').trim() || null
const isLater = (day: CalendarDate | null) => day !== null && isAfter(day, clock.today())

/** Null for what cannot be read, which the schema refuses. */
function dayIn(form: FormData, name: string): CalendarDate | null {
  const parsed = parseCalendarDate(textIn(form, name) ?? '')
  return parsed.ok ? parsed.day : null
}

/** `picture` is in the store; `proof` has its description and day as well. */
type Slot = { picture: ProofPicture['picture'] | null; proof: ProofPicture | null; errors: Errors }

async function readSlot(
  received: ReceivedForm,
  place: number,
  described: Described,
  limitBytes: number,
): Promise<Slot> {
  const picture = await encodeUploadedPicture(received, `picture${place}`)
  if (picture && 'refused' in picture) {
    const errors = { [`picture${place}`]: pictureRefusalMessage(picture, limitBytes) }
    return { picture: null, proof: null, errors }
  }
  const { alt, takenOn } = described
  const proof = picture && alt !== null && takenOn !== null ? { picture, alt, takenOn } : null
  return { picture, proof, errors: judgePicture(place, picture !== null, described) }
}

type Described = { alt: string | null; takenOn: ProofPicture['takenOn'] | null }

/** From a form that is refused, as far as it can be read. */
function describedBy(from: ReachMilestoneInput | FormData, place: number): Described {
  if (from instanceof FormData)
    return { alt: textIn(from, `alt${place}`), takenOn: dayIn(from, `takenOn${place}`) }
  const fields: Record<number, Described> = {
    1: { alt: from.alt1, takenOn: from.takenOn1 },
    2: { alt: from.alt2, takenOn: from.takenOn2 },
    3: { alt: from.alt3, takenOn: from.takenOn3 },
    4: { alt: from.alt4, takenOn: from.takenOn4 },
  }
  return fields[place] ?? { alt: null, takenOn: null }
}

/** A picture, its description and its day belong together. */
function judgePicture(place: number, isThere: boolean, { alt, takenOn }: Described): Errors {
  if (!isThere) {
    return alt === null && takenOn === null
      ? {}
      : { [`picture${place}`]: 'Choose the picture again, or clear its description and day.' }
  }
  return {
    ...(alt === null
      ? { [`alt${place}`]: 'Describe the picture for people who cannot see it.' }
      : {}),
    ...(takenOn === null ? { [`takenOn${place}`]: 'Enter the day the picture was taken.' } : {}),
    ...(isLater(takenOn) ? { [`takenOn${place}`]: future() } : {}),
  }
}
