import { FieldGrid } from '../../ui/fields/field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { TextareaField } from '../../ui/fields/textarea-field.tsx'
import { FormPart } from './long-form.tsx'
import { projectLabels as labels, projectSections } from './project-labels.ts'

/** What a visitor asks before investing; empty ones are left out of the public page. */
const terms = {
  feesText: 'What is charged, by whom and when',
  custodyText: 'Which account holds the money, and when it is released to the builder',
  refundText: 'When money is paid back, and how long that takes',
  payoutText: 'How often returns are paid out',
  riskText: 'What can go wrong with this project, in addition to the general warning',
} as const

export function Terms({ values }: { values: Readonly<Record<string, string>> }) {
  return (
    <FormPart id="terms" title={projectSections.terms.title}>
      <FieldGrid>
        {Object.entries(terms).map(([name, hint]) => (
          <TextareaField
            key={name}
            name={name}
            label={labels[name as keyof typeof terms]}
            optional
            span="full"
            rows={name === 'riskText' ? 4 : 2}
            defaultValue={values[name]}
            hint={hint}
          />
        ))}
      </FieldGrid>
    </FormPart>
  )
}

/** Where it is, for the map of the public page. */
export function PlaceFields({ values }: { values: Readonly<Record<string, string>> }) {
  return (
    <>
      <TextField
        name="latitude"
        label={labels.latitude}
        optional
        autoComplete="off"
        defaultValue={values.latitude}
        hint="In degrees, like -1.2921. The public page then shows a map."
      />
      <TextField
        name="longitude"
        label={labels.longitude}
        optional
        autoComplete="off"
        defaultValue={values.longitude}
        hint="In degrees, like 36.8219"
      />
    </>
  )
}
