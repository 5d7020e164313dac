import { z } from 'zod'
import { checkbox } from '../../../values/fields.ts'

export const PauseRemindersSchema = z.object({ paused: checkbox() })
