import {
  type ProjectStatus,
  projectStatuses,
  projectStatusLabels,
} from '../../domain/projects/project.ts'
import { publicStatusLabels } from '../../domain/projects/published-project.ts'
import { AmountField } from '../../ui/fields/amount-field.tsx'
import { CheckboxField } from '../../ui/fields/checkbox-field.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { FieldGrid } from '../../ui/fields/field.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { TextareaField } from '../../ui/fields/textarea-field.tsx'
import { type CalendarDate, parseCalendarDate } from '../../values/calendar-date.ts'
import { FormPart } from './long-form.tsx'
import { projectLabels as labels, type ProjectSection, projectSections } from './project-labels.ts'
import { PlaceFields } from './project-terms.tsx'

/** Initial values by field name. */
type Values = Readonly<Record<string, string>>

const part = (id: ProjectSection) => ({ id, title: projectSections[id].title })

export function Basics({ values }: { values: Values }) {
  return (
    <FormPart {...part('basics')}>
      <FieldGrid>
        <TextField
          name="name"
          label={labels.name}
          required
          autoComplete="off"
          defaultValue={values.name}
        />
        <TextField
          name="location"
          label={labels.location}
          required
          autoComplete="off"
          defaultValue={values.location}
        />
        <SelectField
          name="status"
          label={labels.status}
          defaultValue={values.status}
          hint={statusHint}
        >
          {projectStatuses.map((status) => (
            <option key={status} value={status}>
              {projectStatusLabels[status]}
            </option>
          ))}
        </SelectField>
        <TextField
          name="stageText"
          label={labels.stageText}
          optional
          autoComplete="off"
          defaultValue={values.stageText}
          hint="Shown next to the status on its page"
        />
        <TextField
          name="projectType"
          label={labels.projectType}
          optional
          autoComplete="off"
          defaultValue={values.projectType}
          hint="Like Apartments or Shop"
        />
        <PlaceFields values={values} />
        <TextareaField
          name="description"
          label={labels.description}
          optional
          span="full"
          defaultValue={values.description}
        />
      </FieldGrid>
    </FormPart>
  )
}

/** The public site labels two of the three differently. */
const statusHint = `The public site says ${projectStatuses.map(publicWord).join(', ')}`

function publicWord(status: ProjectStatus): string {
  return publicStatusLabels[status]
}

export function Money({ values }: { values: Values }) {
  return (
    <FormPart {...part('money')}>
      <FieldGrid columns={3}>
        <AmountField
          name="totalValue"
          label={labels.totalValue}
          required
          span="half"
          defaultValue={values.totalValue}
          hint="0 when it is not known yet"
        />
        <AmountField
          name="minimum"
          label={labels.minimum}
          span="half"
          defaultValue={values.minimum}
        />
        <AmountField
          name="unitPrice"
          label={labels.unitPrice}
          span="half"
          defaultValue={values.unitPrice}
        />
        <TextField
          name="units"
          label={labels.units}
          span="half"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={values.units}
        />
        <TextField
          name="annualReturn"
          label={labels.annualReturn}
          span="half"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={values.annualReturn}
          hint="Like 8.5"
        />
        <AmountField
          name="target"
          label={labels.target}
          span="half"
          defaultValue={values.target}
          hint="The funded share is then computed from the investments"
        />
        <TextField
          name="funded"
          label={labels.funded}
          span="half"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={values.funded}
          hint="Paid in so far. Shown while no target is set"
        />
        <DateField
          name="fundedAsOf"
          label={labels.fundedAsOf}
          span="half"
          defaultValue={dayIn(values.fundedAsOf)}
        />
      </FieldGrid>
    </FormPart>
  )
}

function dayIn(text = ''): CalendarDate | undefined {
  const parsed = parseCalendarDate(text)
  return parsed.ok ? parsed.day : undefined
}

export function ProgressAndDates({ values }: { values: Values }) {
  return (
    <FormPart {...part('time')}>
      <FieldGrid columns={3}>
        <TextField
          name="progress"
          label={labels.progress}
          defaultValue={values.progress}
          inputMode="numeric"
          autoComplete="off"
          hint="From 0 to 100. Investors see it."
        />
        <DateField
          name="startedOn"
          label={labels.startedOn}
          defaultValue={dayIn(values.startedOn)}
        />
        <DateField
          name="completionOn"
          label={labels.completionOn}
          optional
          defaultValue={dayIn(values.completionOn)}
        />
        <TextField
          name="completionText"
          label={labels.completionText}
          optional
          span="full"
          autoComplete="off"
          defaultValue={values.completionText}
          hint="Shown instead of the date, until the date has passed"
        />
      </FieldGrid>
    </FormPart>
  )
}

export function PublicPage({ values, isNew }: { values: Values; isNew: boolean }) {
  return (
    <FormPart {...part('page')}>
      <FieldGrid>
        <TextField
          name="slug"
          label={labels.slug}
          required={!isNew}
          optional={isNew}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          defaultValue={values.slug}
          hint={
            isNew
              ? 'Made from the name when left empty'
              : `/investment/${values.slug}. Former addresses redirect here.`
          }
        />
        <TextField
          name="priceText"
          label={labels.priceText}
          optional
          autoComplete="off"
          defaultValue={values.priceText}
          hint="Like from $35,000 USD"
        />
        <TextField
          name="tagline"
          label={labels.tagline}
          optional
          span="full"
          autoComplete="off"
          defaultValue={values.tagline}
        />
        <TextareaField
          name="features"
          label={labels.features}
          optional
          span="full"
          rows={4}
          defaultValue={values.features}
          hint="One per line"
        />
        <TextField
          name="featuredRank"
          label={labels.featuredRank}
          optional
          inputMode="numeric"
          autoComplete="off"
          defaultValue={values.featuredRank}
          hint="1 comes first; the landing page shows the first three"
        />
        <CheckboxField
          name="published"
          look="switch"
          label={labels.published}
          defaultChecked={values.published === 'on'}
          hint="Anyone can see its page, its card and its pictures. It needs a cover picture."
        />
      </FieldGrid>
    </FormPart>
  )
}
