import { z } from 'zod'
import {
  optionalDay,
  optionalId,
  optionalNote,
  optionalText,
  requiredDay,
  requiredNote,
  requiredText,
} from '../../values/fields.ts'

const milestoneFields = {
  name: requiredText(120, 'Enter the name of the milestone.'),
  plannedOn: optionalDay(),
}

export const AddMilestoneSchema = z.object({
  key: z.uuid('Close this and try again.'),
  ...milestoneFields,
})

export const EditMilestoneSchema = z.object({
  version: z.coerce.number('Close this and try again.').int('Close this and try again.'),
  ...milestoneFields,
})

export const RemoveMilestoneSchema = z.object({
  version: z.coerce.number('Close this and try again.').int('Close this and try again.'),
})

/** Counted from 1. */
export const MoveMilestoneSchema = z.object({
  milestoneId: z.uuid('Reload the page and try again.'),
  place: z.coerce.number().int().min(1).max(1000),
})

/** The description and the day of each picture, whose files arrive separately. */
const pictureFields = {
  alt1: optionalText(300),
  takenOn1: optionalDay(),
  alt2: optionalText(300),
  takenOn2: optionalDay(),
  alt3: optionalText(300),
  takenOn3: optionalDay(),
  alt4: optionalText(300),
  takenOn4: optionalDay(),
}

export const ReachMilestoneSchema = z.object({
  key: z.uuid('Reload the page and try again.'),
  reachedOn: requiredDay('Enter the day it was reached.'),
  certifierName: requiredText(200, 'Enter who certified it.'),
  certifierProfession: requiredText(120, 'Enter their profession.'),
  certifierLicence: requiredText(60, 'Enter their licence number.'),
  documentId: optionalId('Choose one of these documents.'),
  note: optionalNote(500),
  ...pictureFields,
})

export const VoidMilestoneSchema = z.object({
  key: z.uuid('Close this and try again.'),
  reachedId: z.uuid('Close this and try again.'),
  reason: requiredNote(500, 'Say why it is voided.'),
})

export type AddMilestoneInput = z.output<typeof AddMilestoneSchema>
export type EditMilestoneInput = z.output<typeof EditMilestoneSchema>
export type MoveMilestoneInput = z.output<typeof MoveMilestoneSchema>
export type ReachMilestoneInput = z.output<typeof ReachMilestoneSchema>
export type VoidMilestoneInput = z.output<typeof VoidMilestoneSchema>
